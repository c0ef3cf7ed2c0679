// The only place where errors are translated: each becomes one of the contract's errors, or a general message with the
// request's id while the log gets the reason.

import { ORPCError, ValidationError } from '@orpc/server'
import { ERRORS } from '#contract/procedure/procedure.ts'
import { unknownFieldSentence } from '#contract/procedure/validation-sentences.ts'
import type { InvalidImageError } from '#domain/photos/photo.ts'
import { MAX_PIECE_BYTES } from '#domain/photos/piece.ts'
import { type ReasonCode, Refusal } from '#domain/refusals/refusal.ts'
import type { Blocker } from '#domain/refusals/refusal-sentence.ts'
import { blockerSentence } from '#domain/refusals/refusal-sentence.ts'
import { QueueFullError, QueueTimeoutError } from './limiter.ts'
import { type DatabaseProblem, databaseProblemOf, StaleSessionError } from './pg-errors.ts'

export const unauthorized = () =>
  new ORPCError('UNAUTHORIZED', { status: 401, message: ERRORS.UNAUTHORIZED.message })

export const methodNotAllowed = (allowed: readonly string[]) =>
  new ORPCError('METHOD_NOT_ALLOWED', { status: 405, message: `This address takes ${allowed.join(', ')}.` })

/** An idempotency key that already belongs to another request. */
export const idempotencyKeyReused = () => {
  const message = 'Idempotency-Key was used with a different request.'
  return new ORPCError('REFUSED', {
    status: 409,
    message,
    data: { obstacles: [{ code: 'idempotency-key.reused', message }] },
  })
}

export const forbidden = (message: string = ERRORS.FORBIDDEN.message) =>
  new ORPCError('FORBIDDEN', { status: 403, message })

export const notFound = (message: string = ERRORS.NOT_FOUND.message) =>
  new ORPCError('NOT_FOUND', { status: 404, message })

/** Not found, for a reason that a page shows in its own way. */
export const notFoundBecause = (code: ReasonCode, message: string) =>
  new ORPCError('NOT_FOUND', { status: 404, message, data: { obstacles: [{ code, message }] } })

const HIDDEN = Symbol('It may exist, but not for this actor.')

/** For what the actor may not know of: as if it did not exist. */
export const hidden = (message: string = ERRORS.NOT_FOUND.message) =>
  new ORPCError('NOT_FOUND', { status: 404, message, cause: HIDDEN })

/** A piece of a photo that does not go on where the last one ended: `received` bytes have arrived. */
export const resumeAt = (received: number) => {
  const message = `${received} bytes of this photo have arrived. Send what comes after them.`
  return new ORPCError('REFUSED', {
    status: 409,
    message,
    data: { obstacles: [{ code: 'upload.resume', message }], received },
  })
}

/** `errors`: the message for each field, by the field's path. The empty path is the whole body, which is no field. */
export const invalid = (errors: Readonly<Record<string, string>>) => {
  const { '': ofBody, ...fields } = errors
  return new ORPCError('INVALID', {
    status: 400,
    message: ofBody ?? Object.values(fields)[0] ?? ERRORS.INVALID.message,
    data: { fields },
  })
}

/** An image that is refused; `field` is its field in the form. */
export const invalidImage = ({ problem, message }: InvalidImageError, field: string) =>
  new ORPCError('INVALID', {
    status: problem === 'too-large' ? 413 : 400,
    message,
    data: { fields: { [field]: message } },
  })

export const malformedJson = (sentence = 'The request could not be read as JSON.') =>
  invalid({ '': sentence })

/** A request that cannot be used at all, with the HTTP status for the reason. */
const unusableRequest = (status: 413 | 415, message: string) =>
  new ORPCError('INVALID', { status, message, data: { fields: {} } })

/** Whether it was thrown on purpose, with a message for the client. */
export const isApiError = (error: unknown): error is ORPCError<string, unknown> => error instanceof ORPCError

/** Whether it refuses the actor, whatever they asked for. */
export function isDenied(error: unknown): boolean {
  if (!isApiError(error)) return error instanceof StaleSessionError
  const { obstacles = [] } = (error.data ?? {}) as { obstacles?: readonly { code: string }[] }
  return (
    error.code === 'UNAUTHORIZED' ||
    error.code === 'FORBIDDEN' ||
    error.cause === HIDDEN ||
    obstacles.some(({ code }) => code.startsWith('link.'))
  )
}

export const tooLarge = () => unusableRequest(413, 'This is more than one request may carry.')

export const pieceTooLarge = () =>
  unusableRequest(413, `Send at most ${MAX_PIECE_BYTES / 1024} KB in one piece.`)

export const unsupportedMediaType = (type = 'application/json') =>
  unusableRequest(415, `Send this as ${type}.`)

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A time to wait, rounded up: `a minute`, `12 minutes`, `3 hours`. */
function formatWait(seconds: number): string {
  if (seconds <= MINUTE) return 'a minute'
  const minutes = Math.ceil(seconds / MINUTE)
  return minutes <= MINUTE ? `${minutes} minutes` : `${Math.ceil(seconds / HOUR)} hours`
}

