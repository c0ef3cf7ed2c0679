import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '#web/api/use-account.ts'

const load = () => import('./log-out.tsx')

/** Logging out, and what follows it elsewhere: `leave` goes Home and removes private data. */
export function useLogOut() {
  const page = { queries: useQueryClient(), navigate: useNavigate(), accountId: useAccount() }
  return {
    logOut: async (showDialog: (dialog: ReactNode) => void) => (await load()).logOut(page, showDialog),
    leave: async () => (await load()).leavePrivatePages(page),
  }
}
