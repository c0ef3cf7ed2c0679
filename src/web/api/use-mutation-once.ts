// Every button that changes something goes through here. The same command sent again, after a lost
// answer or by a second click, carries the same key and happens once; a command that could not
// arrive is tried again by itself for a little while, and says so for as long as it is true (decision 21).

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whenBack } from '#web/api/live/on-reconnect.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { type ClientContext, type Fault, faultOf, isUnreached } from './client.ts'
import { hush, saySoLong } from './offline-notice.ts'

const TRYING = 'The server cannot be reached. What you typed is kept; trying again.'
/** A server that answers knows better than we do what is in the way. */
const sayingOf = ({ code, message }: Fault): string => (code === 'OFFLINE' ? TRYING : message)
const TRIES = 7
/** No further try after that: where nothing answers, each of them takes long. */
const PATIENCE_MS = 45_000
/** What was pressed longer ago is not what somebody still wants. */
const LATEST_MS = 5 * 60_000
const LONGEST_DELAY_MS = 5000
const delayOf = (tries: number): number => Math.min(300 * 2 ** tries, LONGEST_DELAY_MS)

type Call<Input, Output> = (input: Input, options: { context: ClientContext }) => Promise<Output>

/** Says a fault at the edge of the page, in other words where somebody has better ones. */
export type Tell = (fault: Fault) => void

type Options<Input, Output> = {
  /** Shows at once what will come of it, where that can be taken back; answers with how. */
  readonly foresee?: ((input: Input) => (() => void) | undefined) | undefined
  readonly onDone?: (output: Output) => void | Promise<void>
  /** Gets the fault instead of the notice at the edge of the page; forms put it beside the fields. */
  readonly onFault?: (fault: Fault, tell: Tell) => void
  /**
   * What the wish rests on, such as the clock that is to stop. Once that has changed, the same input
   * is a new wish, also where the answer to the one before was lost.
   */
  readonly basis?: string | undefined
  /**
   * For a press that still means the same a few minutes later: given up because the server was not reached, it is
   * sent once more when it is. This is what is said then.
   */
  readonly saidLate?: string | undefined
}

type Attempt<Input> = { readonly input: Input; readonly key: string }
/** Both in milliseconds since 1970; a press that is sent late was pressed before it was begun. */
type Press<Input> = { readonly input: Input; readonly pressedAt: number; readonly begunAt: number }

/** `run(input)` does the command; while `isRunning` another run is ignored. */
export function useCommand<Input, Output>(
  call: Call<Input, Output>,
  { foresee, onDone, onFault, basis, saidLate }: Options<Input, Output> = {},
) {
  const attempt = useRef({ body: '', key: '' })
  const running = useRef<Press<Input> | null>(null)
  const givenUp = useRef<Press<Input> | null>(null)
  const isTold = useRef(false)
  const takeBack = useRef<() => void>(undefined)
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ input, key }: Attempt<Input>) => {
      try {
        return await call(input, { context: { idempotencyKey: key } })
      } catch (error) {
        // Said at the first miss: the tries that follow may take a while.
        if (isUnreached(error) && !isTold.current) saySoLong(attempt, sayingOf(faultOf(error)))
        isTold.current = isUnreached(error)
        throw error
      }
    },
    // Where the browser believes it is offline, a server on the same machine may still answer.
    networkMode: 'always',
    retry: (tries, error) =>
      isUnreached(error) && tries < TRIES && Date.now() - (running.current?.begunAt ?? 0) < PATIENCE_MS,
    retryDelay: delayOf,
    onSuccess: async output => {
      attempt.current = { body: '', key: '' }
      hush(attempt)
      const isLate = running.current?.pressedAt !== running.current?.begunAt
      if (isLate && saidLate !== undefined) notify.success(saidLate)
      // The button stays busy until what follows, such as a change of page, is done too.
      await onDone?.(output)
    },
    onError: error => {
      takeBack.current?.()
      hush(attempt)
      if (saidLate !== undefined && isUnreached(error)) givenUp.current = running.current
      const fault = faultOf(error)
      const tell: Tell = ({ message, requestId }) =>
        isUnreached(error) ? saySoLong(attempt, message) : notify.failure(message, { requestId })
      if (onFault !== undefined) onFault(fault, tell)
      else tell(fault)
    },
    onSettled: () => {
      takeBack.current = undefined
      running.current = null
      isTold.current = false
    },
  })
  const bodyOf = (input: Input): string => JSON.stringify([input, basis])
  const send = (input: Input, pressedAt: number, begunAt: number): void => {
    running.current = { input, pressedAt, begunAt }
    const body = bodyOf(input)
    // What is sent again unchanged is the same wish; anything else is a new one.
    if (body !== attempt.current.body) attempt.current = { body, key: crypto.randomUUID() }
    takeBack.current = foresee?.(input)
    mutate({ input, key: attempt.current.key })
  }
  const run = (input: Input): void => {
    if (running.current !== null) return
    givenUp.current = null
    hush(attempt)
    const now = Date.now()
    send(input, now, now)
  }
  const sendLate = useRef((): void => {})
  sendLate.current = () => {
    const press = givenUp.current
    if (press === null || running.current !== null) return
    givenUp.current = null
    const { input, pressedAt } = press
    const now = Date.now()
    if (now - pressedAt < LATEST_MS && bodyOf(input) === attempt.current.body) send(input, pressedAt, now)
  }
  useEffect(() => whenBack(() => sendLate.current()), [])
  return { run, isRunning: isPending }
}
