// Which images the database refers to: a ticket's, a booking's or the company's own. And archives of exports.

import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { listImageIdsOfTicket } from '#server/features/photos/store.ts'
import { lockTickets } from '#server/features/tickets/store.ts'
import { type FileLocation, imageIdOf } from '#server/files/file-keys.ts'
import { findBooking } from './store.ts'

/** Locks first: after a lost response, the transaction that refers to an image may still be committing. */
export async function listReferencedImages(
  work: UnitOfWork,
  { ticketId, bookingId = null, isArchive }: Pick<FileLocation, 'ticketId' | 'bookingId' | 'isArchive'>,
): Promise<readonly (string | null)[]> {
  if (isArchive) return listArchiveIds(work)
  if (bookingId !== null) return listImagesOfBooking(work, bookingId)
  // A company that was imported may have been taken back.
  if (ticketId === null)
    return (await work.from('company').select('imageUrl').forUpdate().execute()).map(row =>
      imageIdOf(row.imageUrl),
    )
  lockTickets(work, [ticketId])
  return await listImageIdsOfTicket(work, ticketId)
}

async function listArchiveIds(work: UnitOfWork): Promise<readonly (string | null)[]> {
  const exports = await work.from('companyExport').select('fileId').forUpdate().execute()
  return exports.map(({ fileId }) => fileId)
}

/** Booking locks the company as well, so none is being created meanwhile. */
async function listImagesOfBooking(work: UnitOfWork, bookingId: string): Promise<readonly (string | null)[]> {
  await lockCompany(work)
  const booking = await findBooking(work, bookingId)
  if (booking === null) return []
  const { ticketId, photos } = booking
  return ticketId === null ? photos.map(({ photoId }) => photoId) : listReferencedImages(work, { ticketId })
}
