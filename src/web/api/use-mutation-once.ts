// Every button that changes something goes through here. The same command sent again, after a lost
// answer or by a second click, carries the same key and happens once; a command that could not
// arrive is tried again by itself for a little while, and says so for as long as it is true (decision 21).

import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notify } from '#web/ui/feedback/notify.ts'
import { type AppError, type ClientContext, isNetworkError, toAppError } from './client.ts'
import { onReconnect } from './on-reconnect.ts'

// What is said while the server is not reached stands until it is no longer true: a notice that goes by itself would
// leave somebody who put the phone away without a word.
/** Each command, and the sentence that stands for it. Two may stand behind the same one. */
const noticeByCommand = new Map<object, string>()

/** Takes back what was said for a command, once nobody else needs it. */
function clearNotice(command: object): void {
  const text = noticeByCommand.get(command)
  if (text === undefined) return
  noticeByCommand.delete(command)
  if (![...noticeByCommand.values()].includes(text)) notify.clear(text)
}

/** Says `text` in the place of what was said for this command before. */
function showPersistent(command: object, text: string): void {
  clearNotice(command)
  noticeByCommand.set(command, text)
  notify.failure(text, { persists: true })
}

const RETRYING_MESSAGE = 'Can’t reach the server. What you typed is kept. Retrying…'
/** A server that answers knows better than we do what is in the way. */
const messageOf = ({ code, message }: AppError): string => (code === 'OFFLINE' ? RETRYING_MESSAGE : message)
const MAX_ATTEMPTS = 7
/** No further try after that: where nothing answers, each of them takes long. */
const RETRY_TIMEOUT_MS = 45_000
/** What was pressed longer ago is not what somebody still wants. */
const MAX_RESEND_AGE_MS = 5 * 60_000
const MAX_RETRY_DELAY_MS = 5000
const retryDelay = (attempts: number): number => Math.min(300 * 2 ** attempts, MAX_RETRY_DELAY_MS)

type Call<Input, Output> = (input: Input, options: { context: ClientContext }) => Promise<Output>

/** Says a fault at the edge of the page, in other words where somebody has better ones. */
export type ShowError = (error: AppError) => void

type MutationOptions<Input, Output> = {
  /** Shows at once what will come of it, where that can be taken back; answers with how. */
  readonly optimistic?: ((input: Input) => (() => void) | undefined) | undefined
  readonly onDone?: (output: Output) => void | Promise<void>
  /** Gets the fault instead of the notice at the edge of the page; forms put it beside the fields. */
  readonly onError?: (error: AppError, showError: ShowError) => void
  /**
   * What the wish rests on, such as the clock that is to stop. Once that has changed, the same input
   * is a new wish, also where the answer to the one before was lost.
   */
  readonly basis?: string | undefined
  /**
   * For a press that still means the same a few minutes later: given up because the server was not reached, it is
   * sent once more when it is. This is what is said then.
   */
  readonly lateMessage?: string | undefined
}

type Attempt<Input> = { readonly input: Input; readonly key: string }
/** Both in milliseconds since 1970; a press that is sent late was pressed before it was begun. */
type Submission<Input> = { readonly input: Input; readonly submittedAt: number; readonly sentAt: number }

/** `run(input)` does the command; while `isRunning` another run is ignored. */
export function useMutationOnce<Input, Output>(
  call: Call<Input, Output>,
  { optimistic, onDone, onError, basis, lateMessage }: MutationOptions<Input, Output> = {},
) {
  const attempt = useRef({ body: '', key: '' })
  const inFlight = useRef<Submission<Input> | null>(null)
  const unsent = useRef<Submission<Input> | null>(null)
  const isNoticeShown = useRef(false)
  const rollback = useRef<() => void>(undefined)
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ input, key }: Attempt<Input>) => {
      try {
        return await call(input, { context: { idempotencyKey: key } })
      } catch (error) {
        // Said at the first miss: the tries that follow may take a while.
        if (isNetworkError(error) && !isNoticeShown.current)
          showPersistent(attempt, messageOf(toAppError(error)))
        isNoticeShown.current = isNetworkError(error)
        throw error
      }
    },
    // Where the browser believes it is offline, a server on the same machine may still answer.
    networkMode: 'always',
    retry: (attempts, error) =>
      isNetworkError(error) &&
      attempts < MAX_ATTEMPTS &&
      Date.now() - (inFlight.current?.sentAt ?? 0) < RETRY_TIMEOUT_MS,
    retryDelay: retryDelay,
    onSuccess: async output => {
      attempt.current = { body: '', key: '' }
      clearNotice(attempt)
      const isLate = inFlight.current?.submittedAt !== inFlight.current?.sentAt
      if (isLate && lateMessage !== undefined) notify.success(lateMessage)
      // The button stays busy until what follows, such as a change of page, is done too.
      await onDone?.(output)
    },
    onError: error => {
      rollback.current?.()
      clearNotice(attempt)
      if (lateMessage !== undefined && isNetworkError(error)) unsent.current = inFlight.current
      const appError = toAppError(error)
      const showError: ShowError = ({ message, requestId }) =>
        isNetworkError(error) ? showPersistent(attempt, message) : notify.failure(message, { requestId })
      if (onError !== undefined) onError(appError, showError)
      else showError(appError)
    },
    onSettled: () => {
      rollback.current = undefined
      inFlight.current = null
      isNoticeShown.current = false
    },
  })
  const bodyOf = (input: Input): string => JSON.stringify([input, basis])
  const send = (input: Input, submittedAt: number, sentAt: number): void => {
    inFlight.current = { input, submittedAt, sentAt }
    const body = bodyOf(input)
    // What is sent again unchanged is the same wish; anything else is a new one.
    if (body !== attempt.current.body) attempt.current = { body, key: crypto.randomUUID() }
    rollback.current = optimistic?.(input)
    mutate({ input, key: attempt.current.key })
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
    if (now - submittedAt < MAX_RESEND_AGE_MS && bodyOf(input) === attempt.current.body)
      send(input, submittedAt, now)
  }
  useEffect(() => onReconnect(() => resend.current()), [])
  return { run, isRunning: isPending }
}
