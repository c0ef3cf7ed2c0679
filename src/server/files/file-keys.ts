// Where an image is in the file store, and its URL. An image never changes under its id, so it can be cached.

import { IMAGE_SIZES, type ImageSize, type Photo } from '#domain/photos/photo.ts'

/** The owner of an image: a ticket, a booking, or (neither) the company. */
export type FileLocation = {
  readonly companyId: string
  readonly ticketId: number | null
  /**
   * The booking whose id is in its key, even after the booking became a ticket: images are never moved
   * (docs/adr/017).
   */
  readonly bookingId?: string | null
  readonly imageId: string
  /** Not an image, but the archive with this id, of everything the company has. */
  readonly isArchive?: boolean
  /** Not an image, but a PDF with this id. */
  readonly isPdf?: boolean
}

/** Where the archive of a company's export is. */
export const archiveLocation = (companyId: string, fileId: string): FileLocation => ({
  ...{ companyId, ticketId: null, imageId: fileId, isArchive: true },
})

export const archiveKeyOf = ({ companyId, imageId }: FileLocation): string =>
  `company_exports/${companyId}/${imageId}.tar.gz`

export type TicketImage = 'customer-image' | 'rig-image'

function folderOf({ companyId, ticketId, bookingId = null }: FileLocation): string {
  if (bookingId !== null) return `companies/${companyId}/bookings/${bookingId}`
  return ticketId === null ? `company_images/${companyId}` : `companies/${companyId}/tickets/${ticketId}`
}

export const fileKeyOf = (location: FileLocation, size: ImageSize): string =>
  `${folderOf(location)}/${location.imageId}-${size}.webp`

export const pdfKeyOf = (location: FileLocation): string => `${folderOf(location)}/${location.imageId}.pdf`

export function fileKeysOf(location: FileLocation): string[] {
  if (location.isArchive) return [archiveKeyOf(location)]
  if (location.isPdf) return [pdfKeyOf(location)]
  return IMAGE_SIZES.map(size => fileKeyOf(location, size))
}

/** These URLs serve the small size, unless `size=large` is added. */
export const companyImageUrl = (companyId: string, imageId: string): string =>
  `/api/images/company_images/${companyId}?v=${imageId}`

export const ticketImageUrl = (ticketId: number, image: TicketImage, imageId: string): string =>
  `/api/images/tickets/${ticketId}/${image}?v=${imageId}`

/** The image id in an image URL; null for none. */
export const imageIdOf = (url: string | null): string | null =>
  url === null ? null : new URLSearchParams(url.split('?')[1]).get('v')

/** A photo at the desk that belongs to no job line, with the URLs of both sizes. */
export const toHandedOverPhotoDto = <T extends Pick<Photo, 'photoId'>>(handOverId: string, photo: T) => {
  const url = `/api/images/hand-overs/${handOverId}/photo`
  return { ...photo, small: `${url}?size=small`, large: `${url}?size=large` }
}

/** A photo for a customer, with the URL of their link, which works only in their browser. */
export const toLinkPhotoDto = <T extends Pick<Photo, 'photoId'>>(token: string, photo: T) => {
  const url = `/api/images/follow/${token}/photos/${photo.photoId}`
  return { ...photo, small: `${url}?size=small`, large: `${url}?size=large` }
}

/** The URLs of both sizes of a plate's photo, by a ticket of its RV. */
export function toPlateDto(ticketId: number, photoId: string) {
  const url = `/api/images/tickets/${ticketId}/plates/${photoId}`
  return { small: `${url}?size=small`, large: `${url}?size=large` }
}

/** A photo with the URLs of both sizes. */
export const toPhotoDto = <T extends Pick<Photo, 'photoId'>>(ticketId: number, photo: T) => {
  const url = `/api/images/tickets/${ticketId}/photos/${photo.photoId}`
  return { ...photo, small: `${url}?size=small`, large: `${url}?size=large` }
}
