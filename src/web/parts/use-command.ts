// Every button that changes something goes through here. The same command sent again, after a lost
// answer or by a second click, carries the same key and happens once; a command that could not
// arrive is tried again by itself for a little while.

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ClientContext, type Fault, faultOf, isUnreached } from '#web/api.ts'
import { notify } from '#web/ui/notify.ts'

const TRYING = 'The server cannot be reached. What you typed is kept; trying again.'
/** A server that answers knows better than we do what is in the way. */
const sayingOf = ({ code, message }: Fault): string => (code === 'OFFLINE' ? TRYING : message)
const TRIES = 7
const LONGEST_DELAY_MS = 5000
const delayOf = (tries: number): number => Math.min(300 * 2 ** tries, LONGEST_DELAY_MS)

type Call<Input, Output> = (input: Input, options: { context: ClientContext }) => Promise<Output>

type Options<Input, Output> = {
  /** Shows at once what will come of it, where that can be taken back; answers with how. */
  readonly foresee?: ((input: Input) => (() => void) | undefined) | undefined
  readonly onDone?: (output: Output) => void | Promise<void>
  /** Gets the fault instead of the notice at the edge of the page; forms put it beside the fields. */
  readonly onFault?: (fault: Fault) => void
  /**
   * What the wish rests on, such as the clock that is to stop. Once that has changed, the same input
   * is a new wish, also where the answer to the one before was lost.
   */
  readonly basis?: string | undefined
}

type Attempt<Input> = { readonly input: Input; readonly key: string }

/** `run(input)` does the command; while `isRunning` another run is ignored. */
export function useCommand<Input, Output>(
  call: Call<Input, Output>,
  { foresee, onDone, onFault, basis }: Options<Input, Output> = {},
) {
  const attempt = useRef({ body: '', key: '' })
  const running = useRef(false)
  const isTold = useRef(false)
  const takeBack = useRef<() => void>(undefined)
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ input, key }: Attempt<Input>) => {
      try {
        return await call(input, { context: { idempotencyKey: key } })
      } catch (error) {
        // Said at the first miss: the tries that follow may take a while.
        if (isUnreached(error) && !isTold.current) notify.failure(sayingOf(faultOf(error)))
        isTold.current = isUnreached(error)
        throw error
      }
    },
    // Where the browser believes it is offline, a server on the same machine may still answer.
    networkMode: 'always',
    retry: (tries, error) => isUnreached(error) && tries < TRIES,
    retryDelay: delayOf,
    onSuccess: async output => {
      attempt.current = { body: '', key: '' }
      // The button stays busy until what follows, such as a change of page, is done too.
      await onDone?.(output)
    },
    onError: error => {
      takeBack.current?.()
      const fault = faultOf(error)
      if (onFault !== undefined) onFault(fault)
      else notify.failure(fault.message, { requestId: fault.requestId })
    },
    onSettled: () => {
      takeBack.current = undefined
      running.current = false
      isTold.current = false
    },
  })
  const run = (input: Input): void => {
    if (running.current) return
    running.current = true
    const body = JSON.stringify([input, basis])
    // What is sent again unchanged is the same wish; anything else is a new one.
    if (body !== attempt.current.body) attempt.current = { body, key: crypto.randomUUID() }
    takeBack.current = foresee?.(input)
    mutate({ input, key: attempt.current.key })
  }
  return { run, isRunning: isPending }
}
