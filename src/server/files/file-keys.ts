// Where a picture lies in the file store, and the address at which it is asked for. A picture never
// changes under its id, so whoever has seen one may keep it.

import { IMAGE_SIZES, type ImageSize, type Photo } from '#domain/photos/photo.ts'

/** Whose picture it is: a ticket's, a booking's, or (neither) the company's own image. */
export type FileLocation = {
  readonly companyId: string
  readonly ticketId: number | null
  /** Under whose id it lies, also once the booking is a ticket: a picture is never moved (decisions/017). */
  readonly bookingId?: string | null
  readonly imageId: string
}

export type TicketImage = 'customer-image' | 'rig-image'

function folderOf({ companyId, ticketId, bookingId = null }: FileLocation): string {
  if (bookingId !== null) return `companies/${companyId}/bookings/${bookingId}`
  return ticketId === null ? `company_images/${companyId}` : `companies/${companyId}/tickets/${ticketId}`
}

export const fileKeyOf = (location: FileLocation, size: ImageSize): string =>
  `${folderOf(location)}/${location.imageId}-${size}.webp`

export const fileKeysOf = (location: FileLocation): string[] =>
  IMAGE_SIZES.map(size => fileKeyOf(location, size))

/** What is asked for at these addresses is the small size, unless `size=large` is added. */
export const companyImageUrl = (companyId: string, pictureId: string): string =>
  `/api/pictures/company_images/${companyId}?v=${pictureId}`

export const ticketImageUrl = (ticketId: number, image: TicketImage, pictureId: string): string =>
  `/api/pictures/tickets/${ticketId}/${image}?v=${pictureId}`

/** Which picture an image's address names; null for none. */
export const imageIdOf = (url: string | null): string | null =>
  url === null ? null : new URLSearchParams(url.split('?')[1]).get('v')

/** A photo as a customer is told of it: by their link, which nobody else's browser has answered. */
export const toLinkPhotoDto = <T extends Pick<Photo, 'photoId'>>(token: string, photo: T) => {
  const url = `/api/pictures/follow/${token}/photos/${photo.photoId}`
  return { ...photo, small: `${url}?size=small`, large: `${url}?size=large` }
}

/** A photo as it leaves, with the addresses of both sizes. */
export const toPhotoDto = <T extends Pick<Photo, 'photoId'>>(ticketId: number, photo: T) => {
  const url = `/api/pictures/tickets/${ticketId}/photos/${photo.photoId}`
  return { ...photo, small: `${url}?size=small`, large: `${url}?size=large` }
}
