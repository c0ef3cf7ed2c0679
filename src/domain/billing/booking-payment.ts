// What a visitor pays when booking, off until the owner sets it, and what becomes of it when there is no visit: it goes back, or
// the company keeps it, by the rule that the visitor read before booking.

import { type Cents, cents, formatMoney, NO_MONEY, sum } from '#domain/lib/money.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { type Balance, type LedgerEntry, withoutVoided } from './ledger.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long the payment service is asked after a customer went to pay, or a booking ended: its page is open for a day. */
export const CARD_CHECK_MS = 26 * HOUR_MS

/** The least that Stripe takes by card in US dollars (docs.stripe.com/currencies, "Minimum and maximum charge amounts"). */
export const MIN_CARD_PAYMENT = cents(50)

/** A call fee is charged for the visit, besides the work; a deposit counts toward the invoice. */
export const BOOKING_PAYMENT_KINDS = ['call-fee', 'deposit'] as const

/** What is asked for, as its customer agreed to it when booking: later settings change nothing of it. */
export type BookingPayment = {
  readonly kind: (typeof BOOKING_PAYMENT_KINDS)[number]
  readonly amount: Cents
  /** The customer who cancels at least so many hours before the appointment gets it back. */
  readonly hoursBefore: number
}

export const BOOKING_PAYMENT_LABELS: Readonly<Record<BookingPayment['kind'], string>> = {
  'call-fee': 'Call fee',
  deposit: 'Deposit',
}

const NAMES: Readonly<Record<BookingPayment['kind'], string>> = { 'call-fee': 'call fee', deposit: 'deposit' }

const hoursOf = (count: number): string => (count === 1 ? 'an hour' : `${count} hours`)

/** The link to where it is paid. */
export const PAY_TO_HOLD = 'Pay to Hold the Appointment'

/** `call fee of $95.00` */
export const bookingPaymentName = ({ kind, amount }: BookingPayment): string =>
  `${NAMES[kind]} of ${formatMoney(amount)}`

/** What it is and its rule, as a visitor reads them before booking, a sentence each. */
export const describeBookingPayment = (terms: BookingPayment): string[] => [
  `A ${bookingPaymentName(terms)} holds your appointment. ${
    terms.kind === 'call-fee'
      ? 'It is for the visit; the work is charged besides.'
      : 'It counts toward your invoice.'
  }`,
  `You get it back if the shop declines or cancels, or if you cancel ${
    terms.hoursBefore === 0 ? 'before' : `at least ${hoursOf(terms.hoursBefore)} before`
  } the appointment. If you cancel later or miss the appointment, the shop keeps it.`,
]

/** How a booking ended without work. */
export type BookingEnd =
  | { readonly by: 'shop' }
  | { readonly by: 'no-show' }
  /** By the customer or for them, before there was an appointment that both agreed to. */
  | { readonly by: 'request' }
  /** After the RV came: the customer did not have the work done. */
  | { readonly by: 'visit' }
  /** Of an appointment; a mere request is canceled at no cost. */
  | { readonly by: 'customer'; readonly at: Date; readonly appointmentAt: Date }

/** Whether a payment goes back, and why, as the second half of a sentence. */
export type BookingSettlement = { readonly isReturned: boolean; readonly because: string }

/** What the rule says of a booking that has ended; the same for every time at which it is asked. */
export function settlementOf(
  { kind, hoursBefore }: Pick<BookingPayment, 'kind' | 'hoursBefore'>,
  end: BookingEnd,
): BookingSettlement {
  if (end.by === 'shop') return { isReturned: true, because: 'the shop called off the appointment' }
  if (end.by === 'request') return { isReturned: true, because: 'the request was canceled' }
  if (end.by === 'no-show') return { isReturned: false, because: 'the appointment was missed' }
  if (end.by === 'visit')
    return kind === 'call-fee'
      ? { isReturned: false, because: 'it was for the visit' }
      : { isReturned: true, because: 'the work was called off' }
  const isInTime = end.at.getTime() <= end.appointmentAt.getTime() - hoursBefore * HOUR_MS
  if (isInTime) return { isReturned: true, because: 'the appointment was canceled in time' }
  return {
    isReturned: false,
    because:
      hoursBefore === 0
        ? 'the appointment was canceled after its time'
        : `the appointment was canceled less than ${hoursOf(hoursBefore)} before it`,
  }
}

type BookedTicket = Pick<Ticket, 'appointment' | 'confirmedAt' | 'lastTransition'> & {
  readonly state: Ticket['state']
  readonly closing?: Extract<Ticket, { state: 'closed' }>['closing']
}

/** How the ticket's booking ended without work; null for any other ticket. */
export function bookingEndOf({
  state,
  closing,
  appointment,
  confirmedAt,
  lastTransition,
}: BookedTicket): BookingEnd | null {
  if (state === 'declined') return { by: 'shop' }
  if (state !== 'closed' || closing === undefined) return null
  const isAgreed = appointment !== null && confirmedAt !== null
  switch (closing.reason) {
    case 'duplicate':
    case 'mistake':
      return { by: 'shop' }
    case 'no-show':
      return { by: isAgreed ? 'no-show' : 'shop' }
    case 'customer':
    case 'too-expensive':
      if (closing.stateBefore !== 'pending') return { by: 'visit' }
      if (!isAgreed) return { by: 'request' }
      return { by: 'customer', at: lastTransition.at, appointmentAt: appointment.at }
  }
}

