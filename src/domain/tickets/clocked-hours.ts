// What the clock charges of a ticket's job lines, and how that came about. Seconds are not charged: each session counts in whole
// minutes, as it is shown.

import type { ClockSession } from '#domain/clocks/clock.ts'
import { allocate } from '#domain/lib/allocate.ts'
import { dayOf, formatDay } from '#domain/lib/company-time.ts'
import { formatHours, toHundredths } from '#domain/lib/hours.ts'
import { chargedHundredths, clockRuleKey, type LineClockRule } from '#domain/pricing/clock-rule.ts'
import type { Job } from './job.ts'
import { formatBilledHours } from './labor.ts'
import type { Ticket } from './ticket.ts'

export type ClockedLine = Pick<Job, 'jobNumber' | 'clockRule' | 'clockedHours' | 'billed' | 'sessions'>

const MINUTE_MS = 60_000

type LineSession = ClockSession & { readonly jobNumber: number }

/** A finished session as it is charged. */
type CountedSession = {
  readonly jobNumber: number
  readonly technicianId: string
  readonly technician: string
  /** Whole minutes, with those from arrival. */
  readonly minutes: number
  readonly percent: number
  readonly isFromArrival: boolean
}

/** A day's finished sessions on lines of one rule, in the order in which they began. */
type Visit = {
  /** `YYYY-MM-DD`, the company's date on which they began. */
  readonly day: string
  readonly sessions: readonly CountedSession[]
  /** By job line, in hundredths of an hour. Empty where each line is charged for its whole time. */
  readonly shares: ReadonlyMap<number, number>
}

type ClockedTime = {
  readonly visits: readonly Visit[]
  /** What each line is charged, in hundredths of an hour; only lines with a finished session. */
  readonly charged: ReadonlyMap<number, number>
}

const sessionsOf = (jobs: readonly ClockedLine[]): LineSession[] =>
  jobs
    .flatMap(({ jobNumber, sessions }) => sessions.map(session => ({ ...session, jobNumber })))
    .sort(
      (one, other) =>
        one.clockInTime.getTime() - other.clockInTime.getTime() || (one.sessionId < other.sessionId ? -1 : 1),
    )

function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}

const minutesBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / MINUTE_MS))

/**
 * A day's finished sessions on lines of the rule. `all` are the day's sessions on the ticket, in order: the first of them, if
 * it is on such a line, is charged from `arrivedAt`. The first person on such lines counts whole, also while their clock runs.
 */
function countSessions(
  day: string,
  all: readonly LineSession[],
  isOfRule: (session: LineSession) => boolean,
  { start, otherPeople, timeZone }: LineClockRule,
  arrivedAt: Date | null,
): CountedSession[] {
  const own = all.filter(isOfRule)
  const isArrivalDay = start === 'arrival' && arrivedAt !== null && dayOf(arrivedAt, timeZone) === day
  return own.flatMap(session => {
    const { jobNumber, technicianId, technician, clockInTime, clockOutTime } = session
    if (clockOutTime === null) return []
    const isFromArrival = isArrivalDay && session === all[0] && arrivedAt < clockInTime
    return [
      {
        ...{ jobNumber, technicianId, technician, isFromArrival },
        minutes: minutesBetween(isFromArrival ? arrivedAt : clockInTime, clockOutTime),
        percent: technicianId === own[0]?.technicianId ? 100 : otherPeople,
      },
    ]
  })
}

