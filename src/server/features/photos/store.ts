// Photos in the database, and which images a ticket refers to. The images themselves are in the file store.

import { sql } from 'kysely'
import type { Photo } from '#domain/photos/photo.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listHandedOverPhotoIds } from '#server/features/bay/store.ts'
import { type FileLocation, imageIdOf } from '#server/files/file-keys.ts'
import { notFound } from '#server/lib/api-errors.ts'

/** Appends photos to a job line, added by `by`. `bookingId`: the booking their images are stored under. */
export async function insertPhotos(
  work: UnitOfWork,
  ticketId: number,
  jobNumber: number,
  photos: readonly Photo[],
  { bookingId = null, by = work.by }: { bookingId?: string | null; by?: UnitOfWork['by'] } = {},
): Promise<void> {
  if (photos.length === 0) return
  const { last } = await work
    .from('photo')
    .where('ticketId', '=', ticketId)
    .where('jobNumber', '=', jobNumber)
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  const who = { addedBy: by.id, addedByName: by.name }
  const rows = photos.map((photo, index) => ({
    companyId: work.companyId,
    ticketId,
    jobNumber,
    bookingId,
    position: last + 1 + index,
    ...photo,
    ...who,
  }))
  await work.database.insertInto('photo').values(rows).execute()
}

export async function deletePhoto(work: UnitOfWork, ticketId: number, photoId: string): Promise<void> {
  await work.remove('photo').where('ticketId', '=', ticketId).where('photoId', '=', photoId).execute()
}

const findPhotoTicket = (work: UnitOfWork, ticketId: number) =>
  work
    .from('ticket')
    .select(['ticketId', 'assignedTechnician', 'profileImageUrl', 'rvImage'])
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()

/** Locks the company instead of a ticket that does not exist: photos of such a ticket are handed to the desk, too. */
export const lockMissingTicket = (work: UnitOfWork): void =>
  work.write(work.from('company').select('companyId').forUpdate())

/** The parts of a ticket that its images need, or NOT_FOUND. */
export async function getPhotoTicket(work: UnitOfWork, ticketId: number) {
  const row = await findPhotoTicket(work, ticketId)
  if (row === undefined) throw notFound()
  return row
}

/** The location of a ticket's photo; null if the ticket has no such photo. */
export async function findPhotoLocation(
  work: UnitOfWork,
  ticketId: number,
  photoId: string,
): Promise<FileLocation | null> {
  const row = await work
    .from('photo')
    .select('bookingId')
    .where('ticketId', '=', ticketId)
    .where('photoId', '=', photoId)
    .executeTakeFirst()
  const { companyId } = work
  return row === undefined ? null : { companyId, ticketId, bookingId: row.bookingId, imageId: photoId }
}

/**
 * The ids of all images that are stored with the ticket's: photos, also those that were handed to the desk, customer image
 * and rig image. A deleted ticket has none.
 */
export async function listImageIdsOfTicket(work: UnitOfWork, ticketId: number): Promise<(string | null)[]> {
  const ticket = await findPhotoTicket(work, ticketId)
  if (ticket === undefined) lockMissingTicket(work)
  const handedOver = await listHandedOverPhotoIds(work, ticketId)
  if (ticket === undefined) return handedOver
  const { profileImageUrl, rvImage } = ticket
  const photos = await work.from('photo').select('photoId').where('ticketId', '=', ticketId).execute()
  return [
    ...[imageIdOf(profileImageUrl), imageIdOf(rvImage)],
    ...photos.map(({ photoId }) => photoId),
    ...handedOver,
  ]
}