type Money = {
  readonly balance: Balance
  readonly entries: readonly (LedgerEntry & {
    readonly entryId: string
    readonly voidsEntryId: string | null
    readonly processorId: string | null
    readonly reference: string
    readonly at: Date
  })[]
}

/** What is asked of the customer now: what is missing of it, while the appointment or request is ahead. */
export const bookingPaymentDue = (
  { amount }: Pick<BookingPayment, 'amount'>,
  { state, appointment }: Pick<BookedTicket, 'state' | 'appointment'>,
  { received, charged }: Pick<Balance, 'received' | 'charged'>,
  now: Date,
): Cents =>
  state === 'pending' && appointment !== null && now < appointment.at && charged === 0
    ? cents(Math.max(0, amount - received))
    : NO_MONEY

/**
 * The payments by card online that go back to the card by themselves: all of a booking that the rule returns, before its RV
 * came. Of its amount: what else was paid by card was for something else. None of which something was already refunded or
 * disputed, because a person knows more then.
 */
export function paymentsToReturn<Entry extends Money['entries'][number]>(
  terms: BookingPayment,
  ticket: BookedTicket,
  { balance: { charged, held }, entries }: { readonly balance: Balance; readonly entries: readonly Entry[] },
): Entry[] {
  const end = bookingEndOf(ticket)
  if (end === null || !settlementOf(terms, end).isReturned || charged > 0) return []
  if (ticket.closing !== undefined && ticket.closing.stateBefore !== 'pending') return []
  const untouched = entries.filter(
    ({ processorId, reference, amount }) =>
      processorId !== null &&
      amount === terms.amount &&
      entries.filter(each => each.reference === reference).length === 1,
  )
  return sum(untouched.map(({ amount }) => amount)) <= held ? untouched : []
}

/** Whether all of the money that is held for the ticket goes back by itself, so that nobody has to refund it first. */
export const isReturnedWhole = (terms: BookingPayment, ticket: BookedTicket, money: Money): boolean =>
  money.balance.held > 0 &&
  sum(paymentsToReturn(terms, ticket, money).map(({ amount }) => amount)) === money.balance.held

/** What the company keeps of it: nothing as long as the rule does not say so. */
export function retainedAmount(
  terms: BookingPayment,
  ticket: BookedTicket,
  { received }: Pick<Balance, 'received'>,
): Cents {
  const end = bookingEndOf(ticket)
  const isRetained = end !== null && !settlementOf(terms, end).isReturned
  return isRetained ? cents(Math.min(terms.amount, Math.max(0, received))) : NO_MONEY
}

/** What became of the payment so far, as the desk and its customer read it. */
export function bookingPaymentSentence(
  terms: BookingPayment,
  ticket: BookedTicket,
  money: Money,
  now: Date,
): string {
  const { balance } = money
  const name = NAMES[terms.kind]
  const wasPaid = withoutVoided(money.entries).some(({ kind }) => kind !== 'refund')
  const end = bookingEndOf(ticket)
  if (!wasPaid) {
    const isDue = bookingPaymentDue(terms, ticket, balance, now) > 0
    return `${isDue ? 'Not paid yet' : 'Not paid'}: ${bookingPaymentName(terms)}.`
  }
  if (balance.received <= 0) return `The ${name} was returned.`
  if (end === null) {
    const missing = terms.amount - balance.received
    if (missing > 0)
      return bookingPaymentDue(terms, ticket, balance, now) > 0
        ? `${formatMoney(cents(missing))} of the ${bookingPaymentName(terms)} is not paid yet.`
        : `${formatMoney(cents(missing))} of the ${bookingPaymentName(terms)} was not paid.`
    const extra = balance.charged === 0 && ticket.state === 'pending' ? balance.received - terms.amount : 0
    return extra > 0
      ? `Paid: ${bookingPaymentName(terms)}. ${formatMoney(cents(extra))} more was paid: it counts toward the invoice, or the shop returns it.`
      : `Paid: ${bookingPaymentName(terms)}.`
  }
  const { isReturned, because } = settlementOf(terms, end)
  if (!isReturned)
    return `${formatMoney(retainedAmount(terms, ticket, balance))} of the ${name} is kept: ${because}.`
  const amount = formatMoney(balance.received)
  const lastAt = Math.max(ticket.lastTransition.at.getTime(), ...money.entries.map(({ at }) => at.getTime()))
  // After that, the payment service has refused it.
  const isExpected = now.getTime() - lastAt < CARD_CHECK_MS
  return isExpected && isReturnedWhole(terms, ticket, money)
    ? `${amount} goes back to the card: ${because}.`
    : `The ${name} is to be returned: ${because}.`
}

/** What the customer is asked before canceling at `now`. */
export const cancellationNote = (terms: BookingPayment, appointmentAt: Date, now: Date): string => {
  const { isReturned } = settlementOf(terms, { by: 'customer', at: now, appointmentAt })
  return isReturned ? `You get your ${NAMES[terms.kind]} back.` : `The shop keeps your ${NAMES[terms.kind]}.`
}
