// The day for which a shop promises a ticket, so that its customer need not call and ask.

import { closedDayProblem, type LocalOpeningTimes } from '#domain/companies/opening-times.ts'
import { addDays, daysBetween } from '#domain/lib/calendar-date.ts'
import { dayOf, formatDay } from '#domain/lib/company-time.ts'
import type { DaysOff } from '#domain/lib/days-off.ts'
import { DAY_PASSED } from '#domain/refusals/page-blocker.ts'
import type { RigVisit } from '#domain/tickets/rig-visit-fields.ts'

/** A promise, or its move. Days are `YYYY-MM-DD`, the company's. */
export type PromisedDay = {
  readonly day: string
  /** By which the ticket has to be done to be on time. */
  readonly firstDay: string
  /** Why it was moved, as the customer reads it; empty of the first. */
  readonly reason: string
  /** Whether the customer asked for the move. */
  readonly askedByCustomer: boolean
}

export type NewPromisedDay = Omit<PromisedDay, 'firstDay'>

export const MAX_MOVE_REASON_LENGTH = 200

/** A year: a later day is mistyped. */
const MAX_DAYS_AHEAD = 366

type Visit = {
  readonly activeTimestamp: Date | null
  readonly appointment: { readonly day: string } | null
  readonly rigVisit: Pick<RigVisit, 'arrivedOn'>
}

/** The day on which the rig came: as typed, else of Check In. Before that the day of the appointment; null without one. */
export const arrivalDayOf = (
  { activeTimestamp, appointment, rigVisit }: Visit,
  timeZone: string,
): string | null =>
  rigVisit.arrivedOn ??
  (activeTimestamp === null ? null : dayOf(activeTimestamp, timeZone)) ??
  appointment?.day ??
  null

type Circumstances = {
  /** The promise so far; null without one. */
  readonly before: PromisedDay | null
  /** The company's date. */
  readonly today: string
  /** See `arrivalDayOf`. */
  readonly arrival: string | null
  readonly opening: LocalOpeningTimes
  readonly closedDays: readonly DaysOff[]
}

function dayProblem(
  day: string,
  { before, today, arrival, opening, closedDays }: Circumstances,
): string | null {
  if (day < today) return DAY_PASSED
  if (day > addDays(today, MAX_DAYS_AHEAD)) return 'Choose a day within a year.'
  if (arrival !== null && day < arrival)
    return `The appointment is on ${formatDay(arrival)}. Choose that day or a later one.`
  const closed = closedDayProblem(day, opening, closedDays)
  if (closed !== null) return closed
  return day === before?.day ? `It is promised for ${formatDay(day)} already.` : null
}

/** A sentence beside each field of a promise that cannot be made; none if it can. */
export function promisedDayErrors(
  { day, reason }: Pick<NewPromisedDay, 'day' | 'reason'>,
  circumstances: Circumstances,
): Readonly<Record<string, string>> {
  const problem = dayProblem(day, circumstances)
  const lacksReason = circumstances.before !== null && reason === ''
  return {
    ...(problem !== null && { day: problem }),
    ...(lacksReason && { reason: 'Say why the day moves. The customer reads it.' }),
  }
}

/**
 * The promise after `before`. A move that the customer asked for sets a new first day, unless the first had passed by then:
 * a day that was missed stays missed.
 */
export function promiseDay(
  { day, reason, askedByCustomer }: NewPromisedDay,
  before: PromisedDay | null,
  today: string,
): PromisedDay {
  if (before === null) return { day, firstDay: day, reason: '', askedByCustomer: false }
  const isNewFirst = askedByCustomer && today <= before.firstDay
  return { day, reason, askedByCustomer, firstDay: isNewFirst ? day : before.firstDay }
}

/** The first day from `day` on on which the shop is open; null if that is not within a year. */
function firstOpenDay(
  day: string,
  opening: LocalOpeningTimes,
  closedDays: readonly DaysOff[],
): string | null {
  for (let ahead = 0; ahead < MAX_DAYS_AHEAD; ahead++) {
    const next = addDays(day, ahead)
    if (closedDayProblem(next, opening, closedDays) === null) return next
  }
  return null
}

/** What makes a promise impossible: a part that comes later, or an appointment (before `from`) that was moved to a day. */
export type Delay =
  | { readonly by: 'part'; readonly day: string }
  | {
      readonly by: 'appointment'
      readonly from: string
      readonly day: string
      readonly isByCustomer: boolean
    }

/**
 * The move of a promise that a delay makes impossible; null if it stays possible. Work goes on when the shop is open again
 * after the part came; after an appointment it takes as many days as it was promised to take. `today` is the company's.
 */
export function moveFor(
  delay: Delay,
  before: Pick<PromisedDay, 'day'>,
  today: string,
  opening: LocalOpeningTimes,
  closedDays: readonly DaysOff[],
): NewPromisedDay | null {
  // A day that was typed long ago says nothing.
  if (delay.day < today) return null
  const isPart = delay.by === 'part'
  if (isPart && delay.day <= before.day) return null
  const after = isPart ? 1 : Math.max(0, daysBetween(delay.from, before.day))
  const day = firstOpenDay(addDays(delay.day, after), opening, closedDays)
  if (day === null || day <= before.day) return null
  return isPart
    ? { day, reason: `A part is expected ${formatDay(delay.day)}.`, askedByCustomer: false }
    : {
        day,
        reason: `The appointment was moved to ${formatDay(delay.day)}.`,
        askedByCustomer: delay.isByCustomer,
      }
}

/** `Promised for Fri, Dec 4`; after a move, `Promised day moved to Tue, Dec 8`. */
export const promisedDaySentence = ({ day, reason }: Pick<PromisedDay, 'day' | 'reason'>): string =>
  `${reason === '' ? 'Promised for' : 'Promised day moved to'} ${formatDay(day)}`
