// Sends a picture, with how far it has come. The key makes a picture that is sent again, because the
// answer was lost on the way, one picture.

import { LARGEST_PICTURE_BYTES, UnusablePicture } from '#domain/photos/photo.ts'
import { shrinkPicture } from '#web/ui/images/resize-image.ts'
import type { Fault } from './client.ts'

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
export class UploadFailed extends Error {
  override readonly name = 'UploadFailed'
  readonly fault: Fault
  readonly isUnreached: boolean

  constructor(fault: Fault, isUnreached = false) {
    super(fault.message)
    this.fault = fault
    this.isUnreached = isUnreached
  }
}

const UNREACHED = 'The server cannot be reached. The picture is kept here; try again in a moment.'

const unreached = () => new UploadFailed({ code: 'OFFLINE', message: UNREACHED, fields: {} }, true)

/** The fault in an answer that is not a success. */
export function faultOfAnswer(status: number, text: string): UploadFailed {
  if (status === 0 || (status >= 502 && status !== 503)) return unreached()
  try {
    const { code, message, fields = {}, requestId, retryAfterSeconds } = JSON.parse(text)
    if (typeof message !== 'string') return unreached()
    if (status === 503)
      return typeof retryAfterSeconds === 'number'
        ? new UploadFailed({ code, message, fields }, true)
        : unreached()
    const id = status < 500 || requestId === undefined ? {} : { requestId }
    return new UploadFailed({ code, message, fields, ...id })
  } catch {
    // A proxy before the server may have a limit, and words, of its own.
    return status === 413
      ? new UploadFailed({ code: 'INVALID', message: new UnusablePicture('too-large').message, fields: {} })
      : unreached()
  }
}

export type Sending = {
  readonly target: UploadTarget
  readonly picture: File
  /** A UUID of this picture's own; the same for every try. */
  readonly key: string
  /** From 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/** Makes the picture smaller and sends it. Rejects with UploadFailed, or with the signal's reason. */
export async function sendPicture({ target, picture, key, onProgress, signal }: Sending): Promise<unknown> {
  const smaller = await shrinkPicture(picture)
  if (smaller.size > LARGEST_PICTURE_BYTES) {
    const { message } = new UnusablePicture('too-large')
    throw new UploadFailed({ code: 'INVALID', message, fields: {} })
  }
  const form = new FormData()
  // The server reads as it comes in: what is small stands first.
  for (const [name, value] of Object.entries(target.fields ?? {})) form.append(name, value)
  form.append(target.field, smaller, 'picture')
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    request.open(target.method, target.url)
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total)
    }
    request.onerror = () => reject(unreached())
    request.onabort = () => reject(signal?.reason)
    request.onload = () => {
      const isDone = request.status >= 200 && request.status < 300
      if (isDone) resolve(JSON.parse(request.responseText))
      else reject(faultOfAnswer(request.status, request.responseText))
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
