// The fees by rule that a ticket may be charged now. Each has a key, by which it is added or dismissed once.

import { addDays, addMonths, daysBetween } from '#domain/lib/calendar-date.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { type Cents, cents, formatMoney, NO_MONEY } from '#domain/lib/money.ts'
import { formatPercentage, percentageOf } from '#domain/lib/percentage.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { type BookingPayment, retainedAmount } from './booking-payment.ts'
import { chargedTerms, type FeeRules, type FeeTerms, type LateFee } from './fee-rules.ts'

const HOUR_MS = 60 * 60 * 1000
/** An invoice's monthly fees that are proposed at once; older months lapse. */
const MAX_MONTHS = 12
export const MAX_FEE_KEY_LENGTH = 80

export type FeeProposal = {
  readonly key: string
  /** As it is on the invoice. */
  readonly name: string
  readonly amount: Cents
  /** The invoice that is paid late; null for a fee of the ticket. */
  readonly invoiceId: string | null
}

/** What the desk chose of a ticket's fees. */
export type FeeChoices = {
  /** The keys of those that it dismissed. */
  readonly dismissed: readonly string[]
  /** The day by which the RV is to be picked up, `YYYY-MM-DD`; null for what the rule says. */
  readonly pickupOn: string | null
}

export const NO_FEE_CHOICES: FeeChoices = { dismissed: [], pickupOn: null }

/** An invoice with what is left to pay of it. */
export type LateInvoice = {
  readonly invoiceId: string
  readonly number: string
  readonly dueOn: string
  readonly open: Cents
  readonly feeTerms: FeeTerms | undefined
}

/** The days on which an invoice became late enough to be charged for it, counted from 1. */
function lateDaysOf({ dueOn }: LateInvoice, afterDays: number, every: LateFee['every'], today: string) {
  const first = addDays(dueOn, afterDays)
  const days: string[] = []
  while (addMonths(first, days.length) <= today && (every === 'month' || days.length === 0))
    days.push(addMonths(first, days.length))
  return days.map((day, index) => ({ day, count: index + 1 })).slice(-MAX_MONTHS)
}

/** The late fees of an invoice by its own terms, but those with a key in `settled`. `today`: the company's date. */
export function lateFeesOf(
  invoice: LateInvoice,
  rules: FeeRules,
  settled: ReadonlySet<string>,
  today: string,
): FeeProposal[] {
  const { invoiceId, number, open, feeTerms } = invoice
  const { late } = chargedTerms(feeTerms, rules)
  if (late === null || open === 0) return []
  const { afterDays, every, percentage } = late
  const amount = late.amount ?? percentageOf(open, percentage ?? 0)
  const share = late.amount === null ? `, ${formatPercentage(percentage ?? 0)} of ${formatMoney(open)}` : ''
  return lateDaysOf(invoice, afterDays, every, today)
    .map(({ count, day }) => ({
      key: `late-${invoiceId}-${count}`,
      name: `Late fee of ${formatDayWithYear(day)} for invoice ${number}${share}`,
      ...{ amount, invoiceId },
    }))
    .filter(({ key }) => amount > 0 && !settled.has(key))
}

const STORAGE = 'storage-'

/** The day by which the RV of a finalized ticket is to be picked up; null for any other ticket, and without a rule. */
export function pickupDayOf(
  { state, lastTransition }: Pick<Ticket, 'state' | 'lastTransition'>,
  { storage }: Pick<FeeRules, 'storage'>,
  { pickupOn }: Pick<FeeChoices, 'pickupOn'>,
  timeZone: string,
): string | null {
  if (storage === null || state !== 'completed') return null
  return pickupOn ?? addDays(dayOf(lastTransition.at, timeZone), storage.freeDays)
}

export type FeeFacts = {
  readonly rules: FeeRules
  readonly ticket: Ticket
  readonly invoices: readonly LateInvoice[]
  /** Of those that were added, credited or not. */
  readonly addedKeys: readonly string[]
  readonly choices: FeeChoices
  /** What its customer agreed to pay when booking, and what of all their money no invoice took; null for nothing. */
  readonly bookingPayment: { readonly terms: BookingPayment; readonly unspent: Cents } | null
  readonly timeZone: string
}

