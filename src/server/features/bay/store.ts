// Technicians' phones, and what they handed to the desk, in the database.

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { MAX_COMMAND_AGE_DAYS } from '#domain/bay/command-age.ts'
import type { Photo } from '#domain/photos/photo.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { recordActivity } from '#server/features/tickets/store.ts'
import { type FileLocation, toHandedOverPhotoDto } from '#server/files/file-keys.ts'
import { idempotencyKeyReused } from '#server/lib/api-errors.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Of one technician; the one heard of longest ago is forgotten. */
const MAX_PHONES = 10

type PhoneReport = {
  readonly deviceId: string
  readonly notSent: number
  readonly oldestTappedAt: Date | null
}

/** Saves what the actor's phone says; within a minute only if it has changed. */
export async function savePhoneReport(work: UnitOfWork, report: PhoneReport): Promise<void> {
  const { now, by } = work
  const known = await work
    .from('bayDevice')
    .select(['deviceId', 'heardAt', 'notSent'])
    .where('technicianId', '=', by.id)
    .orderBy('heardAt', 'desc')
    .execute()
  const before = known.find(({ deviceId }) => deviceId === report.deviceId)
  const isFresh = before !== undefined && now.getTime() - before.heardAt.getTime() < MINUTE_MS
  if (isFresh && before.notSent === report.notSent) return
  const row = { technicianId: by.id, ...report, heardAt: now }
  work.upsert('bayDevice', row, { key: ['technicianId', 'deviceId'] })
  const forgotten = before === undefined ? known.slice(MAX_PHONES - 1) : []
  if (forgotten.length > 0)
    await work
      .remove('bayDevice')
      .where('technicianId', '=', by.id)
      .where(
        'deviceId',
        'in',
        forgotten.map(({ deviceId }) => deviceId),
      )
      .execute()
}

/** All phones of each technician together; those who are clocked in, or whose phones hold something. */
export async function listPhones(work: UnitOfWork) {
  const rows = await work
    .from('bayDevice')
    .innerJoin('employee', on =>
      on
        .onRef('employee.companyId', '=', 'bayDevice.companyId')
        .onRef('employee.employeeId', '=', 'bayDevice.technicianId'),
    )
    .select(({ fn, eb, selectFrom }) => [
      'bayDevice.technicianId',
      'firstName',
      'lastName',
      // Of a phone that holds something: a lost one is not heard of with the next one.
      sql<Date>`coalesce(min(heard_at) filter (where not_sent > 0), max(heard_at))`.as('lastHeardAt'),
      sql<number>`sum(not_sent)::int`.as('notSent'),
      fn.min('oldestTappedAt').as('oldestTappedAt'),
      eb
        .exists(
          selectFrom('clockSession')
            .select('clockSession.sessionId')
            .whereRef('clockSession.companyId', '=', 'bayDevice.companyId')
            .whereRef('clockSession.technicianId', '=', 'bayDevice.technicianId')
            .where('clockOutTime', 'is', null),
        )
        .as('isClockedIn'),
    ])
    .groupBy(['bayDevice.companyId', 'bayDevice.technicianId', 'firstName', 'lastName'])
    .orderBy('bayDevice.technicianId')
    .execute()
  return rows
    .map(({ firstName, lastName, isClockedIn, ...row }) => ({
      ...row,
      technician: fullName({ firstName, lastName }),
      isClockedIn: Boolean(isClockedIn),
    }))
    .filter(({ notSent, isClockedIn }) => notSent > 0 || isClockedIn)
}

/** Forgets what waits on a technician's phones, until they report it again. */
export async function dismissPhones(work: UnitOfWork, technicianId: string): Promise<void> {
  await work.remove('bayDevice').where('technicianId', '=', technicianId).where('notSent', '>', 0).execute()
}

/** Forgets the phones of an account. */
export const deletePhonesOf = (work: UnitOfWork, technicianId: string): void =>
  work.write(work.remove('bayDevice').where('technicianId', '=', technicianId))

/** Forgets phones that were not heard of for a long time. */
export async function deleteSilentPhones(database: Database, now: Date): Promise<void> {
  // What waits on such a phone is too old to be sent.
  const before = new Date(now.getTime() - MAX_COMMAND_AGE_DAYS * DAY_MS)
  await sql`select delete_silent_devices(${before})`.execute(database)
}

export type HandedOverPhoto = Omit<Photo, 'addedAt'>

type HandOver = {
  /** Made from the key of its request: handed over again after the key is forgotten, it is the same. */
  readonly handOverId: string
  readonly ticketId: number
  readonly jobNumber: number | null
  readonly label: string
  readonly text: string
  readonly reason: string
  readonly tappedAt: Date
}

/**
 * Gives it to the desk once, with the photo if it was one, and logs that. `ticket` may be another technician's by now;
 * null if it is gone.
 */
