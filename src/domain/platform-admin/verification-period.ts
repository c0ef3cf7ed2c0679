// Verified means that someone of the company spent a month with the founders. The dates are public, so they must be a
// full month in the past.

/** The first and the last day, `YYYY-MM-DD`, both included. */
export type VerificationPeriod = { readonly from: string; readonly until: string }

const MIN_DAYS = 28
export const MAX_NOTE_LENGTH = 1000

const DAY_MS = 24 * 60 * 60 * 1000

const daysIn = ({ from, until }: VerificationPeriod): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1

/** The errors of a period on the company's date `today`, by field; empty if valid. */
export function verificationPeriodErrors(
  period: VerificationPeriod,
  today: string,
): Partial<Record<keyof VerificationPeriod, string>> {
  if (period.until > today) return { until: 'This date is in the future.' }
  if (period.from > period.until) return { until: 'The last day must be after the first.' }
  const days = daysIn(period)
  return days < MIN_DAYS ? { until: `A month has at least ${MIN_DAYS} days. You entered ${days}.` } : {}
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dateParts(day: string): { readonly monthAndDay: string; readonly year: string } {
  const [year = '', month = '', date = ''] = day.split('-')
  return { year, monthAndDay: `${MONTHS[Number(month) - 1] ?? month} ${Number(date)}` }
}

/** `Oct 1 – Nov 2, 2026`; with both years if they differ. */
export function formatPeriod({ from, until }: VerificationPeriod): string {
  const [first, last] = [dateParts(from), dateParts(until)]
  const year = first.year === last.year ? '' : `, ${first.year}`
  return `${first.monthAndDay}${year} – ${last.monthAndDay}, ${last.year}`
}
