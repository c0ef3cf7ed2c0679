// What each day of an RV's visit went to: to work, or to waiting, and for what.

import { addDays } from '#domain/lib/calendar-date.ts'
import { formatDay } from '#domain/lib/company-time.ts'
import { DAY_CAUSES, type DayCause } from '#domain/on-hold/day-cause.ts'
import type { HoldReason } from '#domain/on-hold/hold.ts'
import type { TicketAction } from '#domain/tickets/activity.ts'

/** The actions of the log that begin or end waiting. */
export const WAITING_ACTIONS = [
  ...['hold', 'resume', 'askApproval', 'approve', 'finalize', 'close', 'reopen'],
  ...['assign', 'assign-planned', 'release'],
] as const satisfies readonly TicketAction[]

/** One of them. Days are `YYYY-MM-DD`, the company's. */
export type WaitingEvent = {
  readonly day: string
  readonly action: string
  /** Of a hold. */
  readonly reason: HoldReason | null
}

/** What the desk said that days went to, both included; `cause` is null where they are as noted again. */
export type DaysCorrection = {
  readonly firstDay: string
  readonly lastDay: string
  readonly cause: DayCause | null
}

type Visit = {
  readonly arrival: string
  /** The day of pickup; for an RV that is still here, today. */
  readonly end: string
  /** Oldest first. */
  readonly events: readonly WaitingEvent[]
  /** From when to when each request waited for the customer's answer; null while it waits. */
  readonly requests: readonly { readonly from: string; readonly until: string | null }[]
  /** The days on which someone was clocked in. */
  readonly workedDays: ReadonlySet<string>
  /** Whether it has a technician now. */
  readonly hasTechnician: boolean
  /** Oldest first: of those that a day has, the last counts. */
  readonly corrections: readonly DaysCorrection[]
}

/** Days in a row with one cause. */
export type DaySpan = { readonly cause: DayCause; readonly firstDay: string; readonly days: number }

type Status = {
  readonly hold: HoldReason | null
  readonly isInApproval: boolean
  readonly isDone: boolean
  readonly hasTechnician: boolean
}

function after(status: Status, { action, reason }: WaitingEvent): Status {
  switch (action) {
    case 'hold':
      return { ...status, hold: reason }
    case 'resume':
      return { ...status, hold: null }
    case 'askApproval':
      return { ...status, isInApproval: true }
    case 'approve':
      return { ...status, isInApproval: false }
    case 'finalize':
      return { ...status, hold: null, isDone: true }
    case 'close':
      return { ...status, hold: null }
    case 'reopen':
      return { ...status, isDone: false }
    case 'release':
      return { ...status, hasTechnician: false }
    default:
      return { ...status, hasTechnician: true }
  }
}

const HOLD_CAUSES: Readonly<Record<HoldReason, DayCause>> = {
  part: 'part',
  customer: 'customer',
  weather: 'weather',
  warranty: 'authorization',
}

/** What a ticket waits for that nobody works on. `isAsked`: whether its customer has a request to answer. */
export function waitingCauseOf(
  { hold, isInApproval, isDone, hasTechnician }: Status,
  isAsked: boolean,
): DayCause {
  if (isDone) return 'pickup'
  if (hold !== null) return HOLD_CAUSES[hold]
  if (isAsked) return 'customer'
  if (isInApproval) return 'authorization'
  return hasTechnician ? 'none' : 'technician'
}

function causeOf(day: string, status: Status, { workedDays, requests, corrections }: Visit): DayCause {
  const corrected = corrections.findLast(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
  if (corrected !== undefined && corrected.cause !== null) return corrected.cause
  const isAsked = requests.some(({ from, until }) => from <= day && (until === null || day < until))
  return workedDays.has(day) ? 'work' : waitingCauseOf(status, isAsked)
}

const TECHNICIAN_ACTIONS: readonly string[] = ['assign', 'assign-planned', 'release']

/** Whether it had a technician before its first event: one that was imported has no log of who was assigned. */
function hadTechnician({ events, hasTechnician }: Visit): boolean {
  const first = events.find(({ action }) => TECHNICIAN_ACTIONS.includes(action))
  return first === undefined ? hasTechnician : first.action === 'release'
}

/** A sentence beside each day of a correction that cannot be so; none if both can. `end` is the first day that is not corrected. */
export function correctionErrors(
  { firstDay, lastDay }: Pick<DaysCorrection, 'firstDay' | 'lastDay'>,
  { arrival, end }: Pick<Visit, 'arrival' | 'end'>,
): Partial<Record<'firstDay' | 'lastDay', string>> {
  if (firstDay < arrival)
    return { firstDay: `The RV came on ${formatDay(arrival)}. Enter that day or a later one.` }
  if (lastDay < firstDay) return { lastDay: 'Enter the first day or a later one.' }
  return lastDay < end
    ? {}
    : {
        lastDay: `Enter ${formatDay(addDays(end, -1))} or an earlier day: later ones are not over, or the RV had left.`,
      }
}

/**
 * The days from arrival to pickup, each with one cause: what the desk said, or as it was when the day ended; work comes before waiting. The day of
 * arrival counts, that of pickup does not: an RV that came on Monday and left on Wednesday was here two days.
 */
export function daysByCause(visit: Visit): DaySpan[] {
  const { arrival, end, events } = visit
  const spans: DaySpan[] = []
  let status: Status = {
    ...{ hold: null, isInApproval: false, isDone: false },
    hasTechnician: hadTechnician(visit),
  }
  let next = 0
  for (let day = arrival; day < end; day = addDays(day, 1)) {
    for (let event = events[next]; event !== undefined && event.day <= day; event = events[next]) {
      status = after(status, event)
      next += 1
    }
    const cause = causeOf(day, status, visit)
    const last = spans.at(-1)
    if (last?.cause === cause) spans[spans.length - 1] = { ...last, days: last.days + 1 }
    else spans.push({ cause, firstDay: day, days: 1 })
  }
  return spans
}

/** `1 day`, `12 days` */
export const formatDayCount = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

/** How many days went to each cause, most first. */
export const daysOfCauses = (
  spans: readonly DaySpan[],
): { readonly cause: DayCause; readonly days: number }[] =>
  DAY_CAUSES.map(cause => ({
    cause,
    days: spans.filter(span => span.cause === cause).reduce((sum, { days }) => sum + days, 0),
  }))
    .filter(({ days }) => days > 0)
    .sort((one, other) => other.days - one.days)

const CUSTOMER_LABELS: Readonly<Record<DayCause, string>> = {
  work: 'of work',
  part: 'waiting for a part',
  customer: 'waiting for your reply',
  authorization: 'waiting for approval',
  weather: 'waiting for better weather',
  bay: 'waiting for a bay',
  technician: 'waiting for a technician',
  pickup: 'ready for pickup',
  none: 'in the shop',
}

/** For its customer: `12 days at the shop: 7 waiting for a part, 3 of work, 2 ready for pickup`; null before a day is over. */
export function daysSentence(spans: readonly DaySpan[]): string | null {
  const causes = daysOfCauses(spans)
  if (causes.length === 0) return null
  const total = causes.reduce((sum, { days }) => sum + days, 0)
  const parts = causes.map(({ cause, days }) => `${days} ${CUSTOMER_LABELS[cause]}`)
  return `${formatDayCount(total)} at the shop: ${parts.join(', ')}`
}
