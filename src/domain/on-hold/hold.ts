// Why a ticket is on hold. The customer sees the reason and the expected date, so they need not call the shop.

import { dayOf, formatDate } from '#domain/lib/company-time.ts'

export const HOLD_REASONS = ['part', 'customer', 'weather', 'warranty'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

export type Hold = {
  readonly reason: HoldReason
  /** The customer reads it too. */
  readonly note: string
  readonly since: Date
  /** Until when at the latest, `YYYY-MM-DD` in the company's days; null when nobody knows. */
  readonly until: string | null
}

/** What is waited for, as the desk says it. */
export const HOLD_REASON_LABELS: Readonly<Record<HoldReason, string>> = {
  part: 'a part',
  customer: 'the customer',
  weather: 'better weather',
  warranty: 'warranty approval',
}

const CUSTOMER_LABELS: Readonly<Record<HoldReason, string>> = {
  ...HOLD_REASON_LABELS,
  customer: 'your reply',
  warranty: 'an answer from the warranty company',
}

/** What is waited for, as its customer is told: `a part`, `your reply`. */
export const customerReasonLabel = (reason: HoldReason): string => CUSTOMER_LABELS[reason]

/** The wait that begins, or goes on where the reason is still the same. */
export const startHold = (
  before: Hold | null,
  requested: Pick<Hold, 'reason' | 'note' | 'until'>,
  now: Date,
): Hold => ({ ...requested, since: before?.reason === requested.reason ? before.since : now })

/** `Waiting for a part since Nov 12. Expected Nov 24.`, with the days of the company's calendar. */
export function holdSentence(
  { reason, since, until }: Omit<Hold, 'note'>,
  reader: 'desk' | 'customer',
  timeZone: string,
): string {
  const reasonLabel = reader === 'desk' ? HOLD_REASON_LABELS[reason] : CUSTOMER_LABELS[reason]
  const expected = until === null ? '' : ` Expected ${formatDate(until)}.`
  return `Waiting for ${reasonLabel} since ${formatDate(dayOf(since, timeZone))}.${expected}`
}
