// All changing buttons use this. The same command sent again, after a lost response or a second click, carries the
// same key and happens once; a command that could not arrive is retried for a while, with a notice as long as that is
// true (docs/adr/021).

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { type AppError, type ClientContext, isNetworkError, toAppError } from './client.ts'
import type { SettleOptimistic } from './optimistic-update.ts'
import { serverClockOffset } from './server-clock.ts'

/**
 * The notice of each command; two may share one. It goes when the command is sent again. One about an unreachable
 * server stays until then: a user who had put the phone away would miss one that disappears.
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
function showNotice(
  command: object,
  text: string,
  details: { readonly persists: boolean; readonly requestId?: string | undefined },
): void {
  clearNotice(command)
  noticeByCommand.set(command, text)
  notify.failure(text, details)
}

const RETRYING_MESSAGE = 'Can’t reach the server. What you typed is kept. Retrying…'
/** The command is done: an error of what the page does then is neither its error nor the connection's. */
const NOT_SHOWN_MESSAGE = 'Done, but this page can’t show it. Reload the page.'
/** An unavailable server's own message is better than ours. */
const messageOf = ({ code, message }: AppError): string => (code === 'OFFLINE' ? RETRYING_MESSAGE : message)
const MAX_ATTEMPTS = 7
/** No further retry after that: without responses, each takes long. */
const RETRY_TIMEOUT_MS = 45_000
/** A weekend. An older tap is a new one. */
const MAX_RESEND_AGE_MS = 3 * 24 * 60 * 60_000
const MAX_RETRY_DELAY_MS = 5000
const retryDelay = (attempts: number): number => Math.min(300 * 2 ** attempts, MAX_RETRY_DELAY_MS)

/** When it was tapped, and by how much the server's clock is ahead; the same however often it is sent. */
export type Tap = { readonly tappedAt: Date; readonly clockOffset: number }

/** How a mutation is sent. */
export type MutationCall<Input, Output> = (
  input: Input,
  options: { context: ClientContext },
  tap: Tap,
) => Promise<Output>

/** Shows an error as a notice, possibly reworded by the caller. */
export type ShowError = (error: AppError) => void

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
  /** Neither notices nor retries: the page shows that it waits, and tries again. */
  readonly isQuiet?: boolean
}

type Attempt<Input> = { readonly input: Input; readonly key: string; readonly tap: Tap }

const NO_ATTEMPT = { body: '', key: '', tap: { tappedAt: new Date(0), clockOffset: 0 } }

/** `run(input)` runs the command; while `isRunning` another run is ignored. */
export function useMutationOnce<Input, Output>(
  call: MutationCall<Input, Output>,
  { optimistic, onDone, onError, basis, isQuiet = false }: MutationOptions<Input, Output> = {},
) {
  const attempt = useRef<{ body: string; key: string; tap: Tap }>(NO_ATTEMPT)
  /** When it was sent, in milliseconds since 1970. */
  const inFlight = useRef<number | null>(null)
  const isNoticeShown = useRef(false)
  const settleOptimistic = useRef<SettleOptimistic>(undefined)
  const endOptimistic: SettleOptimistic = outcome => {
    settleOptimistic.current?.(outcome)
    settleOptimistic.current = undefined
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ input, key, tap }: Attempt<Input>) => {
      try {
        return await call(input, { context: { idempotencyKey: key } }, tap)
      } catch (error) {
        // Shown at the first failure: the retries may take a while.
        if (isNetworkError(error) && !isNoticeShown.current && !isQuiet)
          showNotice(attempt, messageOf(toAppError(error)), { persists: true })
        isNoticeShown.current = isNetworkError(error)
        throw error
      }
    },
    // A browser that is offline may still reach a server on the same machine.
    networkMode: 'always',
    retry: (attempts, error) =>
      !isQuiet &&
      isNetworkError(error) &&
      attempts < MAX_ATTEMPTS &&
      Date.now() - (inFlight.current ?? 0) < RETRY_TIMEOUT_MS,
    retryDelay,
    onSuccess: async output => {
      attempt.current = NO_ATTEMPT
      clearNotice(attempt)
      endOptimistic('confirmed')
      // The button stays busy until what follows, such as a navigation, is done.
      try {
        await onDone?.(output)
      } catch {
        notify.failure(NOT_SHOWN_MESSAGE)
      }
    },
    onError: error => {
      endOptimistic('refused')
      clearNotice(attempt)
      // It had an answer: tapped again, it is another tap. One that was only put off is not.
      if (!isNetworkError(error) && toAppError(error).code !== 'TOO_MANY') attempt.current = NO_ATTEMPT
      const appError = toAppError(error)
      const showError: ShowError = ({ message, requestId }) =>
        showNotice(
          attempt,
          message,
          isNetworkError(error) ? { persists: true } : { persists: false, requestId },
        )
      if (onError !== undefined) onError(appError, showError)
      else showError(appError)
    },
    onSettled: () => {
      inFlight.current = null
      isNoticeShown.current = false
    },
  })
  const run = (input: Input): void => {
    if (inFlight.current !== null) return
    clearNotice(attempt)
    const now = Date.now()
    const body = JSON.stringify([input, basis])
    // Unchanged input is the same command; anything else is a new one.
    const isOld = now - attempt.current.tap.tappedAt.getTime() > MAX_RESEND_AGE_MS
    if (body !== attempt.current.body || isOld) {
      const tap = { tappedAt: new Date(now), clockOffset: serverClockOffset() }
      attempt.current = { body, key: randomUuid(), tap }
    }
    settleOptimistic.current = optimistic?.(input)
    const { key, tap } = attempt.current
    inFlight.current = now
    mutate({ input, key, tap })
  }
  return { run, isRunning: isPending }
}
