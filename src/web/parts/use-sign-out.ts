import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { announceSession, meQuery, signOut } from '#web/session.ts'
import { notify } from '#web/ui/notify.ts'
import { forgetDrafts } from './form-draft.ts'

/** Logs out, goes Home and forgets what only the account that left may see. */
export function useSignOut(): { readonly run: () => void; readonly isRunning: boolean } {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const running = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    networkMode: 'always',
    onSuccess: async () => {
      forgetDrafts()
      // First away from the private page: its guard would lead to Login instead.
      await navigate({ to: '/' })
      queries.setQueryData(meQuery.queryKey, { kind: 'visitor' })
      // Who is signed in is watched by the shell on every page, so it stays.
      queries.removeQueries({ type: 'inactive' })
      announceSession()
    },
    onError: ({ message }) => notify.failure(message),
    onSettled: () => {
      running.current = false
    },
  })
  const run = (): void => {
    // The second half of a double click comes before the button knows that it is busy.
    if (running.current) return
    running.current = true
    mutate()
  }
  return { run, isRunning: isPending }
}
