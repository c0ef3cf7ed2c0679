// When people are in the shop: they clock in when they arrive and out when they leave. Payroll counts it.

import { addDays } from '#domain/lib/calendar-date.ts'
import { dayAfter, dayOf, timestampOf } from '#domain/lib/company-time.ts'
import type { SheetDays } from './sheet-days.ts'

export type ShopSession = {
  readonly sessionId: string
  readonly employeeId: string
  /** Their name, which stays after deletion. */
  readonly employeeName: string
  readonly clockInTime: Date
  /** Null while they are in the shop. */
  readonly clockOutTime: Date | null
  /** Whether the owner entered or changed its times. */
  readonly isCorrected: boolean
}

type Times = Pick<ShopSession, 'clockInTime' | 'clockOutTime'>

const MINUTE_MS = 60_000
/** A person who was longer in the shop forgot to clock out. */
const MAX_SESSION_HOURS = 24

/** A sentence beside each time of a session that cannot be; none if both can. */
export function sessionTimeErrors(
  { clockInTime, clockOutTime }: Times,
  now: Date,
): Partial<Record<keyof Times, string>> {
  const inFuture = 'That time is in the future. Enter a past time.'
  if (clockInTime > now) return { clockInTime: inFuture }
  if (clockOutTime === null) return {}
  if (clockOutTime > now) return { clockOutTime: inFuture }
  const lengthMs = clockOutTime.getTime() - clockInTime.getTime()
  if (lengthMs <= 0) return { clockOutTime: 'Clock-out must be after clock-in.' }
  return lengthMs > MAX_SESSION_HOURS * 60 * MINUTE_MS
    ? { clockOutTime: `Enter a time within ${MAX_SESSION_HOURS} hours of clock-in.` }
    : {}
}

/** Whether two sessions of a person are at the same time; one that runs goes on. */
export const overlaps = (one: Times, other: Times): boolean =>
  (other.clockOutTime === null || one.clockInTime < other.clockOutTime) &&
  (one.clockOutTime === null || other.clockInTime < one.clockOutTime)

/** The instants between which these days lie. */
export const spanOfDays = ({ from, to }: SheetDays, timeZone: string): { from: Date; until: Date } => ({
  from: timestampOf(from, 0, timeZone),
  until: timestampOf(dayAfter(to), 0, timeZone),
})

type SheetDay<Session extends ShopSession> = {
  readonly day: string
  /** Whole minutes on this day. */
  readonly minutes: number
  /** Those that are partly on this day, in order. */
  readonly sessions: readonly Session[]
}

export type SheetOfPerson<Session extends ShopSession = ShopSession> = {
  readonly employeeId: string
  readonly name: string
  /** Those with time in the shop, in order. */
  readonly days: readonly SheetDay<Session>[]
  /** Those of the days added up. */
  readonly minutes: number
  /** Whether they are in the shop now, so that the time still counts. */
  readonly isRunning: boolean
}

function sheetOf<Session extends ShopSession>(
  sessions: readonly [Session, ...Session[]],
  { from, to }: SheetDays,
  timeZone: string,
  now: Date,
): SheetOfPerson<Session> {
  const days: SheetDay<Session>[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const span = spanOfDays({ from: day, to: day }, timeZone)
    const end = now < span.until ? now : span.until
    const onDay = sessions.filter(
      ({ clockInTime, clockOutTime }) => clockInTime < end && (clockOutTime ?? end) > span.from,
    )
    const ms = onDay.reduce((total, { clockInTime, clockOutTime }) => {
      const start = Math.max(clockInTime.getTime(), span.from.getTime())
      return total + Math.min((clockOutTime ?? end).getTime(), end.getTime()) - start
    }, 0)
    if (onDay.length > 0) days.push({ day, minutes: Math.round(ms / MINUTE_MS), sessions: onDay })
  }
  const [{ employeeId }] = sessions
  return {
    ...{ employeeId, days },
    name: sessions.at(-1)?.employeeName ?? '',
    minutes: days.reduce((total, { minutes }) => total + minutes, 0),
    isRunning: sessions.some(({ clockOutTime }) => clockOutTime === null),
  }
}

/**
 * Who was in the shop on these days and for how long, by name. A session over midnight counts on both days, one that runs up
 * to `now`. Each day is rounded to the nearest minute, and the days add up to a person's total.
 */
export function timeSheet<Session extends ShopSession>(
  sessions: readonly Session[],
  days: SheetDays,
  timeZone: string,
  now: Date,
): SheetOfPerson<Session>[] {
  const people = new Map<string, [Session, ...Session[]]>()
  const inOrder = sessions.toSorted((one, other) => one.clockInTime.getTime() - other.clockInTime.getTime())
  for (const session of inOrder) {
    const own = people.get(session.employeeId)
    if (own === undefined) people.set(session.employeeId, [session])
    else own.push(session)
  }
  return [...people.values()]
    .map(own => sheetOf(own, days, timeZone, now))
    .filter(person => person.days.length > 0)
    .sort((one, other) => one.name.localeCompare(other.name, 'en-US'))
}

/** Hours with two decimals, as payroll takes them: 95 minutes are `1.58`. */
export const decimalHours = (minutes: number): string => (minutes / 60).toFixed(2)

/**
 * A row for each person and day, with its first clock-in and its last clock-out on the company's clock. Minutes are whole and
 * add up; hours are rounded.
 */
export function payrollRows(
  people: readonly SheetOfPerson[],
  timeZone: string,
  timeOf: (at: Date) => string,
) {
  return [
    ['Employee', 'Day', 'Clock In', 'Clock Out', 'Minutes', 'Hours'],
    ...people.flatMap(({ name, days }) =>
      days.map(({ day, minutes, sessions }) => {
        const [first, last] = [sessions[0], sessions.at(-1)]
        const began = first !== undefined && dayOf(first.clockInTime, timeZone) === day
        const end = last?.clockOutTime ?? null
        const ended = end !== null && dayOf(end, timeZone) === day
        return [
          ...[name, day, began ? timeOf(first.clockInTime) : '', ended ? timeOf(end) : ''],
          ...[String(minutes), decimalHours(minutes)],
        ]
      }),
    ),
  ]
}
