// What the labor of a job line comes to. Apart from the line itself, because a ticket's page gets amounts from the server.

import { formatHours, toHundredths } from '#domain/lib/hours.ts'
import { type Cents, formatMoney, NO_MONEY, timesFraction } from '#domain/lib/money.ts'
import { hourlyRateOf } from '#domain/pricing/labor-rate.ts'
import type { Job } from './job.ts'

/** What a line's labor is computed from. */
export type LaborLine = Pick<
  Job,
  'estimatedTime' | 'answer' | 'namedRate' | 'flatPrice' | 'clockedHours' | 'billed'
>

/** The decimal hours that a line's labor is charged for: what was clocked for one by the clock, else those estimated. */
export const chargedHours = ({
  estimatedTime,
  clockedHours,
}: Pick<Job, 'estimatedTime' | 'clockedHours'>): number => clockedHours ?? estimatedTime

/**
 * Specification 9: labor = estimatedTime × laborRate, half up to a cent. No rate or no estimate is $0. A line with a rate of
 * its own is charged that, one with a flat price that price whatever its hours, one by the clock what was clocked, and one
 * that was billed what its invoice says.
 */
export function laborOf(job: LaborLine, laborRate: Cents | null): Cents {
  if (job.billed) return job.billed.labor
  if (job.answer === 'declined') return NO_MONEY
  if (job.flatPrice !== null) return job.flatPrice
  const rate = hourlyRateOf(job, laborRate)
  return rate === null ? NO_MONEY : timesFraction(rate, toHundredths(chargedHours(job)), 100)
}

/** Lines as they are billed: by the clock, what nobody has clocked on is charged nothing. */
export const withSettledClock = <Line extends Pick<Job, 'clockRule' | 'clockedHours'>>(
  jobs: readonly Line[],
): readonly Line[] =>
  jobs.map(job => (job.clockRule === null || job.clockedHours !== null ? job : { ...job, clockedHours: 0 }))

/** In place of hours, wherever labor is explained. */
export const FLAT_PRICE = 'Flat price'

/** Hours that the clock charges: `1.25 h`. */
export const formatBilledHours = (hours: number): string => `${hours} h`

/** Hours that were clocked, wherever labor is explained: `1.25 h by the clock`. */
export const byTheClock = (hours: number): string => `${formatBilledHours(hours)} by the clock`

const MAX_ADDENDS = 8

export const NO_LABOR_RATE = 'Labor is $0.00 because the company has no labor rate.'

/**
 * How the labor of a ticket adds up, in what a calculator confirms: `1h15m × $145.00/hr` for one charged line, and
 * `$166.66 + $833.31` for several, each of which is rounded to a cent. Many are counted: each stands beside its line. Without
 * any rate it says why there is no labor.
 */
export function laborSum(jobs: readonly LaborLine[], laborRate: Cents | null): string {
  const charged = jobs.filter(job => laborOf(job, laborRate) > 0)
  if (charged.length > MAX_ADDENDS) return `Sum of ${charged.length} job lines`
  if (charged.length > 1) return charged.map(job => formatMoney(laborOf(job, laborRate))).join(' + ')
  const [only] = charged
  if (only?.billed) return formatMoney(only.billed.labor)
  if (only !== undefined && only.flatPrice !== null) return FLAT_PRICE
  const rate = only === undefined ? laborRate : hourlyRateOf(only, laborRate)
  if (rate === null) return NO_LABOR_RATE
  const hours =
    only !== undefined && only.clockedHours !== null
      ? byTheClock(only.clockedHours)
      : formatHours(only?.estimatedTime ?? 0)
  return `${hours} × ${formatMoney(rate)}/hr`
}