/** Minutes times percent of each line, in the order in which the lines were clocked. */
function weightsByLine(sessions: readonly CountedSession[]): Map<number, number> {
  const weights = new Map<number, number>()
  for (const { jobNumber, minutes, percent } of sessions)
    weights.set(jobNumber, (weights.get(jobNumber) ?? 0) + minutes * percent)
  return weights
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((all, count) => all + count, 0)

/** What is charged for these sessions together, shared among their lines by their time; without any, it is the first line's. */
function shareByLine(sessions: readonly CountedSession[], rule: LineClockRule): Map<number, number> {
  const weights = weightsByLine(sessions)
  const total = sumOf(weights.values())
  const charged = chargedHundredths(total, rule)
  const lines = [...weights.keys()]
  const shares =
    total === 0
      ? lines.map((_, index) => (index === 0 ? charged : 0))
      : allocate(charged, [...weights.values()])
  return new Map(lines.map((line, index) => [line, shares[index] ?? 0]))
}

/** What all lines of a rule come to, as long as no invoice has one of them. */
function chargeRule(
  jobs: readonly ClockedLine[],
  rule: LineClockRule,
  isOfRule: (session: LineSession) => boolean,
  arrivedAt: Date | null,
): ClockedTime {
  const days = groupBy(sessionsOf(jobs), ({ clockInTime }) => dayOf(clockInTime, rule.timeZone))
  const visits = [...days]
    .map(([day, all]): Visit => {
      const sessions = countSessions(day, all, isOfRule, rule, arrivedAt)
      return { day, sessions, shares: rule.per === 'visit' ? shareByLine(sessions, rule) : new Map() }
    })
    .filter(({ sessions }) => sessions.length > 0)
  const charged = new Map<number, number>()
  for (const [jobNumber, weight] of weightsByLine(visits.flatMap(({ sessions }) => sessions)))
    charged.set(
      jobNumber,
      rule.per === 'line'
        ? chargedHundredths(weight, rule)
        : sumOf(visits.map(({ shares }) => shares.get(jobNumber) ?? 0)),
    )
  return { visits, charged }
}

/**
 * The same where invoices have some of the lines: the others are charged what is left, so that a minimum or a rounding of a
 * visit is charged once for all its invoices.
 */
function withoutBilled({ visits, charged }: ClockedTime, jobs: readonly ClockedLine[]): ClockedTime {
  const billed = jobs.filter(job => job.billed !== null && charged.has(job.jobNumber))
  const open = [...charged].filter(([line]) => !billed.some(({ jobNumber }) => jobNumber === line))
  const counted = sumOf(billed.map(({ clockedHours }) => toHundredths(clockedHours ?? 0)))
  const left = Math.max(0, sumOf(charged.values()) - counted)
  const weights = open.map(([, hundredths]) => hundredths)
  const shares = left === sumOf(weights) ? weights : allocate(left, weights)
  return { visits, charged: new Map(open.map(([line], index) => [line, shares[index] ?? 0])) }
}

function clockedTimeOf(
  jobs: readonly ClockedLine[],
  rule: LineClockRule,
  arrivedAt: Date | null,
): ClockedTime {
  const key = clockRuleKey(rule)
  const ofRule = jobs.filter(({ clockRule }) => clockRule !== null && clockRuleKey(clockRule) === key)
  const numbers = new Set(ofRule.map(({ jobNumber }) => jobNumber))
  const time = chargeRule(jobs, rule, ({ jobNumber }) => numbers.has(jobNumber), arrivedAt)
  return rule.per === 'visit' ? withoutBilled(time, ofRule) : time
}

/** When the company came to the customer; null for a rig that comes to the shop, and before Check In. */
export const arrivalOf = ({
  checkIn,
  activeTimestamp,
  appointment,
}: Pick<Ticket, 'checkIn' | 'activeTimestamp'> & {
  readonly appointment: { readonly isMobile: boolean } | null
}): Date | null => (checkIn !== null && appointment?.isMobile ? activeTimestamp : null)

/**
 * A ticket's job lines, each with the decimal hours that the clock charges: null for one without a rule, and until someone has
 * clocked out. What an invoice has of a line stays. `arrivedAt` as from `arrivalOf`.
 */
export function withClockedHours<Line extends ClockedLine>(
  jobs: readonly Line[],
  arrivedAt: Date | null,
): readonly Line[] {
  if (jobs.every(({ clockRule }) => clockRule === null)) return jobs
  return jobs.map(job => {
    if (job.clockRule === null || job.billed !== null) return job
    const hundredths = clockedTimeOf(jobs, job.clockRule, arrivedAt).charged.get(job.jobNumber)
    return { ...job, clockedHours: hundredths === undefined ? null : hundredths / 100 }
  })
}

/** The ticket with what the clock charges now, after its sessions or rules changed. */
export const withClock = <T extends Ticket>(ticket: T): T => ({
  ...ticket,
  jobs: withClockedHours(ticket.jobs, arrivalOf(ticket)),
})

const formatHundredths = (hundredths: number): string => formatBilledHours(hundredths / 100)

/** `Rosa Díaz 0h52m from arrival, Sam Ortiz 0h30m at 50%` */
const describePeople = (sessions: readonly CountedSession[]): string =>
  [...groupBy(sessions, ({ technicianId }) => technicianId).values()]
    .map(own => {
      const minutes = sumOf(own.map(session => session.minutes))
      const arrival = own.some(({ isFromArrival }) => isFromArrival) ? ' from arrival' : ''
      const share = own[0]?.percent === 100 ? '' : ` at ${own[0]?.percent}%`
      return `${own[0]?.technician} ${formatHours(minutes / 60)}${arrival}${share}`
    })
    .join(', ')

const describeShare = (share: number, whole: number): string =>
  share === whole
    ? ` Billed ${formatHundredths(share)}.`
    : ` Billed ${formatHundredths(share)} of the visit’s ${formatHundredths(whole)}.`

/** Said of a line by the clock that nobody has clocked on, where it is billed. */
const NOTHING_CLOCKED = 'Nobody has clocked on it: no labor is billed.'

/**
 * How a line's charged hours came about: a sentence for each visit with its people, and one for all of them. Nothing of a line
 * that is not billed by the clock, and until its hours are known.
 */
export function describeClockedTime(
  job: ClockedLine,
  jobs: readonly ClockedLine[],
  arrivedAt: Date | null,
): string[] {
  const { jobNumber, clockRule, clockedHours } = job
  if (clockRule === null || clockedHours === null) return []
  if (sumOf([clockedHours, job.sessions.length]) === 0) return [NOTHING_CLOCKED]
  const visits = clockedTimeOf(jobs, clockRule, arrivedAt).visits.flatMap(({ day, sessions, shares }) => {
    const own = sessions.filter(session => session.jobNumber === jobNumber)
    return own.length === 0 ? [] : [{ day, own, shares }]
  })
  const shared = sumOf(visits.map(({ shares }) => shares.get(jobNumber) ?? 0))
  const isWhole = visits.length === 1 && shared === toHundredths(clockedHours)
  const isLess = clockRule.per === 'visit' && shared > toHundredths(clockedHours)
  return [
    ...visits.map(({ day, own, shares }) => {
      const share = shares.get(jobNumber)
      const billed = share === undefined ? '' : describeShare(share, sumOf(shares.values()))
      return `${formatDay(day)}: ${describePeople(own)}.${billed}`
    }),
    ...(isWhole
      ? []
      : [
          `Billed ${formatBilledHours(clockedHours)} in all${isLess ? ', after what invoices already have' : ''}.`,
        ]),
  ]
}
