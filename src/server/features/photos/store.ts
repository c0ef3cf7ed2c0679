// Photos in the database. The images themselves are in the file store.

import type { Photo } from '#domain/photos/photo.ts'
import { nextPosition } from '#server/db/next-position.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { helpersOnTicket, lockTickets } from '#server/features/tickets/store.ts'
import type { FileLocation } from '#server/files/file-keys.ts'
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
  const ofLine = work.from('photo').where('ticketId', '=', ticketId).where('jobNumber', '=', jobNumber)
  const first = await nextPosition(ofLine)
  const shared = { ticketId, jobNumber, bookingId, addedBy: by.id, addedByName: by.name }
  const rows = photos.map(({ addendumId = null, ...photo }, index) => ({
    ...photo,
    ...shared,
    addendumId,
    position: first + index,
  }))
  work.insert('photo', ...rows)
}

export async function deletePhoto(work: UnitOfWork, ticketId: number, photoId: string): Promise<void> {
  await work.remove('photo').where('ticketId', '=', ticketId).where('photoId', '=', photoId).execute()
}

const findPhotoTicket = (work: UnitOfWork, ticketId: number) =>
  work
    .from('ticket')
    .select(['ticketId', 'assignedTechnician', 'profileImageUrl', 'rvImage'])
    .select(helpersOnTicket(work))
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

/** The locations of all photos of a ticket, by id. */
export async function listPhotoLocations(
  work: UnitOfWork,
  ticketId: number,
): Promise<Map<string, FileLocation>> {
  const rows = await work
    .from('photo')
    .select(['photoId', 'bookingId'])
    .where('ticketId', '=', ticketId)
    .execute()
  const { companyId } = work
  return new Map(
    rows.map(({ photoId, bookingId }) => [photoId, { companyId, ticketId, bookingId, imageId: photoId }]),
  )
}

/** Locks a ticket, or what stands for one that does not exist, for the images that are stored with it. */
export async function lockTicketForImages(work: UnitOfWork, ticketId: number): Promise<void> {
  lockTickets(work, [ticketId])
  if ((await findPhotoTicket(work, ticketId)) === undefined) lockMissingTicket(work)
}
