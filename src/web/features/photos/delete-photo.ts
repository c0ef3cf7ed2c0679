import type { ClientContext } from '#web/api/client.ts'
import { removePicture } from './delete-image.ts'

type Options = { readonly context: ClientContext }
type PhotoPlace = { readonly ticketId: number; readonly jobNumber: number; readonly photoId: string }
type ImagePlace = { readonly ticketId: number; readonly image: 'customer-image' | 'rig-image' }

export const removePhoto = ({ ticketId, jobNumber, photoId }: PhotoPlace, options: Options): Promise<void> =>
  removePicture(`/api/tickets/${ticketId}/jobs/${jobNumber}/photos/${photoId}`, options)

export const removeImage = ({ ticketId, image }: ImagePlace, options: Options): Promise<void> =>
  removePicture(`/api/tickets/${ticketId}/${image}`, options)
