// Photos that have not arrived whole, in the database.

import { sql } from 'kysely'
import type { PhotoStage } from '#domain/photos/photo.ts'
import { ABANDONED_UPLOAD_DAYS, MAX_UNFINISHED_BYTES, MAX_UNFINISHED_UPLOADS } from '#domain/photos/piece.ts'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { idempotencyKeyReused, resumeAt } from '#server/lib/api-errors.ts'

export const NO_JOB = 0

/** Where a photo goes and how large it is: the same with each of its pieces. */
export type PhotoUpload = {
  readonly uploadKey: string
  readonly ticketId: number
  /** `NO_JOB` for a photo of something else. */
  readonly jobNumber: number
  readonly moment: PhotoStage
  /** Bytes of the whole photo. */
  readonly size: number
}

const uploadsOf = (work: UnitOfWork) => work.from('photoUpload').where('accountId', '=', work.by.id)

const findUpload = (work: UnitOfWork, uploadKey: string) =>
  uploadsOf(work)
    .select(['ticketId', 'jobNumber', 'moment', 'size', 'received'])
    .where('uploadKey', '=', uploadKey)
    .executeTakeFirst()

/** How many bytes of a photo have arrived. Refused if its key belongs to another one. */
export async function getReceivedBytes(work: UnitOfWork, upload: PhotoUpload): Promise<number> {
  const found = await findUpload(work, upload.uploadKey)
  if (found === undefined) return 0
  const isSame =
    found.ticketId === upload.ticketId &&
    found.jobNumber === upload.jobNumber &&
    found.moment === upload.moment &&
    found.size === upload.size
  if (!isSame) throw idempotencyKeyReused()
  return found.received
}

/** How many bytes have arrived under a key, for a job line. */
export async function countReceivedBytes(
  work: UnitOfWork,
  { uploadKey, ticketId, jobNumber }: Pick<PhotoUpload, 'uploadKey' | 'ticketId' | 'jobNumber'>,
): Promise<number> {
  const found = await findUpload(work, uploadKey)
  return found?.ticketId === ticketId && found.jobNumber === jobNumber ? found.received : 0
}

/** Deletes the account's photos that have waited longest, so that there is room for one of `size` bytes. */
async function makeRoom(work: UnitOfWork, size: number): Promise<void> {
  const waiting = await uploadsOf(work).select(['uploadKey', 'size']).orderBy('at', 'desc').execute()
  let total = size
  const tooMany = waiting.filter((upload, index) => {
    total += upload.size
    return index + 1 >= MAX_UNFINISHED_UPLOADS || total > MAX_UNFINISHED_BYTES
  })
  if (tooMany.length > 0)
    await deleteUploads(
      work,
      tooMany.map(({ uploadKey }) => uploadKey),
    )
}

/**
 * Adds the piece that begins at `offset`, and returns how many bytes have arrived now. A piece that has arrived before, or
 * too early, is refused with where to go on.
 */
export async function addPiece(
  work: UnitOfWork,
  upload: PhotoUpload,
  offset: number,
  content: Buffer,
): Promise<number> {
  const { companyId } = work
  const accountId = work.by.id
  const { uploadKey } = upload
  // Two requests with one piece, and two photos for the last room.
  const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`photos ${companyId} ${accountId}`}, 0))`
  work.write({ compile: () => lock.compile(work.database) })
  const before = await getReceivedBytes(work, upload)
  if (before !== offset) throw resumeAt(before)
  const received = offset + content.length
  if (offset === 0) {
    await makeRoom(work, upload.size)
    work.insert('photoUpload', { accountId, ...upload, received, at: work.now })
  } else work.save('photoUpload', { accountId, uploadKey }, { received, at: work.now })
  work.insert('photoPiece', { accountId, uploadKey, startByte: offset, content })
  return received
}

/** The pieces of a photo in order. */
export async function listPieces(work: UnitOfWork, uploadKey: string): Promise<Buffer[]> {
  const rows = await work
    .from('photoPiece')
    .select('content')
    .where('accountId', '=', work.by.id)
    .where('uploadKey', '=', uploadKey)
    .orderBy('startByte')
    .execute()
  return rows.map(({ content }) => content)
}

/** Deletes photos that have not arrived whole, or no longer need to. */
export async function deleteUploads(work: UnitOfWork, uploadKeys: readonly string[]): Promise<void> {
  await work
    .remove('photoUpload')
    .where('accountId', '=', work.by.id)
    .where('uploadKey', 'in', uploadKeys)
    .execute()
}

/** Deletes what an account has not sent whole. */
export const deleteUploadsOf = (work: UnitOfWork, accountId: string): void =>
  work.write(work.remove('photoUpload').where('accountId', '=', accountId))

/** Deletes photos of which no piece has arrived for a week. */
export async function deleteAbandonedUploads(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ABANDONED_UPLOAD_DAYS * 24 * 60 * 60 * 1000)
  await sql`select delete_abandoned_photo_uploads(${before})`.execute(database)
}