export async function addHandOver(
  work: UnitOfWork,
  handOver: HandOver,
  ticket: Ticket | null,
  photo: HandedOverPhoto | null = null,
): Promise<void> {
  const { companyId, now, by } = work
  const columns = photo !== null && {
    ...{ photoId: photo.photoId, photoMoment: photo.moment },
    ...{ photoWidth: photo.width, photoHeight: photo.height },
  }
  const { numInsertedOrUpdatedRows = 0n } = await work.database
    .insertInto('handOver')
    .values({
      ...{ companyId, ...handOver, technicianId: by.id, technician: by.name, at: now },
      // By a clock that may be ahead.
      tappedAt: handOver.tappedAt < now ? handOver.tappedAt : now,
      ...columns,
    })
    .onConflict(same => same.columns(['companyId', 'handOverId']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return assertSameHandOver(work, handOver, photo)
  if (ticket !== null) {
    const job = ticket.jobs.find(({ jobNumber }) => jobNumber === handOver.jobNumber)
    const detail = { ...(job !== undefined && jobDetail(job)), ...(photo !== null && { photos: 1 }) }
    recordActivity(work, ticket, 'hand-over', detail)
  }
}

/** Throws REFUSED if something else was handed over under this id. What was refused may be so for another reason by now. */
async function assertSameHandOver(
  work: UnitOfWork,
  { handOverId, ticketId, jobNumber, label, text }: HandOver,
  photo: HandedOverPhoto | null,
): Promise<void> {
  const stored = await work
    .from('handOver')
    .select(['technicianId', 'ticketId', 'jobNumber', 'label', 'text', 'photoId'])
    .where('handOverId', '=', handOverId)
    .executeTakeFirstOrThrow()
  const { photoId, ...content } = stored
  const isSame =
    isDeepStrictEqual(content, { technicianId: work.by.id, ticketId, jobNumber, label, text }) &&
    (photoId === null) === (photo === null)
  if (!isSame) throw idempotencyKeyReused()
}

/** The desk works through them: far more than anyone has open. */
const MAX_LISTED = 200

type PhotoColumns = {
  readonly photoId: string | null
  readonly photoMoment: Photo['moment'] | null
  readonly photoWidth: number | null
  readonly photoHeight: number | null
}

function withPhoto<Row extends PhotoColumns>(row: Row) {
  const { photoId, photoMoment, photoWidth, photoHeight, ...handOver } = row
  const photo: HandedOverPhoto | null =
    photoId === null
      ? null
      : { photoId, moment: photoMoment ?? '', width: photoWidth ?? 0, height: photoHeight ?? 0 }
  return { ...handOver, photo }
}

const PHOTO_COLUMNS = ['photoId', 'photoMoment', 'photoWidth', 'photoHeight'] as const

/** What is not done, oldest first, with the states of their tickets. */
export async function listHandOvers(work: UnitOfWork) {
  const rows = await work
    .from('handOver')
    .leftJoin('ticket', on =>
      on
        .onRef('ticket.companyId', '=', 'handOver.companyId')
        .onRef('ticket.ticketId', '=', 'handOver.ticketId'),
    )
    .select(['handOverId', 'handOver.ticketId', 'ticket.state', 'jobNumber', 'technicianId', 'technician'])
    .select(['label', 'text', 'reason', 'tappedAt', 'handOver.at as handedOverAt'])
    .select(PHOTO_COLUMNS)
    .where('settledAt', 'is', null)
    .orderBy('handOver.at')
    .orderBy('handOverId')
    .limit(MAX_LISTED)
    .execute()
  return rows
    .map(withPhoto)
    .map(({ photo, ...row }) => ({ ...row, photo: photo && toHandedOverPhotoDto(row.handOverId, photo) }))
}

/** A hand-over, locked in a command; null if the company has none with this id. */
export async function findHandOver(work: UnitOfWork, handOverId: string) {
  const row = await work
    .from('handOver')
    .select(['handOverId', 'ticketId', 'jobNumber', 'technicianId', 'technician', 'label', 'tappedAt'])
    .select(['settledAt', 'settledByName', ...PHOTO_COLUMNS])
    .where('handOverId', '=', handOverId)
    .$if(work.isCommand, query => query.forUpdate())
    .executeTakeFirst()
  return row === undefined ? null : withPhoto(row)
}

/** Where the photo of a hand-over is stored: with its ticket's. Null without one. */
export async function findHandedOverLocation(
  work: UnitOfWork,
  handOverId: string,
): Promise<FileLocation | null> {
  const found = await findHandOver(work, handOverId)
  if (found === null || found.photo === null) return null
  return { companyId: work.companyId, ticketId: found.ticketId, imageId: found.photo.photoId }
}

type FoundHandOver = NonNullable<Awaited<ReturnType<typeof findHandOver>>>

/** Takes it off the desk's list, and logs that. It no longer refers to its photo. */
export function settleHandOver(
  work: UnitOfWork,
  { handOverId, technician }: Pick<FoundHandOver, 'handOverId' | 'technician'>,
  ticket: Ticket | null,
): void {
  work.save('handOver', { handOverId }, { settledAt: work.now, settledByName: work.by.name, photoId: null })
  if (ticket !== null) recordActivity(work, ticket, 'settle-hand-over', { technician })
}
