import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { signOut } from '#web/api/session.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { useAfterSignOut } from './use-after-sign-out.ts'

/** Logs out and goes Home. */
export function useSignOut(): { readonly run: () => void; readonly isRunning: boolean } {
  const afterSignOut = useAfterSignOut()
  const running = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    networkMode: 'always',
    onSuccess: afterSignOut,
    onError: ({ message }) => notify.failure(message),
    onSettled: () => {
      running.current = false
    },
  })
  const run = (): void => {
    // The second half of a double click comes before the button is disabled.
    if (running.current) return
    running.current = true
    mutate()
  }
  return { run, isRunning: isPending }
}
