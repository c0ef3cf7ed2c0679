import type { ClientContext } from '#web/api.ts'
import { removePicture } from '#web/parts/remove-picture.ts'

type PhotoPlace = { readonly ticketId: number; readonly jobNumber: number; readonly photoId: string }

export const removePhoto = (
  { ticketId, jobNumber, photoId }: PhotoPlace,
  options: { context: ClientContext },
): Promise<void> => removePicture(`/api/tickets/${ticketId}/jobs/${jobNumber}/photos/${photoId}`, options)
