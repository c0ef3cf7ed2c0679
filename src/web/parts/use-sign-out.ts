import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { signOut } from '#web/session.ts'
import { notify } from '#web/ui/notify.ts'
import { useDeparture } from './use-departure.ts'

/** Logs out, and departs. */
export function useSignOut(): { readonly run: () => void; readonly isRunning: boolean } {
  const depart = useDeparture()
  const running = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    networkMode: 'always',
    onSuccess: depart,
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
