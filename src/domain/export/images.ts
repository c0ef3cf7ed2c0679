// Where the images of an export are, beside the files that name them.

const IMAGE_PATH =
  /^\/api\/images\/(?:company_images\/[^/?]+\?v=|tickets\/(?<ticket>\d+)\/(?:(?:customer|rig)-image\?v=|photos\/))(?<image>[0-9a-f-]{36})(?=$|[?&])/

/** The file of an image or a PDF: a ticket's, or (without a ticket) the company's own. */
export const imageFile = (
  companyUUID: string,
  ticketId: number | null,
  imageId: string,
  extension: 'webp' | 'pdf' = 'webp',
): string =>
  ['images', companyUUID, ...(ticketId === null ? [] : [String(ticketId)]), `${imageId}.${extension}`].join(
    '/',
  )

/** The file of the image at a path of this server; any other address stays as it is. */
export function imageFileOf(path: string, companyUUID: string): string {
  const { ticket, image } = IMAGE_PATH.exec(path)?.groups ?? {}
  if (image === undefined) return path
  return imageFile(companyUUID, ticket === undefined ? null : Number(ticket), image)
}
