// Which images the database refers to: a ticket's, a booking's or the company's own. And archives of exports.

import { type RawBuilder, sql } from 'kysely'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { lockTicketForImages } from '#server/features/photos/store.ts'
import type { FileLocation } from '#server/files/file-keys.ts'
import { listNamedImages, listPlatePhotos } from '#server/files/image-columns.ts'
import { findBooking } from './store.ts'

/** Locks first: after a lost response, the transaction that refers to an image may still be committing. */
export async function listReferencedImages(
  work: UnitOfWork,
  { ticketId, bookingId = null, isArchive }: Pick<FileLocation, 'ticketId' | 'bookingId' | 'isArchive'>,
): Promise<readonly (string | null)[]> {
  if (isArchive) return listArchiveIds(work)
  if (bookingId !== null) return listImagesOfBooking(work, bookingId)
  // A company that was imported may have been deleted by an undo.
  if (ticketId === null) {
    work.write(work.from('company').select('companyId').forUpdate())
    return listImageIds(work, sql`ticket_id is null and booking_id is null`)
  }
  await lockTicketForImages(work, ticketId)
  const [images, plates] = await Promise.all([
    listImageIds(work, sql`ticket_id = ${ticketId}`),
    listPlateIds(work, ticketId),
  ])
  return [...images, ...plates]
}

async function listPlateIds(work: UnitOfWork, ticketId: number): Promise<string[]> {
  const ticket = await work
    .from('ticket')
    .select(['ticketId', 'vin'])
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()
  return ticket === undefined ? [] : (await listPlatePhotos(work, ticket)).map(({ imageId }) => imageId)
}

const listImageIds = async (work: UnitOfWork, condition: RawBuilder<unknown>): Promise<string[]> =>
  (await listNamedImages(work, condition)).map(({ imageId }) => imageId)

async function listArchiveIds(work: UnitOfWork): Promise<readonly (string | null)[]> {
  const exports = await work.from('companyExport').select('fileId').forUpdate().execute()
  return exports.map(({ fileId }) => fileId)
}

/** Booking locks the company as well, so none is being created meanwhile. */
async function listImagesOfBooking(work: UnitOfWork, bookingId: string): Promise<readonly (string | null)[]> {
  await lockCompany(work)
  const booking = await findBooking(work, bookingId)
  if (booking === null) return []
  return booking.ticketId === null
    ? listImageIds(work, sql`booking_id = ${bookingId}`)
    : listReferencedImages(work, { ticketId: booking.ticketId })
}