/** For each day after the pickup day that was neither added nor dismissed, until the RV departed. */
function storageFeesOf(facts: FeeFacts, settled: ReadonlySet<string>, today: string): FeeProposal[] {
  const { ticket, rules, choices, timeZone } = facts
  const pickupDay = pickupDayOf(ticket, rules, choices, timeZone)
  if (pickupDay === null || rules.storage === null) return []
  const { perDay } = rules.storage
  const until = [ticket.rigVisit.departedOn ?? today, today].sort()[0] ?? today
  const settledDays = [...settled].flatMap(key => (key.startsWith(STORAGE) ? key.slice(STORAGE.length) : []))
  const after = [pickupDay, ...settledDays].sort().at(-1) ?? pickupDay
  const count = daysBetween(after, until)
  if (count <= 0) return []
  const from = formatDayWithYear(addDays(after, 1))
  const period = count === 1 ? `on ${from}` : `${count} days, ${from} to ${formatDayWithYear(until)}`
  return [
    {
      key: `${STORAGE}${until}`,
      name: `Storage ${period}, at ${formatMoney(perDay)} a day`,
      ...{ amount: cents(count * perDay), invoiceId: null },
    },
  ]
}

/** Whether a fee may be due once the ticket is closed: for its appointment, which both sides agreed to. */
export const hasAppointmentFee = (
  { appointment, confirmedAt }: Pick<Ticket, 'appointment' | 'confirmedAt'>,
  { noShow, lateCancellation }: FeeRules,
): boolean => appointment !== null && confirmedAt !== null && (noShow !== null || lateCancellation !== null)

/** What is kept of what was paid when booking. */
const retainedOf = ({ ticket, bookingPayment }: FeeFacts): Cents =>
  bookingPayment === null
    ? NO_MONEY
    : retainedAmount(bookingPayment.terms, ticket, { received: bookingPayment.unspent })

/**
 * Of a ticket that was closed because its customer did not come to the appointment, or canceled it late. What was paid when
 * booking and is kept counts for the fee: it is one fee of the higher amount, which that money pays first.
 */
function appointmentFeesOf(facts: FeeFacts): FeeProposal[] {
  const { ticket, rules } = facts
  const { appointment, confirmedAt, lastTransition } = ticket
  if (ticket.state !== 'closed' || appointment === null || confirmedAt === null) return []
  const { reason, stateBefore } = ticket.closing
  const { noShow, lateCancellation } = rules
  const retained = isCallFeeOfVisit(facts) ? NO_MONEY : retainedOf(facts)
  const of = `of ${formatDayWithYear(appointment.day)}`
  const fee = (kind: string, name: string, byRule: Cents | null): FeeProposal[] => {
    const amount = cents(Math.max(retained, byRule ?? 0))
    return amount === 0
      ? []
      : [{ key: `${kind}-${appointment.day}`, name: `${name} ${of}`, amount, invoiceId: null }]
  }
  if (reason === 'no-show') return fee('no-show', 'No-show at the appointment', noShow)
  const isLate =
    lateCancellation !== null &&
    lastTransition.at.getTime() > appointment.at.getTime() - lateCancellation.hoursBefore * HOUR_MS &&
    reason === 'customer' &&
    stateBefore === 'pending'
  const byRule = isLate ? lateCancellation.amount : null
  return fee('late-cancellation', 'Late cancellation of the appointment', byRule)
}

/** Whether the booking's call fee is for an RV that came, or was visited. */
const isCallFeeOfVisit = ({ ticket, bookingPayment }: FeeFacts): boolean =>
  bookingPayment?.terms.kind === 'call-fee' &&
  (ticket.state === 'closed'
    ? ticket.closing.stateBefore !== 'pending' && ticket.closing.reason !== 'no-show'
    : ticket.state === 'active' || ticket.state === 'approval' || ticket.state === 'completed')

/** The call fee that was agreed on when booking, until the ticket is completed; of a closed one what of it is kept. */
function callFeesOf(facts: FeeFacts): FeeProposal[] {
  const { ticket, bookingPayment } = facts
  if (bookingPayment === null || !isCallFeeOfVisit(facts)) return []
  const amount = ticket.state === 'closed' ? retainedOf(facts) : bookingPayment.terms.amount
  return amount === 0
    ? []
    : [{ key: 'call-fee', name: 'Call fee, as agreed when booking', amount, invoiceId: null }]
}

/** What a ticket may be charged by the company's rules at `now`, besides what was added or dismissed. */
export function proposedFees(facts: FeeFacts, now: Date): FeeProposal[] {
  const { rules, invoices, addedKeys, choices, timeZone } = facts
  const settled = new Set([...addedKeys, ...choices.dismissed])
  const today = dayOf(now, timeZone)
  return [
    ...invoices.flatMap(invoice => lateFeesOf(invoice, rules, settled, today)),
    ...storageFeesOf(facts, settled, today),
    ...[...callFeesOf(facts), ...appointmentFeesOf(facts)].filter(({ key }) => !settled.has(key)),
  ]
}
