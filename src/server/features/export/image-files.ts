// The images and suppliers' bills of a company, copied from the file store into its export.

import { sql } from 'kysely'
import { imageFile } from '#domain/export/images.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { fileKeyOf, pdfKeyOf } from '#server/files/file-keys.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { listNamedImages, listPlatePhotos } from '#server/files/image-columns.ts'
import type { ExportFile } from './write-files.ts'

export type ExportedImage = {
  /** Its key in the file store. */
  readonly key: string
  /** Its file in the export. */
  readonly name: string
}

/** The images that an export of the company names: its own, those of its tickets, and those handed to the desk. */
export async function listImages(work: UnitOfWork): Promise<readonly ExportedImage[]> {
  authorize(work, 'company.export')
  const named = await listNamedImages(work, sql`(booking_id is null or ticket_id is not null)`)
  const images = [...named, ...(await listPlatePhotos(work))].map(location => {
    const { companyId, ticketId, imageId, isPdf = false } = location
    const name = imageFile(companyId, ticketId, imageId, isPdf ? 'pdf' : 'webp')
    return [name, { key: isPdf ? pdfKeyOf(location) : fileKeyOf(location, 'large'), name }] as const
  })
  return [...new Map(images).values()]
}

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
