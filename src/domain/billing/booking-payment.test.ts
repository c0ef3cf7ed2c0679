import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, NO_MONEY, sum } from '#domain/lib/money.ts'
import { CLOSE_REASONS } from '#domain/tickets/closing.ts'
import {
  BOOKING_PAYMENT_KINDS,
  type BookingPayment,
  bookingEndOf,
  bookingPaymentDue,
  bookingPaymentSentence,
  cancellationNote,
  describeBookingPayment,
  isReturnedWhole,
  paymentsToReturn,
  retainedAmount,
  settlementOf,
} from './booking-payment.ts'
import { balanceOf } from './ledger.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const AT = new Date('2025-11-24T16:30:00Z')
const hoursBefore = (hours: number): Date => new Date(AT.getTime() - hours * HOUR_MS)
const TERMS: BookingPayment = { kind: 'call-fee', amount: cents(95_00), hoursBefore: 24 }

const appointment = { at: AT, day: '2025-11-24', isMobile: true }
const by = { id: 'dana', name: 'Dana Whitfield' }
const pending = {
  ...{ state: 'pending' as const, appointment, confirmedAt: hoursBefore(90) },
  lastTransition: { verb: 'accept', by, at: hoursBefore(90) },
} as const
const declined = { ...pending, confirmedAt: null, state: 'declined' } as const
const closedAt = (
  at: Date,
  reason: (typeof CLOSE_REASONS)[number] = 'customer',
  stateBefore: 'pending' | 'active' = 'pending',
) => ({
  ...{ ...pending, state: 'closed' as const, closing: { reason, note: '', stateBefore } },
  lastTransition: { verb: 'close' as const, by, at },
})

let count = 0
/** What is paid by card online, or at the desk. */
const paid = (amount: number, isOnline = true) => {
  count += 1
  const processorId = isOnline ? `pi_${count}` : null
  return {
    ...{ entryId: String(count), kind: 'deposit' as const, method: 'card', amount: cents(amount) },
    ...{ at: hoursBefore(20), voidsEntryId: null, processorId, reference: processorId ?? '' },
  }
}
const refundOf = (entry: ReturnType<typeof paid>, amount: number = entry.amount) => {
  count += 1
  return {
    ...{ ...entry, entryId: String(count), kind: 'refund' as const, amount: cents(amount) },
    processorId: entry.processorId && `re_${count}`,
  }
}
type Entry = ReturnType<typeof paid> | ReturnType<typeof refundOf>
const moneyOf = (...entries: Entry[]) => ({ balance: balanceOf([], entries), entries })

test('a visitor reads the amount, what it is for, and when it goes back', () => {
  expect(describeBookingPayment(TERMS)).toEqual([
    'A call fee of $95.00 holds your appointment. It is for the visit; the work is charged besides.',
    'You get it back if the shop declines or cancels, or if you cancel at least 24 hours before the appointment. If you cancel later or miss the appointment, the shop keeps it.',
  ])
  const [what, rule] = describeBookingPayment({ kind: 'deposit', amount: cents(1), hoursBefore: 0 })
  expect(what).toMatch(/^A deposit of \$0\.01 .* It counts toward your invoice\.$/)
  expect(rule).toMatch('if you cancel before the appointment.')
})

