import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { OFFLINE_MESSAGE } from '#web/api/client.ts'
import { clearDrafts } from '#web/api/drafts/clear-drafts.ts'
import { announceSession, signOut, useAccount } from '#web/api/session.ts'
import { isBayDevice } from '#web/bay/outbox/bay-device.ts'

const load = () => import('./log-out.tsx')

/** Logging out, and what follows it elsewhere: `leave` goes Home and removes private data. */
export function useLogOut() {
  const page = { queries: useQueryClient(), navigate: useNavigate(), accountId: useAccount() }
  return {
    /** Asks before it logs out if a device of the bay has something unsent. Rejects with a sentence. */
    logOut: (showDialog: (dialog: ReactNode) => void): Promise<void> =>
      load().then(
        ({ logOut }) => logOut(page, showDialog),
        async () => {
          // Its code may be gone with an older version of the pages. A phone of the bay would keep its tickets.
          if (isBayDevice()) throw new Error(OFFLINE_MESSAGE)
          await signOut()
          clearDrafts()
          announceSession()
          location.assign('/')
        },
      ),
    leave: async () => {
      const { leavePrivatePages } = await load().catch(() => {
        throw new Error(OFFLINE_MESSAGE)
      })
      await leavePrivatePages(page)
    },
  }
}
