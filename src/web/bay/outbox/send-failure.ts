// What a failed call means for the entry, its queue and the whole outbox.

import { ORPCError } from '@orpc/client'
import { type AppError, toAppError } from '#web/api/client.ts'
import { UploadError } from '#web/api/uploads/upload-image.ts'

export type SendFailure =
  /** It may never have arrived: everything waits, with backoff. */
  | { readonly kind: 'unreachable' }
  /** The server asked for a pause, of photos or of everything else. */
  | { readonly kind: 'paused'; readonly seconds: number }
  | { readonly kind: 'signed-out' }
  /** The server failed at this one: what must not pass it waits, and after some attempts it is refused. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: string }
  | ({ readonly kind: 'refused' } & Pick<AppError, 'message' | 'code' | 'reason'> &
      Partial<Pick<AppError, 'fields'>>)

/** For a proxy’s 429, which does not say how long. */
const DEFAULT_PAUSE_SECONDS = 30
/** The request timed out, or came too early in the connection: the same one may succeed. */
const RETRIED_STATUSES = [408, 425]

/** What `error`, with which sending was rejected, means. */
export function sendFailureOf(error: unknown): SendFailure {
  if (error instanceof UploadError) {
    if (error.isNetworkError) return { kind: 'unreachable' }
    const { code, message } = error.error
    return code === 'UNAUTHORIZED' ? { kind: 'signed-out' } : { kind: 'refused', code, message }
  }
  if (!(error instanceof ORPCError)) return { kind: 'unreachable' }
  const { status } = error
  const { code, message, reason, fields, retryAfterSeconds } = toAppError(error)
  if (status === 401) return { kind: 'signed-out' }
  if (status === 429) return { kind: 'paused', seconds: retryAfterSeconds || DEFAULT_PAUSE_SECONDS }
  if (status === 503 && retryAfterSeconds) return { kind: 'paused', seconds: retryAfterSeconds }
  // A body that is not our server’s: a proxy, or the login page of a hotspot, answered for it.
  const isForeign = error.code === 'BAD_GATEWAY'
  if (isForeign || status > 500 || RETRIED_STATUSES.includes(status)) return { kind: 'unreachable' }
  if (status === 500) return { kind: 'failed', code, message }
  const hasFields = Object.keys(fields).length > 0
  return { kind: 'refused', code, message, ...(reason && { reason }), ...(hasFields && { fields }) }
}