export const tooMany = (
  retryAfterSeconds: number,
  message = `Too many attempts. Wait ${formatWait(retryAfterSeconds)} and try again.`,
) =>
  new ORPCError('TOO_MANY', {
    status: 429,
    message,
    data: { retryAfterSeconds },
  })

const PROBLEM_MESSAGES: Readonly<Record<DatabaseProblem | 'unsure', string>> = {
  away: ERRORS.SERVICE_UNAVAILABLE.message,
  full: "The server's disk is full. Nothing was changed. Try again in a while.",
  // A retry with the same idempotency key is safe; without a key the user has to check.
  unsure:
    'We lost our database at the last step, so this may or may not have been done. Check again in a moment.',
}

/** A temporary problem of the database or the disk. `cause` is for the log. */
export const unavailable = (problem: keyof typeof PROBLEM_MESSAGES, cause: unknown) =>
  new ORPCError('SERVICE_UNAVAILABLE', {
    status: 503,
    message: PROBLEM_MESSAGES[problem],
    data: { retryAfterSeconds: problem === 'full' ? 60 : 2 },
    cause,
  })

const refused = (blockers: readonly Blocker[], timeZone: string, now: Date) => {
  const obstacles = blockers.map(blocker => ({
    code: blocker.code,
    message: blockerSentence(blocker, timeZone, now),
  }))
  return new ORPCError('REFUSED', {
    status: 409,
    message: obstacles.map(({ message }) => message).join(' '),
    data: { obstacles },
  })
}

type Issues = ValidationError['issues']

function fieldsOf(issues: Issues): Record<string, string> {
  const fields = new Map<string, string>()
  for (const issue of issues) {
    const path = (issue.path ?? []).map(part => String(typeof part === 'object' ? part.key : part))
    // An object's unknown fields are one issue.
    const { keys = null } = issue as { keys?: readonly string[] }
    const errors =
      keys === null
        ? [[path.join('.'), path.length > 0 ? issue.message : 'Send a JSON object.'] as const]
        : keys.map(key => [[...path, key].join('.'), unknownFieldSentence(key)] as const)
    for (const [name, message] of errors) if (!fields.has(name)) fields.set(name, message)
  }
  return Object.fromEntries(fields)
}

/** INVALID with the issues that a schema found, each for its field, and `others` for fields that it accepts. */
export function invalidBy(issues: Issues, others: Readonly<Record<string, string>> = {}) {
  const fields = fieldsOf(issues)
  return invalid({ ...fields, ...others, ...fields })
}

/** The issues of a schema that refused a procedure's input; null for any other error. */
export const inputIssuesOf = (error: unknown): Issues | null =>
  error instanceof ORPCError && error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError
    ? error.cause.issues
    : null

export type ErrorContext = { readonly requestId: string; readonly timeZone: string; readonly now: Date }

const CONTRACT_CODES = new Set([
  'METHOD_NOT_ALLOWED',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'INVALID',
  'REFUSED',
  'TOO_MANY',
  'SERVICE_UNAVAILABLE',
])

function toKnownError(error: unknown, { timeZone, now }: ErrorContext): ORPCError<string, unknown> | null {
  if (error instanceof Refusal) return refused(error.obstacles, timeZone, now)
  if (error instanceof StaleSessionError) return unauthorized()
  if (error instanceof QueueFullError)
    return tooMany(1, 'Too many requests at once. Wait a moment and try again.')
  if (error instanceof QueueTimeoutError) return unavailable('away', error)
  const problem = databaseProblemOf(error)
  if (problem !== null) return unavailable(problem, error)
  if (!(error instanceof ORPCError)) return null
  if (CONTRACT_CODES.has(error.code)) return error
  if (error.code !== 'BAD_REQUEST') return null
  const issues = inputIssuesOf(error)
  return issues === null ? malformedJson() : invalidBy(issues)
}

/**
 * Any thrown value as an error the contract declares, with the request's id. An unexpected one is logged, and the
 * client gets a general sentence.
 */
export function toContractError(
  error: unknown,
  context: ErrorContext,
  log: (error: unknown) => void,
): ORPCError<string, unknown> {
  const { requestId } = context
  const known = toKnownError(error, context)
  if (known !== null) {
    const { code, status, message, data } = known
    // Not a bug here, but the server's operator must see it.
    if (status >= 500) log(known.cause)
    return new ORPCError(code, { status, message, data: { ...(data as object | undefined), requestId } })
  }
  log(error)
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    status: 500,
    message: `Something failed on our side and nothing was changed. If it stays, tell us ${requestId}.`,
    data: { requestId },
  })
}

/** Seconds until a retry makes sense; null if waiting does not help. */
export function retryAfterOf({ data }: ORPCError<string, unknown>): number | null {
  const { retryAfterSeconds } = (data ?? {}) as { retryAfterSeconds?: number }
  return retryAfterSeconds ?? null
}

/** The body of an error over REST: `{code, message, fields?, obstacles?, retryAfterSeconds?, requestId}`. */
export const restBody = ({ code, message, data }: ORPCError<string, unknown>): object => ({
  code,
  message,
  ...(data as object | undefined),
})
