// Time in the shop in the database. An exclusion constraint prevents overlapping sessions of one person.

import { sql } from 'kysely'
import type { SheetDays } from '#domain/shop-clock/sheet-days.ts'
import { type ShopSession, spanOfDays } from '#domain/shop-clock/shop-session.ts'
import type { ActivityDetail } from '#domain/tickets/activity.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/api-errors.ts'

const COLUMNS = [
  'sessionId',
  'employeeId',
  'employeeName',
  'clockInTime',
  'clockOutTime',
  'isCorrected',
] as const

const runningSession = statement((scope, { employeeId }: { employeeId: string }) =>
  scope
    .from('shopSession')
    .select(COLUMNS)
    .where('employeeId', '=', employeeId)
    .where('clockOutTime', 'is', null),
)

/** Since when a person is in the shop; null if they are not. */
export const findRunning = async (work: UnitOfWork, employeeId: string): Promise<ShopSession | null> =>
  (await runningSession(work, { employeeId }).executeTakeFirst()) ?? null

/** When the last session of a person ended; null before the first. */
export async function lastEndOf(work: UnitOfWork, employeeId: string): Promise<Date | null> {
  const { ended } = await work
    .from('shopSession')
    .where('employeeId', '=', employeeId)
    .select(({ fn }) => fn.max('clockOutTime').as('ended'))
    .executeTakeFirstOrThrow()
  return ended
}

export async function getShopSession(work: UnitOfWork, sessionId: string): Promise<ShopSession> {
  const session = await work
    .from('shopSession')
    .select(COLUMNS)
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  if (session === undefined) throw notFound('This time was removed.')
  return session
}

/** Those that are partly on these days, in order. */
export function listShopSessions(work: UnitOfWork, days: SheetDays): Promise<ShopSession[]> {
  const { from, until } = spanOfDays(days, work.timeZone)
  return work
    .from('shopSession')
    .select(COLUMNS)
    .where(sql<boolean>`tstzrange(clock_in_time, clock_out_time) && tstzrange(${from}, ${until})`)
    .orderBy('clockInTime')
    .orderBy('sessionId')
    .execute()
}

/** Another session of the same person at the same time; null without one. */
export async function findOverlapping(work: UnitOfWork, session: ShopSession): Promise<ShopSession | null> {
  const { sessionId, employeeId, clockInTime, clockOutTime } = session
  const other = await work
    .from('shopSession')
    .select(COLUMNS)
    .where('employeeId', '=', employeeId)
    .where('sessionId', '<>', sessionId)
    .where(
      sql<boolean>`tstzrange(clock_in_time, clock_out_time) && tstzrange(${clockInTime}, ${clockOutTime})`,
    )
    .orderBy('clockInTime')
    .limit(1)
    .executeTakeFirst()
  return other ?? null
}

/** Logs a change of a person's time in the shop: `correct-shop-time`. */
export function recordShopTime(
  work: UnitOfWork,
  { employeeId, employeeName }: Pick<ShopSession, 'employeeId' | 'employeeName'>,
  verb: string,
  detail: ActivityDetail = {},
): void {
  work.recordChange({
    ...{ kind: 'employee', id: employeeId, verb: `employee.${verb}`, card: null },
    detail: { employee: employeeName, ...detail },
  })
}

export const addShopSession = (work: UnitOfWork, session: ShopSession): void =>
  work.insert('shopSession', session)

export const saveShopSession = (
  work: UnitOfWork,
  { sessionId, clockInTime, clockOutTime, isCorrected }: ShopSession,
): void => work.save('shopSession', { sessionId }, { clockInTime, clockOutTime, isCorrected })

export const deleteShopSession = (work: UnitOfWork, { sessionId }: ShopSession): void =>
  work.write(work.remove('shopSession').where('sessionId', '=', sessionId))

/** Ends a person's time in the shop, if they are there, and logs it. */
export async function clockOutOfShop(work: UnitOfWork, employeeId: string): Promise<void> {
  const running = await findRunning(work, employeeId)
  if (running === null) return
  const { clockInTime } = running
  saveShopSession(work, { ...running, clockOutTime: work.now < clockInTime ? clockInTime : work.now })
  recordShopTime(work, running, employeeId === work.by.id ? 'clock-out-of-shop' : 'end-shop-time')
}
