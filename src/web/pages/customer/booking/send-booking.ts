// Sends a booking with its resized photos. With the same idempotency key, a booking that is sent again because the
// response was lost stays one booking.

import { ORPCError } from '@orpc/client'
import type * as z from 'zod'
import type { bookingResult, newBooking } from '#contract/bookings.ts'
import { InvalidImageError } from '#domain/photos/photo.ts'
import { resizeImage } from '#web/api/uploads/resize-image.ts'

export type BookingResult = z.output<typeof bookingResult>

const resizedPhotos = new WeakMap<File, Promise<Blob>>()

/** The same bytes on every attempt, as the idempotency key requires. */
function resizedPhoto(photo: File): Promise<Blob> {
  const resized = resizedPhotos.get(photo) ?? resizeImage(photo)
  resizedPhotos.set(photo, resized)
  return resized
}

async function errorOf(response: Response): Promise<Error> {
  const { status } = response
  const body: unknown = await response.json().catch(() => null)
  const { code, message, ...data } = (body ?? {}) as { code?: string; message?: string }
  if (code !== undefined && message !== undefined) return new ORPCError(code, { status, message, data })
  // A reverse proxy may have its own size limit and its own error page.
  if (status === 413)
    return new ORPCError('INVALID', { status, message: new InvalidImageError('too-large').message })
  return new Error(`The server responded with ${status}.`)
}

/** Rejects with the same errors as the typed client. */
export async function sendBooking(
  companyId: string,
  booking: z.input<typeof newBooking>,
  photos: readonly File[],
  key: string,
): Promise<BookingResult> {
  const body = new FormData()
  body.set('booking', JSON.stringify(booking))
  for (const photo of photos) body.append('photos', await resizedPhoto(photo), 'picture')
  const response = await fetch(`/api/companies/${companyId}/bookings`, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body,
  })
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as BookingResult
}
