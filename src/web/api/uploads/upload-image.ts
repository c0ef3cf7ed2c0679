// Uploads an image with progress. With its key, an image sent again after a lost response is one image.

import { InvalidImageError, MAX_IMAGE_BYTES } from '#domain/photos/photo.ts'
import type { AppError } from '#web/api/client.ts'
import { resizeImage } from './resize-image.ts'

/** Where an image is uploaded, and its form field. */
export type UploadTarget = {
  readonly url: string
  readonly method: 'POST' | 'PUT'
  readonly field: string
  /** The form's other fields. */
  readonly fields?: Readonly<Record<string, string>>
}

export const COMPANY_IMAGE: UploadTarget = { url: '/api/company/image', method: 'PUT', field: 'image' }

export const ticketImage = (ticketId: number, image: 'customer-image' | 'rig-image'): UploadTarget => ({
  url: `/api/tickets/${ticketId}/${image}`,
  method: 'PUT',
  field: 'image',
})

/** Of an addendum of a completed ticket; they are kept with the job line. */
export const addendumPhotos = (ticketId: number, jobNumber: number, addendumId: string): UploadTarget => ({
  url: `/api/tickets/${ticketId}/jobs/${jobNumber}/photos`,
  method: 'POST',
  field: 'photos',
  fields: { addendumId },
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

/** The rejection of an upload; `isNetworkError` means that only a retry helps. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
  readonly error: AppError
  readonly isNetworkError: boolean

  constructor(error: AppError, isNetworkError = false) {
    super(error.message)
    this.error = error
    this.isNetworkError = isNetworkError
  }
}

export const supplierBill = (ticketId: number, partId: string): UploadTarget => ({
  url: `/api/tickets/${ticketId}/parts/${partId}/supplier-bill`,
  method: 'PUT',
  field: 'bill',
})

export const PDF_TYPE = 'application/pdf'

const NETWORK_ERROR_MESSAGE = 'Can’t reach the server. The photo is kept here. Try again in a moment.'

const networkError = () =>
  new UploadError({ code: 'OFFLINE', message: NETWORK_ERROR_MESSAGE, fields: {} }, true)

/** The error in a failed response. */
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
    // A proxy may have its own limit and error text.
    return status === 413
      ? new UploadError({ code: 'INVALID', message: new InvalidImageError('too-large').message, fields: {} })
      : networkError()
  }
}

type UploadRequest = {
  readonly target: UploadTarget
  readonly image: File
  /** A UUID per image; the same for every try. */
  readonly key: string
  /** From 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/** Resizes the image and uploads it, or a PDF as it is. Rejects with UploadError, or with the signal's reason. */
export async function uploadImage({
  target,
  image,
  key,
  onProgress,
  signal,
}: UploadRequest): Promise<unknown> {
  const resized = image.type === PDF_TYPE ? image : await resizeImage(image)
  if (resized.size > MAX_IMAGE_BYTES) {
    const { message } = new InvalidImageError('too-large')
    throw new UploadError({ code: 'INVALID', message, fields: {} })
  }
  const form = new FormData()
  // The server parses in order: small fields first.
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
