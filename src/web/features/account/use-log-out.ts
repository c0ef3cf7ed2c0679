import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OFFLINE_MESSAGE } from '#web/api/client.ts'
import { isBayDevice } from '#web/api/offline/bay-device.ts'
import { AuthError, signOut } from '#web/api/session.ts'
import { useAccount } from '#web/api/use-account.ts'

const load = () =>
  import('./log-out.tsx').catch(() => {
    throw new AuthError(OFFLINE_MESSAGE, '')
  })

/** Logging out, and what follows it elsewhere: `leave` goes Home and removes private data. */
export function useLogOut() {
  const accountId = useAccount()
  const page = { queries: useQueryClient(), navigate: useNavigate(), accountId }
  return {
    /** Asks before it logs out if a device of the bay has something unsent. Rejects with an AuthError. */
    logOut: async (showDialog: (dialog: ReactNode) => void): Promise<void> => {
      const hasBay = accountId !== null && isBayDevice()
      const answer = hasBay ? await (await load()).askAboutUnsent(accountId, showDialog) : 'nothing'
      if (answer === 'stay') return
      await signOut()
      await (await load()).leavePrivatePages(page, answer === 'leave')
    },
    leave: async () => (await load()).leavePrivatePages(page),
  }
}
