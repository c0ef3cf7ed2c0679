// Sends a photo in pieces, each small enough for the line. After a cut the server says how much has arrived, and only
// the rest is sent.

import { ORPCError } from '@orpc/client'
import { InvalidImageError } from '#domain/photos/photo.ts'
import { MAX_PIECE_BYTES, MIN_PIECE_BYTES } from '#domain/photos/piece.ts'
import { fetchWithTimeout } from '#web/api/fetch-with-timeout.ts'
import { noteServerTime } from '#web/api/server-clock.ts'

const FIRST_PIECE_BYTES = 4 * MIN_PIECE_BYTES
/** A piece that took less was small, one that took more was large. */
const MIN_PIECE_MS = 2000
const MAX_PIECE_MS = 4000
/** Answers that say nothing about the photo. */
const WAITING_STATUSES = [401, 408, 425, 429]
/** How often the server may name another offset before something else is wrong. */
const MAX_WRONG_OFFSETS = 5

type PhotoUpload = {
  /** Ends with the photo's idempotency key. */
  readonly url: string
  /** Of a photo of a job line. */
  readonly moment?: string
  /** What else goes into its address. */
  readonly details?: Readonly<Record<string, string>>
  readonly photo: Blob | null
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** The error of a response, as the typed client's. */
function toCallError(status: number, body: unknown): ORPCError<string, unknown> {
  const { code, message, ...data } = (body ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && typeof message === 'string')
    return new ORPCError(code, { status, message, data })
  // A proxy may have its own limit and error text.
  return status === 413
    ? new ORPCError('INVALID', { status, message: new InvalidImageError('too-large').message })
    : new ORPCError('BAD_GATEWAY', { status })
}

const receivedIn = (body: unknown): number | null => {
  const { received } = (body ?? {}) as { received?: unknown }
  return typeof received === 'number' ? received : null
}

/** Sends photos by `request`; the size of its pieces follows the line from one photo to the next. */
export function createPhotoSender(
  request: typeof fetchWithTimeout,
  now: () => number = () => performance.now(),
) {
  let pieceBytes = FIRST_PIECE_BYTES

  async function call(url: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
    const sentAt = Date.now()
    const response = await request(url, { redirect: 'manual', ...init })
    noteServerTime(response.headers.get('date'), sentAt)
    return { status: response.status, body: await response.json().catch(() => null) }
  }

  /** Resolves to the server's answer; rejects with an ORPCError, or as `request` does. */
  return async function sendPhoto(upload: PhotoUpload): Promise<unknown> {
    const { url, moment, details, photo, onProgress, signal } = upload
    if (photo === null) throw new ORPCError('INVALID', { status: 400, message: 'This photo is gone.' })
    const address = `${url}?${new URLSearchParams({ ...(moment !== undefined && { moment }), size: String(photo.size), ...details })}`
    const before = await call(address, { signal })
    const isRefused = before.status >= 400 && before.status < 500 && !WAITING_STATUSES.includes(before.status)
    // A photo that was whole before the ticket was closed still gets its answer, by a piece.
    if (before.status !== 200 && !isRefused) throw toCallError(before.status, before.body)
    let offset = Math.min(receivedIn(before.body) ?? 0, photo.size)
    for (let wrongOffsets = 0; ; ) {
      onProgress(offset / photo.size)
      const piece = photo.slice(offset, offset + pieceBytes)
      const startedAt = now()
      const { status, body } = await call(address, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/octet-stream', 'Upload-Offset': String(offset) },
        body: piece,
        signal,
      }).catch(error => {
        pieceBytes = Math.max(MIN_PIECE_BYTES, pieceBytes / 2)
        throw error
      })
      const received = receivedIn(body)
      if (status === 201) return body
      if (received === null || (status !== 200 && status !== 409)) throw toCallError(status, body)
      // Another tab sends the same photo, or a piece arrived whose answer was lost.
      if (status === 409 && ++wrongOffsets > MAX_WRONG_OFFSETS) throw toCallError(502, null)
      if (status === 200) {
        const tookMs = now() - startedAt
        if (tookMs < MIN_PIECE_MS) pieceBytes = Math.min(MAX_PIECE_BYTES, pieceBytes * 2)
        if (tookMs > MAX_PIECE_MS) pieceBytes = Math.max(MIN_PIECE_BYTES, pieceBytes / 2)
      }
      offset = received
    }
  }
}

export const sendPhotoInPieces = createPhotoSender(fetchWithTimeout)

/** Where a photo of a component's plate is sent; `key` is its idempotency key. */
export const plateUrl = (ticketId: number, componentId: string, key: string): string =>
  `/api/tickets/${ticketId}/components/${componentId}/plate/${key}`
