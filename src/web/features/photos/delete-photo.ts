import type { ClientContext } from '#web/api/client.ts'
import { deleteImage } from './delete-image.ts'

type Options = { readonly context: ClientContext }
type PhotoReference = { readonly ticketId: number; readonly jobNumber: number; readonly photoId: string }
type ImageReference = { readonly ticketId: number; readonly image: 'customer-image' | 'rig-image' }

export const deletePhoto = (
  { ticketId, jobNumber, photoId }: PhotoReference,
  options: Options,
): Promise<void> => deleteImage(`/api/tickets/${ticketId}/jobs/${jobNumber}/photos/${photoId}`, options)

export const deleteTicketImage = ({ ticketId, image }: ImageReference, options: Options): Promise<void> =>
  deleteImage(`/api/tickets/${ticketId}/${image}`, options)
