// Sends a picture, with how far it has come. The key makes a picture that is sent again, because the
// answer was lost on the way, one picture.

import { InvalidImageError, MAX_IMAGE_BYTES } from '#domain/photos/photo.ts'
import type { AppError } from '#web/api/client.ts'
import { resizeImage } from './resize-image.ts'

/** Where a picture goes, and in which field of the form. */
export type UploadTarget = {
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly field: string
  /** What else stands in the form. */
  readonly fields?: Readonly<Record<string, string>>
}

export const COMPANY_IMAGE: UploadTarget = { url: '/api/company/image', method: 'PUT', field: 'image' }

export const ticketImage = (ticketId: number, image: 'customer-image' | 'rig-image'): UploadTarget => ({
  url: `/api/tickets/${ticketId}/${image}`,
  method: 'PUT',
  field: 'image',
})

export const jobPhotos = (
  ticketId: number,
  jobNumber: number,
  moment: 'before' | 'after' | '' = '',
): UploadTarget => ({
  url: `/api/tickets/${ticketId}/jobs/${jobNumber}/photos`,
  method: 'POST',
  field: 'photos',
  fields: { moment },
})

/** What an upload rejects with; `isUnreached` means that sending it again is all there is to do. */
export class UploadError extends Error {
  override readonly name = 'UploadFailed'
  readonly error: AppError
  readonly isNetworkError: boolean

  constructor(error: AppError, isNetworkError = false) {
    super(error.message)
    this.error = error
    this.isNetworkError = isNetworkError
  }
}

const NETWORK_ERROR_MESSAGE = 'Can’t reach the server. The photo is kept here. Try again in a moment.'

const networkError = () =>
  new UploadError({ code: 'OFFLINE', message: NETWORK_ERROR_MESSAGE, fields: {} }, true)

/** The fault in an answer that is not a success. */
export function toUploadError(status: number, text: string): UploadError {
  if (status === 0 || (status >= 502 && status !== 503)) return networkError()
  try {
    const { code, message, fields = {}, requestId, retryAfterSeconds } = JSON.parse(text)
    if (typeof message !== 'string') return networkError()
    if (status === 503)
      return typeof retryAfterSeconds === 'number'
        ? new UploadError({ code, message, fields }, true)
        : networkError()
    const id = status < 500 || requestId === undefined ? {} : { requestId }
    return new UploadError({ code, message, fields, ...id })
  } catch {
    // A proxy before the server may have a limit, and words, of its own.
    return status === 413
      ? new UploadError({ code: 'INVALID', message: new InvalidImageError('too-large').message, fields: {} })
      : networkError()
  }
}

type UploadRequest = {
  readonly target: UploadTarget
  readonly image: File
  /** A UUID of this picture's own; the same for every try. */
  readonly key: string
  /** From 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/** Makes the picture smaller and sends it. Rejects with UploadFailed, or with the signal's reason. */
export async function uploadImage({
  target,
  image,
  key,
  onProgress,
  signal,
}: UploadRequest): Promise<unknown> {
  const resized = await resizeImage(image)
  if (resized.size > MAX_IMAGE_BYTES) {
    const { message } = new InvalidImageError('too-large')
    throw new UploadError({ code: 'INVALID', message, fields: {} })
  }
  const form = new FormData()
  // The server reads as it comes in: what is small stands first.
  for (const [name, value] of Object.entries(target.fields ?? {})) form.append(name, value)
  form.append(target.field, resized, 'picture')
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    request.open(target.method, target.url)
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total)
    }
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(signal?.reason)
    request.onload = () => {
      const isDone = request.status >= 200 && request.status < 300
      if (isDone) resolve(JSON.parse(request.responseText))
      else reject(toUploadError(request.status, request.responseText))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