describe('the rule', () => {
  test('returns what the shop called off, keeps what was missed, and counts the hours of a cancellation', () => {
    const settledAt = (at: Date) => settlementOf(TERMS, { by: 'customer', at, appointmentAt: AT })
    expect(settlementOf(TERMS, { by: 'shop' }).isReturned).toBe(true)
    expect(settlementOf(TERMS, { by: 'request' }).isReturned).toBe(true)
    expect(settlementOf(TERMS, { by: 'no-show' }).isReturned).toBe(false)
    expect(settledAt(hoursBefore(24)).isReturned).toBe(true)
    expect(settledAt(new Date(hoursBefore(24).getTime() + 1))).toEqual({
      isReturned: false,
      because: 'the appointment was canceled less than 24 hours before it',
    })
  })

  test('is kinder to whoever cancels earlier, and the same however late it is asked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 168 }),
        fc.integer({ min: -10_000, max: 20_000 }),
        fc.nat({ max: 10_000 }),
        (hours, minutes, earlier) => {
          const settled = (before: number) =>
            settlementOf(
              { kind: 'deposit', hoursBefore: hours },
              { by: 'customer', at: new Date(AT.getTime() - before * 60_000), appointmentAt: AT },
            )
          expect(settled(minutes).isReturned).toBe(minutes >= hours * 60)
          if (settled(minutes).isReturned) expect(settled(minutes + earlier).isReturned).toBe(true)
        },
      ),
    )
  })

  test.each([
    ['declined', declined, { by: 'shop' }],
    ['closed as a duplicate', closedAt(AT, 'duplicate'), { by: 'shop' }],
    ['closed by mistake', closedAt(AT, 'mistake'), { by: 'shop' }],
    ['missed', closedAt(AT, 'no-show'), { by: 'no-show' }],
    ['canceled', closedAt(hoursBefore(30)), { by: 'customer', at: hoursBefore(30), appointmentAt: AT }],
    ['a request that was never accepted', { ...closedAt(AT, 'no-show'), confirmedAt: null }, { by: 'shop' }],
    ['a request that its customer canceled', { ...closedAt(AT), confirmedAt: null }, { by: 'request' }],
    ['called off after the RV came', closedAt(AT, 'too-expensive', 'active'), { by: 'visit' }],
    ['ahead', pending, null],
  ])('knows how a booking ended that is %s', (_, ticket, end) => {
    expect(bookingEndOf(ticket)).toEqual(end)
  })
})

test('it is asked for while the appointment is ahead, without what was paid', () => {
  const due = (
    received: number,
    now = hoursBefore(1),
    ticket: Parameters<typeof bookingPaymentDue>[1] = pending,
  ) => bookingPaymentDue(TERMS, ticket, { received: cents(received), charged: NO_MONEY }, now)
  expect([due(0), due(40_00), due(95_00), due(200_00)]).toEqual([95_00, 55_00, 0, 0])
  expect(due(0, AT)).toBe(0)
  expect(due(0, hoursBefore(1), declined)).toBe(0)
  const invoiced = { received: NO_MONEY, charged: cents(10) }
  expect(bookingPaymentDue(TERMS, pending, invoiced, hoursBefore(1))).toBe(0)
})

