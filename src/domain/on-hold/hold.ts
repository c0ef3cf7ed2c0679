// Why a ticket is on hold. The customer sees the reason and the expected date, so they need not call the shop.

import { dayOf, formatDate } from '#domain/lib/company-time.ts'

export const HOLD_REASONS = ['part', 'customer', 'weather', 'warranty'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

export type Hold = {
  readonly reason: HoldReason
  /** Shown to the customer. */
  readonly note: string
  readonly since: Date
  /** The expected end, `YYYY-MM-DD`, the company's date; null if unknown. */
  readonly until: string | null
}

/** The hold reasons at the desk. */
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

/** The hold reason as the customer reads it: `a part`, `your reply`. */
export const customerReasonLabel = (reason: HoldReason): string => CUSTOMER_LABELS[reason]

/** Starts a hold, or continues it if the reason is the same. */
export const startHold = (
  before: Pick<Hold, 'reason' | 'since'> | null,
  requested: Pick<Hold, 'reason' | 'note' | 'until'>,
  now: Date,
): Hold => ({ ...requested, since: before?.reason === requested.reason ? before.since : now })

type Reader = 'desk' | 'customer'

/** `Waiting for a part since Nov 12`, with the company's date. */
function holdLabel(
  { reason, since }: Pick<Hold, 'reason' | 'since'>,
  reader: Reader,
  timeZone: string,
): string {
  const reasonLabel = reader === 'desk' ? HOLD_REASON_LABELS[reason] : CUSTOMER_LABELS[reason]
  return `Waiting for ${reasonLabel} since ${formatDate(dayOf(since, timeZone))}`
}

/** On a card: `Waiting for a part since Nov 12, expected Nov 24`, with the company's dates. */
export const holdFact = (hold: Omit<Hold, 'note'>, timeZone: string): string =>
  `${holdLabel(hold, 'desk', timeZone)}${hold.until === null ? '' : `, expected ${formatDate(hold.until)}`}`

/** `Waiting for a part since Nov 12. Expected Nov 24.`, with the company's dates. */
export function holdSentence(hold: Omit<Hold, 'note'>, reader: Reader, timeZone: string): string {
  const expected = hold.until === null ? '' : ` Expected ${formatDate(hold.until)}.`
  return `${holdLabel(hold, reader, timeZone)}.${expected}`
}
