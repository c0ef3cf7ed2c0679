// All changing buttons use this. The same command sent again, after a lost response or a second click, carries the
// same key and happens once; a command that could not arrive is retried for a while, with a notice as long as that is
// true (docs/adr/021).

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notify } from '#web/ui/feedback/notify.ts'
import { type AppError, type ClientContext, isNetworkError, toAppError } from './client.ts'
import { onReconnect } from './on-reconnect.ts'
import type { SettleOptimistic } from './optimistic-update.ts'
import { serverClockOffset } from './server-clock.ts'

/**
 * The notice of each command; two may share one. A notice about an unreachable server stays as long as it is true: a
 * user who had put the phone away would miss one that disappears.
 */
const noticeByCommand = new Map<object, string>()

/** Removes a command's notice, unless another needs it. */
function clearNotice(command: object): void {
  const text = noticeByCommand.get(command)
  if (text === undefined) return
  noticeByCommand.delete(command)
  if (![...noticeByCommand.values()].includes(text)) notify.clear(text)
}

/** Shows `text` instead of the command's earlier notice. */
function showPersistent(command: object, text: string): void {
  clearNotice(command)
  noticeByCommand.set(command, text)
  notify.failure(text, { persists: true })
}

const RETRYING_MESSAGE = 'Can’t reach the server. What you typed is kept. Retrying…'
/** An unavailable server's own message is better than ours. */
const messageOf = ({ code, message }: AppError): string => (code === 'OFFLINE' ? RETRYING_MESSAGE : message)
const MAX_ATTEMPTS = 7
/** No further retry after that: without responses, each takes long. */
const RETRY_TIMEOUT_MS = 45_000
/** A weekend. An older press is a new one. */
const MAX_RESEND_AGE_MS = 3 * 24 * 60 * 60_000
const MAX_RETRY_DELAY_MS = 5000
const retryDelay = (attempts: number): number => Math.min(300 * 2 ** attempts, MAX_RETRY_DELAY_MS)

/** When it was pressed, and by how much the server's clock is ahead; the same however often it is sent. */
export type Press = { readonly pressedAt: Date; readonly clockOffset: number }

/** How a mutation is sent. */
export type MutationCall<Input, Output> = (
  input: Input,
  options: { context: ClientContext },
  press: Press,
) => Promise<Output>

/** Shows an error as a notice, possibly reworded by the caller. */
export type ShowError = (error: AppError) => void

/** What is said when it was sent late, and when it was too old for that. */
export type LateMessages = { readonly done: string; readonly tooOld: string }

type MutationOptions<Input, Output> = {
  /** Shows the expected effect at once, if it can be rolled back. */
  readonly optimistic?: ((input: Input) => SettleOptimistic | undefined) | undefined
  readonly onDone?: (output: Output) => void | Promise<void>
  /** Gets the error instead of the notice; forms show it beside the fields. */
  readonly onError?: (error: AppError, showError: ShowError) => void
  /**
   * What the command depends on, such as the clock to stop. Once that has changed, the same input is a new command,
   * even after a lost response.
   */
  readonly basis?: string | undefined
  /**
   * For a press that carries its time: if it was given up because the server was unreachable, it is sent once more
   * afterwards.
   */
  readonly late?: LateMessages | undefined
}

type Attempt<Input> = { readonly input: Input; readonly key: string; readonly press: Press }
/** Both in milliseconds since 1970; a press that is sent late was pressed before. */
type Submission<Input> = { readonly input: Input; readonly submittedAt: number; readonly sentAt: number }

const NO_ATTEMPT = { body: '', key: '', press: { pressedAt: new Date(0), clockOffset: 0 } }

