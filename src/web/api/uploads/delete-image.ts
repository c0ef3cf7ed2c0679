// Deleting an image is not in the typed client, because images are uploaded as files; its errors are the same.

import { ORPCError } from '@orpc/client'
import type { ClientContext } from '#web/api/client.ts'
import { fetchWithTimeout } from '#web/api/fetch-with-timeout.ts'
import { toUploadError } from './upload-image.ts'

export async function deleteImage(
  url: string,
  { context: { idempotencyKey } }: { context: ClientContext },
): Promise<void> {
  const response = await fetchWithTimeout(url, {
    method: 'DELETE',
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  })
  if (response.ok) return
  const uploadError = toUploadError(response.status, await response.text())
  if (uploadError.isNetworkError) throw uploadError
  const { code, message, fields, requestId } = uploadError.error
  throw new ORPCError(code, { status: response.status, message, data: { fields, requestId } })
}

type Options = { readonly context: ClientContext }
type PhotoReference = { readonly ticketId: number; readonly jobNumber: number; readonly photoId: string }
type ImageReference = { readonly ticketId: number; readonly image: 'customer-image' | 'rig-image' }

export const deletePhoto = (
  { ticketId, jobNumber, photoId }: PhotoReference,
  options: Options,
): Promise<void> => deleteImage(`/api/tickets/${ticketId}/jobs/${jobNumber}/photos/${photoId}`, options)

export const deleteSupplierBill = (
  { ticketId, partId }: { readonly ticketId: number; readonly partId: string },
  options: Options,
): Promise<void> => deleteImage(`/api/tickets/${ticketId}/parts/${partId}/supplier-bill`, options)

export const deleteTicketImage = ({ ticketId, image }: ImageReference, options: Options): Promise<void> =>
  deleteImage(`/api/tickets/${ticketId}/${image}`, options)
