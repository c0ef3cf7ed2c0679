// What the work on a ticket waits for. A customer who hears nothing believes that nobody works; one who knows
// that the part is on its way, and when it comes, waits in peace.

import { dayOf, printDate } from '#domain/lib/company-time.ts'

export const REASONS = ['part', 'customer', 'weather', 'warranty'] as const
export type Reason = (typeof REASONS)[number]

export type Waiting = {
  readonly reason: Reason
  /** The customer reads it too. */
  readonly note: string
  readonly since: Date
  /** Until when at the latest, `YYYY-MM-DD` in the company's days; null when nobody knows. */
  readonly until: string | null
}

/** What is waited for, as the desk says it. */
export const REASON_WORDS: Readonly<Record<Reason, string>> = {
  part: 'a part',
  customer: 'the customer',
  weather: 'better weather',
  warranty: 'the warranty',
}

const TO_CUSTOMER: Readonly<Record<Reason, string>> = {
  ...REASON_WORDS,
  customer: 'your word',
  warranty: 'an answer from the warranty company',
}

/** What is waited for, as its customer is told: `a part`, `your word`. */
export const reasonForCustomer = (reason: Reason): string => TO_CUSTOMER[reason]

/** The wait that begins, or goes on where the reason is still the same. */
export const waitFor = (
  before: Waiting | null,
  wish: Pick<Waiting, 'reason' | 'note' | 'until'>,
  now: Date,
): Waiting => ({ ...wish, since: before?.reason === wish.reason ? before.since : now })

/** `Waiting for a part since Nov 12. Expected Nov 24.`, with the days of the company's calendar. */
export function waitingSentence(
  { reason, since, until }: Omit<Waiting, 'note'>,
  reader: 'desk' | 'customer',
  timeZone: string,
): string {
  const what = reader === 'desk' ? REASON_WORDS[reason] : TO_CUSTOMER[reason]
  const expected = until === null ? '' : ` Expected ${printDate(until)}.`
  return `Waiting for ${what} since ${printDate(dayOf(since, timeZone))}.${expected}`
}