/** `run(input)` runs the command; while `isRunning` another run is ignored. */
export function useMutationOnce<Input, Output>(
  call: MutationCall<Input, Output>,
  { optimistic, onDone, onError, basis, late }: MutationOptions<Input, Output> = {},
) {
  const attempt = useRef<{ body: string; key: string; press: Press }>(NO_ATTEMPT)
  const inFlight = useRef<Submission<Input> | null>(null)
  const unsent = useRef<Submission<Input> | null>(null)
  const isNoticeShown = useRef(false)
  const settleOptimistic = useRef<SettleOptimistic>(undefined)
  const endOptimistic: SettleOptimistic = outcome => {
    settleOptimistic.current?.(outcome)
    settleOptimistic.current = undefined
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ input, key, press }: Attempt<Input>) => {
      try {
        return await call(input, { context: { idempotencyKey: key } }, press)
      } catch (error) {
        // Shown at the first failure: the retries may take a while.
        if (isNetworkError(error) && !isNoticeShown.current)
          showPersistent(attempt, messageOf(toAppError(error)))
        isNoticeShown.current = isNetworkError(error)
        throw error
      }
    },
    // A browser that is offline may still reach a server on the same machine.
    networkMode: 'always',
    retry: (attempts, error) =>
      isNetworkError(error) &&
      attempts < MAX_ATTEMPTS &&
      Date.now() - (inFlight.current?.sentAt ?? 0) < RETRY_TIMEOUT_MS,
    retryDelay,
    onSuccess: async output => {
      attempt.current = NO_ATTEMPT
      clearNotice(attempt)
      endOptimistic('confirmed')
      const isLate = inFlight.current?.submittedAt !== inFlight.current?.sentAt
      if (isLate && late !== undefined) notify.success(late.done)
      // The button stays busy until what follows, such as a navigation, is done.
      await onDone?.(output)
    },
    onError: error => {
      endOptimistic('refused')
      clearNotice(attempt)
      // It had an answer: pressed again, it is another press. One that was only put off is not.
      if (!isNetworkError(error) && toAppError(error).code !== 'TOO_MANY') attempt.current = NO_ATTEMPT
      if (late !== undefined && isNetworkError(error)) unsent.current = inFlight.current
      const appError = toAppError(error)
      const showError: ShowError = ({ message, requestId }) =>
        isNetworkError(error) ? showPersistent(attempt, message) : notify.failure(message, { requestId })
      if (onError !== undefined) onError(appError, showError)
      else showError(appError)
    },
    onSettled: () => {
      inFlight.current = null
      isNoticeShown.current = false
    },
  })
  const bodyOf = (input: Input): string => JSON.stringify([input, basis])
  const send = (input: Input, submittedAt: number, sentAt: number): void => {
    inFlight.current = { input, submittedAt, sentAt }
    const body = bodyOf(input)
    // Unchanged input is the same command; anything else is a new one.
    const isOld = submittedAt - attempt.current.press.pressedAt.getTime() > MAX_RESEND_AGE_MS
    if (body !== attempt.current.body || isOld) {
      const press = { pressedAt: new Date(submittedAt), clockOffset: serverClockOffset() }
      attempt.current = { body, key: crypto.randomUUID(), press }
    }
    settleOptimistic.current = optimistic?.(input)
    const { key, press } = attempt.current
    mutate({ input, key, press })
  }
  const run = (input: Input): void => {
    if (inFlight.current !== null) return
    unsent.current = null
    clearNotice(attempt)
    const now = Date.now()
    send(input, now, now)
  }
  const resend = useRef((): void => {})
  resend.current = () => {
    const submission = unsent.current
    if (submission === null || inFlight.current !== null) return
    unsent.current = null
    const { input, submittedAt } = submission
    const now = Date.now()
    if (bodyOf(input) !== attempt.current.body) return
    if (now - submittedAt < MAX_RESEND_AGE_MS) send(input, submittedAt, now)
    else if (late !== undefined) showPersistent(attempt, late.tooOld)
  }
  useEffect(() => onReconnect(() => resend.current()), [])
  return { run, isRunning: isPending }
}
