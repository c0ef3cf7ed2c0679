// Labor by the clock: how the time that was clocked on a job line becomes hours that are charged. Most mobile companies set a
// minimum, a rounding, when the clock starts, or what a second person costs (FIELD.md, "How nine mobile RV companies charge").

import { toHundredths } from '#domain/lib/hours.ts'

export const CLOCK_ROUNDINGS = ['none', 'quarter', 'half', 'full'] as const
export const CLOCK_DIRECTIONS = ['up', 'nearest'] as const
export const CLOCK_STARTS = ['clock-in', 'arrival'] as const
export const CLOCK_UNITS = ['visit', 'line'] as const

/** Hours that are charged at least: up to a day's work. */
export const MAX_CLOCK_MINIMUM = 8

/** A company's rule. */
export type ClockRule = {
  /** Decimal hours charged at least; 0 for none. */
  readonly minimum: number
  /** To which part of an hour the time is rounded; `none` for hundredths of an hour. */
  readonly rounding: (typeof CLOCK_ROUNDINGS)[number]
  readonly direction: (typeof CLOCK_DIRECTIONS)[number]
  /** Whether a visit to the customer is charged from Check In, on that day, or from the first Clock In. */
  readonly start: (typeof CLOCK_STARTS)[number]
  /** What minimum and rounding are for: all lines of a visit together, or each line alone. A visit is a day. */
  readonly per: (typeof CLOCK_UNITS)[number]
  /** Percent of their time at which people are charged besides the first to clock in on a visit: 0 to 100. */
  readonly otherPeople: number
}

/** The rule as it was chosen for a job line: later changes of the company's do not touch it. */
export type LineClockRule = ClockRule & {
  /** The company's, which says to which day a session belongs. */
  readonly timeZone: string
}

/** Hundredths of an hour. */
const STEPS: Readonly<Record<ClockRule['rounding'], number>> = { none: 1, quarter: 25, half: 50, full: 100 }

/**
 * What is charged for a time, in hundredths of an hour: rounded, and at least the minimum. `percentMinutes` is the sum of each
 * person's whole minutes times the percent at which they are charged.
 */
export function chargedHundredths(
  percentMinutes: number,
  { minimum, rounding, direction }: Pick<ClockRule, 'minimum' | 'rounding' | 'direction'>,
): number {
  const step = STEPS[rounding]
  // Minutes × percent / 60 are hundredths of an hour. Only the division can be inexact, so it comes last.
  const steps = percentMinutes / (60 * step)
  const rounded = (direction === 'up' ? Math.ceil(steps) : Math.round(steps)) * step
  return Math.max(toHundredths(minimum), rounded)
}

/** Whether two lines are charged by one rule, so that a minimum for a visit counts once for both. */
export const clockRuleKey = (rule: LineClockRule): string =>
  [rule.minimum, rule.rounding, rule.direction, rule.start, rule.per, rule.otherPeople, rule.timeZone].join(
    ' ',
  )

const ROUNDING_WORDS: Readonly<Record<ClockRule['rounding'], string>> = {
  none: '',
  quarter: 'quarter hour',
  half: 'half hour',
  full: 'full hour',
}

/** The rule in words: `1-hour minimum per visit, rounded up to the quarter hour, from arrival`; empty for the time as clocked. */
function termsOf({ minimum, rounding, direction, start, per, otherPeople }: ClockRule): string {
  const rounded = direction === 'up' ? 'rounded up to the' : 'rounded to the nearest'
  return [
    minimum === 0 ? '' : `${minimum}-hour minimum per ${per === 'visit' ? 'visit' : 'job'}`,
    rounding === 'none' ? '' : `${rounded} ${ROUNDING_WORDS[rounding]}`,
    start === 'arrival' ? 'from arrival' : '',
    otherPeople === 100
      ? ''
      : otherPeople === 0
        ? 'one person charged'
        : `each other person at ${otherPeople}%`,
  ]
    .filter(term => term !== '')
    .join(', ')
}

/** `Billed by the clock: 1-hour minimum per visit, rounded up to the quarter hour, from arrival`. */
export function describeClockRule(rule: ClockRule): string {
  const terms = termsOf(rule)
  return `Billed by the clock: ${terms === '' ? 'the time worked' : terms}`
}