describe('what goes back to the card by itself', () => {
  const plan = (ticket: Parameters<typeof paymentsToReturn>[1], ...entries: Entry[]) =>
    paymentsToReturn(TERMS, ticket, moneyOf(...entries)).map(({ amount }) => amount)

  test('is each payment online of a booking that the rule returns, also one that was paid twice', () => {
    expect(plan(declined, paid(95_00))).toEqual([95_00])
    expect(plan(declined, paid(95_00), paid(95_00))).toEqual([95_00, 95_00])
    expect(plan(closedAt(hoursBefore(25)), paid(95_00))).toEqual([95_00])
  })

  test('is nothing that is kept, was paid at the desk, or that someone has refunded of', () => {
    expect(plan(pending, paid(95_00))).toEqual([])
    expect(plan(closedAt(hoursBefore(2)), paid(95_00))).toEqual([])
    expect(plan(declined, paid(95_00, false))).toEqual([])
    const online = paid(95_00)
    expect(plan(declined, online, refundOf(online, 10))).toEqual([])
    // It went back in cash.
    const cash = paid(95_00, false)
    expect(plan(declined, paid(95_00), refundOf(cash))).toEqual([])
    expect(plan(closedAt(AT, 'mistake', 'active'), paid(95_00))).toEqual([])
  })

  test('is not what was paid by card for parts', () => {
    expect(plan(declined, paid(95_00), paid(600_00))).toEqual([95_00])
    expect(isReturnedWhole(TERMS, declined, moneyOf(paid(95_00), paid(600_00)))).toBe(false)
  })

  test('once the RV came: a deposit by the desk, and a call fee not at all', () => {
    const ended = closedAt(AT, 'customer', 'active')
    const deposit = { ...TERMS, kind: 'deposit' } as const
    expect(paymentsToReturn(deposit, ended, moneyOf(paid(95_00)))).toEqual([])
    const received = { received: cents(95_00) }
    expect(retainedAmount(deposit, ended, received)).toBe(0)
    expect(retainedAmount(TERMS, ended, received)).toBe(95_00)
  })

  test('never exceeds what is held, and keeps or returns each cent once', () => {
    const entry = fc.tuple(
      fc.integer({ min: 1, max: 20_000 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 120 }),
    )
    const ticket = fc.oneof(
      fc.constant(declined),
      fc
        .tuple(fc.integer({ min: -48, max: 96 }), fc.constantFrom(...CLOSE_REASONS))
        .map(([hours, reason]) => closedAt(hoursBefore(hours), reason)),
    )
    const terms = fc.record({
      kind: fc.constantFrom(...BOOKING_PAYMENT_KINDS),
      amount: fc.integer({ min: 1, max: 20_000 }).map(cents),
      hoursBefore: fc.integer({ min: 0, max: 72 }),
    })
    fc.assert(
      fc.property(terms, ticket, fc.array(entry, { maxLength: 4 }), (agreed, ended, made) => {
        const entries = made.flatMap(([amount, isOnline, percent]) => {
          const deposit = paid(amount, isOnline)
          const back = Math.min(amount, Math.floor((amount * percent) / 100))
          return back === 0 ? [deposit] : [deposit, refundOf(deposit, back)]
        })
        const money = moneyOf(...entries)
        const returned = sum(paymentsToReturn(agreed, ended, money).map(({ amount }) => amount))
        const retained = retainedAmount(agreed, ended, money.balance)
        expect(returned).toBeLessThanOrEqual(money.balance.held)
        expect(retained).toBeLessThanOrEqual(Math.min(agreed.amount, money.balance.held))
        expect(returned === 0 || retained === 0).toBe(true)
        expect(isReturnedWhole(agreed, ended, money)).toBe(returned > 0 && returned === money.balance.held)
        expect(bookingPaymentSentence(agreed, ended, money, AT)).toMatch(/^[A-Z$].*\.$/)
      }),
    )
  })
})

test('desk and customer read what became of it', () => {
  const sentenceOf = (ticket: Parameters<typeof bookingPaymentSentence>[1], ...entries: Entry[]) =>
    bookingPaymentSentence(TERMS, ticket, moneyOf(...entries), hoursBefore(2))
  expect(sentenceOf(pending)).toBe('Not paid yet: call fee of $95.00.')
  expect(sentenceOf(declined)).toBe('Not paid: call fee of $95.00.')
  expect(sentenceOf(pending, paid(95_00))).toBe('Paid: call fee of $95.00.')
  expect(sentenceOf(pending, paid(40_00))).toBe('$55.00 of the call fee of $95.00 is not paid yet.')
  expect(sentenceOf(pending, paid(95_00), paid(95_00))).toBe(
    'Paid: call fee of $95.00. $95.00 more was paid: it counts toward the invoice, or the shop returns it.',
  )
  expect(sentenceOf(declined, paid(95_00))).toBe(
    '$95.00 goes back to the card: the shop called off the appointment.',
  )
  // Declined on the day before, and the payment service has refused it since.
  const refused = bookingPaymentSentence(
    TERMS,
    declined,
    moneyOf(paid(95_00)),
    new Date(AT.getTime() + DAY_MS),
  )
  expect(refused).toBe('The call fee is to be returned: the shop called off the appointment.')
  expect(sentenceOf(declined, paid(95_00, false))).toBe(
    'The call fee is to be returned: the shop called off the appointment.',
  )
  expect(sentenceOf(closedAt(AT, 'no-show'), paid(95_00))).toBe(
    '$95.00 of the call fee is kept: the appointment was missed.',
  )
  const returned = paid(95_00)
  expect(sentenceOf(declined, returned, refundOf(returned))).toBe('The call fee was returned.')
})

test('whoever cancels reads first whether they get it back', () => {
  expect(cancellationNote(TERMS, AT, hoursBefore(25))).toBe('You get your call fee back.')
  expect(cancellationNote(TERMS, AT, hoursBefore(23))).toBe('The shop keeps your call fee.')
})
