// The images of a company, copied from the file store into its export.

import { sql } from 'kysely'
import { imageFile } from '#domain/export/images.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { type FileLocation, fileKeyOf, imageIdOf } from '#server/files/file-keys.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { ExportFile } from './write-files.ts'

export type ExportedImage = {
  /** Its key in the file store. */
  readonly key: string
  /** Its file in the export. */
  readonly name: string
}

type ImageRow = Pick<FileLocation, 'ticketId'> & {
  readonly bookingId: string | null
  readonly image: string
}

/** The images that an export of the company names: its own, those of its tickets, and those handed to the desk. */
export async function listImages(work: UnitOfWork): Promise<readonly ExportedImage[]> {
  authorize(work, 'company.export')
  const { companyId } = work
  const { rows } = await sql<ImageRow>`
    select null::int as ticket_id, null as booking_id, image_url as image from company
      where company_id = ${companyId} and image_url is not null
    union all select ticket_id, null, profile_image_url from ticket
      where company_id = ${companyId} and profile_image_url is not null
    union all select ticket_id, null, rv_image from ticket where company_id = ${companyId} and rv_image is not null
    union all select ticket_id, booking_id::text, photo_id::text from photo where company_id = ${companyId}
    union all select ticket_id, null, photo_id::text from hand_over
      where company_id = ${companyId} and photo_id is not null
    order by ticket_id, image`.execute(work.database)
  const images = new Map<string, ExportedImage>()
  for (const { ticketId, bookingId, image } of rows) {
    const imageId = imageIdOf(image) ?? image
    // An address elsewhere, of a company that was brought along.
    if (!UUID.test(imageId)) continue
    const name = imageFile(companyId, ticketId, imageId)
    images.set(name, { key: fileKeyOf({ companyId, ticketId, bookingId, imageId }, 'large'), name })
  }
  return [...images.values()]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** One after another. An image that was deleted meanwhile is left out, and `onMissing` is called. */
export async function* exportedImageFiles(
  images: readonly ExportedImage[],
  read: FileStore['read'],
  onMissing: (image: ExportedImage) => void,
): AsyncGenerator<ExportFile> {
  for (const image of images) {
    const bytes = await read(image.key)
    if (bytes === null) onMissing(image)
    else yield { name: image.name, content: [bytes] }
  }
}
