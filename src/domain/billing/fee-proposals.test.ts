import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf, timestampOf } from '#domain/lib/company-time.ts'
import { type Cents, cents, NO_MONEY, sum } from '#domain/lib/money.ts'
import {
  bookConfirmed,
  cancel,
  checkIn,
  close,
  complete,
  create,
  finalize,
  type Ticket,
} from '#domain/tickets/ticket.ts'
import {
  type FeeFacts,
  type LateInvoice,
  NO_FEE_CHOICES,
  pickupDayOf,
  proposedFees,
} from './fee-proposals.ts'
import {
  chargedTerms,
  describeFeeRules,
  describeFeeTerms,
  type FeeRules,
  feeTermsOf,
  NO_FEE_RULES,
} from './fee-rules.ts'

const ZONE = 'America/Chicago'
const DANA = { id: 'dana', name: 'Dana Whitfield' }
const at = (day: string, hour = 12): Date => timestampOf(day, hour, ZONE)

const customerDetails = {
  ...{ firstName: 'June', lastName: 'Park', email: '', phone: '(574) 555-0133', address: null },
  ...{ coordinates: null, profileImageUrl: null },
}
const customerRV = {
  ...{ vin: '1UJBJ0BN8M17X0042', make: 'Jayco', model: 'Jay Flight', year: '2021' },
  ...{ axleAmount: '2' as const, rvImage: null },
}
const newTicket = { ticketId: 412_873, customerDetails, customerRV, jobs: [] }
const finalizedOn = (day: string): Ticket =>
  finalize(create(newTicket, DANA, at(day)), cents(14_500), DANA, at(day))
const booked = {
  ...bookConfirmed(newTicket, DANA, at('2025-11-20')),
  appointment: { at: at('2025-11-24', 9), day: '2025-11-24', isMobile: false },
}

const LATE = { afterDays: 15, amount: null, percentage: 50_000, every: 'once' } as const
const RULES: FeeRules = {
  methods: [{ method: 'card', percentage: 35_000, cap: 40_000 }],
  late: LATE,
  storage: { freeDays: 2, perDay: cents(9_500) },
  noShow: cents(10_000),
  lateCancellation: { hoursBefore: 4, amount: cents(7_500) },
}

const invoiceOf = (changes: Partial<LateInvoice> = {}): LateInvoice => ({
  ...{ invoiceId: 'a', number: 'R-1001', dueOn: '2025-11-01', open: cents(50_001) },
  feeTerms: feeTermsOf(RULES) ?? undefined,
  ...changes,
})

const factsOf = (changes: Partial<FeeFacts> = {}): FeeFacts => ({
  ...{ rules: RULES, ticket: create(newTicket, DANA, at('2025-11-01')), invoices: [], addedKeys: [] },
  ...{ choices: NO_FEE_CHOICES, timeZone: ZONE, bookingPayment: null },
  ...changes,
})
const proposedOn = (day: string, changes: Partial<FeeFacts>, hour?: number) =>
  proposedFees(factsOf(changes), at(day, hour))

test('what is paid late is charged once, of what is open, from the day that the invoice says', () => {
  const invoices = [invoiceOf()]
  expect(proposedOn('2025-11-15', { invoices })).toEqual([])
  expect(proposedOn('2025-11-16', { invoices })).toEqual([
    {
      key: 'late-a-1',
      name: 'Late fee of Sun, Nov 16, 2025 for invoice R-1001, 5% of $500.01',
      // $25.0005
      amount: 2500,
      invoiceId: 'a',
    },
  ])
  expect(proposedOn('2026-11-16', { invoices })).toHaveLength(1)
  expect(proposedOn('2025-11-16', { invoices, addedKeys: ['late-a-1'] })).toEqual([])
  const choices = { ...NO_FEE_CHOICES, dismissed: ['late-a-1'] }
  expect(proposedOn('2025-11-16', { invoices, choices })).toEqual([])
})

test('a monthly fee is charged once for each month, on the last day of a month that is shorter', () => {
  const late = { afterDays: 1, amount: cents(2_500), percentage: null, every: 'month' } as const
  const rules = { ...RULES, late }
  const invoices = [invoiceOf({ dueOn: '2026-01-30', feeTerms: feeTermsOf(rules) ?? undefined })]
  const keysOn = (day: string, addedKeys: readonly string[] = []) =>
    proposedOn(day, { rules, invoices, addedKeys }).map(({ key }) => key)
  expect(keysOn('2026-01-31')).toEqual(['late-a-1'])
  expect(keysOn('2026-02-27')).toEqual(['late-a-1'])
  expect(keysOn('2026-02-28')).toEqual(['late-a-1', 'late-a-2'])
  expect(keysOn('2026-03-31', ['late-a-1'])).toEqual(['late-a-2', 'late-a-3'])
  // Older months lapse.
  expect(keysOn('2029-01-31')).toHaveLength(12)
})

test.each([
  ['nothing is open', invoiceOf({ open: NO_MONEY }), RULES],
  ['it was issued before there was a rule', invoiceOf({ feeTerms: undefined }), RULES],
  ['the rule was removed', invoiceOf(), { ...RULES, late: null }],
  ['its share is less than half a cent', invoiceOf({ open: cents(9) }), RULES],
])('a late invoice is charged nothing if %s', (_, invoice, rules) => {
  expect(proposedOn('2026-02-01', { rules, invoices: [invoice] })).toEqual([])
})

test('storage is charged for each day after the pickup day, until the RV departed or the ticket is completed', () => {
  const ticket = finalizedOn('2025-11-20')
  const on = (day: string, changes: Partial<FeeFacts> = {}) =>
    proposedOn(day, { ticket, ...changes }).map(({ key, name, amount }) => `${key}: ${name}: ${amount}`)
  expect(pickupDayOf(ticket, RULES, NO_FEE_CHOICES, ZONE)).toBe('2025-11-22')
  expect(on('2025-11-22')).toEqual([])
  expect(on('2025-11-23')).toEqual([
    'storage-2025-11-23: Storage on Sun, Nov 23, 2025, at $95.00 a day: 9500',
  ])
  expect(on('2025-11-27', { addedKeys: ['storage-2025-11-23'] })).toEqual([
    'storage-2025-11-27: Storage 4 days, Mon, Nov 24, 2025 to Thu, Nov 27, 2025, at $95.00 a day: 38000',
  ])
  const choices = { dismissed: ['storage-2025-11-26'], pickupOn: null }
  expect(on('2025-11-27', { choices, addedKeys: ['storage-2025-11-23'] })).toEqual([
    'storage-2025-11-27: Storage on Thu, Nov 27, 2025, at $95.00 a day: 9500',
  ])
  const departed = { ...ticket, rigVisit: { ...ticket.rigVisit, departedOn: '2025-11-24' } }
  expect(on('2025-12-24', { ticket: departed })).toEqual([
    'storage-2025-11-24: Storage 2 days, Sun, Nov 23, 2025 to Mon, Nov 24, 2025, at $95.00 a day: 19000',
  ])
  expect(on('2025-12-24', { choices: { dismissed: [], pickupOn: '2025-12-23' } })).toEqual([
    'storage-2025-12-24: Storage on Wed, Dec 24, 2025, at $95.00 a day: 9500',
  ])
  expect(on('2025-12-24', { ticket: complete(ticket, DANA, at('2025-12-24')) })).toEqual([])
  expect(on('2025-12-24', { ticket: create(newTicket, DANA, at('2025-11-20')) })).toEqual([])
})

test('a missed appointment is charged when the desk notes it', () => {
  const closing = { reason: 'no-show', note: '' } as const
  const missed = close(booked, closing, DANA, at('2025-11-24', 11))
  expect(proposedOn('2025-11-24', { ticket: missed })).toEqual([
    {
      ...{ key: 'no-show-2025-11-24', name: 'No-show at the appointment of Mon, Nov 24, 2025' },
      ...{ amount: 10_000, invoiceId: null },
    },
  ])
  expect(proposedOn('2025-11-24', { ticket: missed, addedKeys: ['no-show-2025-11-24'] })).toEqual([])
  const without = close({ ...booked, appointment: null }, closing, DANA, at('2025-11-24', 11))
  expect(proposedOn('2025-11-24', { ticket: without })).toEqual([])
  const duplicate = close(booked, { reason: 'duplicate', note: '' }, DANA, at('2025-11-24', 11))
  expect(proposedOn('2025-11-24', { ticket: duplicate })).toEqual([])
})

test('what was paid when booking and is kept counts for the fee of the appointment, and is never charged besides it', () => {
  const terms = { kind: 'deposit', amount: cents(9_500), hoursBefore: 24 } as const
  const missed = close(booked, { reason: 'no-show', note: '' }, DANA, at('2025-11-24', 11))
  const late = cancel(booked, DANA, at('2025-11-24', 4))
  const feesOf = (ticket: Ticket, unspent: number, rules = NO_FEE_RULES) =>
    proposedOn('2025-11-24', { ticket, rules, bookingPayment: { terms, unspent: cents(unspent) } }).map(
      ({ key, amount }) => [key, amount],
    )
  expect(feesOf(missed, 9_500)).toEqual([['no-show-2025-11-24', 9_500]])
  expect(feesOf(missed, 9_500, RULES)).toEqual([['no-show-2025-11-24', 10_000]])
  // The fee by rule is for four hours, the payment's rule for a day.
  expect(feesOf(late, 9_500, RULES)).toEqual([['late-cancellation-2025-11-24', 9_500]])
  expect(feesOf(late, 4_000)).toEqual([['late-cancellation-2025-11-24', 4_000]])
  expect(feesOf(late, 0)).toEqual([])
  expect(feesOf(cancel(booked, DANA, at('2025-11-23', 9)), 9_500)).toEqual([])
})

test('a call fee is proposed once the RV is here, and of a ticket closed then what is kept of it', () => {
  const terms = { kind: 'call-fee', amount: cents(9_500), hoursBefore: 24 } as const
  const here = checkIn(booked, { broughtBy: '', keys: '', lot: '' }, DANA, at('2025-11-24', 9))
  const feesOf = (ticket: Ticket, addedKeys: string[] = []) =>
    proposedOn('2025-11-24', {
      ...{ ticket, addedKeys, rules: NO_FEE_RULES, bookingPayment: { terms, unspent: cents(9_000) } },
    }).map(({ key, amount }) => [key, amount])
  const closed = (reason: 'too-expensive' | 'mistake') =>
    close(here, { reason, note: '' }, DANA, at('2025-11-24', 12))
  expect(feesOf(booked)).toEqual([])
  expect(feesOf(here)).toEqual([['call-fee', 9_500]])
  expect(feesOf(here, ['call-fee'])).toEqual([])
  expect(feesOf(closed('too-expensive'))).toEqual([['call-fee', 9_000]])
  expect(feesOf(closed('mistake'))).toEqual([])
})

test('a cancellation is charged if it comes less than the set hours before the appointment', () => {
  const early = cancel(booked, DANA, at('2025-11-24', 5))
  const late = cancel(booked, DANA, new Date(at('2025-11-24', 5).getTime() + 1))
  expect(proposedOn('2025-11-24', { ticket: early })).toEqual([])
  expect(proposedOn('2025-11-24', { ticket: late })).toMatchObject([
    { name: 'Late cancellation of the appointment of Mon, Nov 24, 2025', amount: 7_500 },
  ])
  const byPhone = close(booked, { reason: 'customer', note: '' }, DANA, at('2025-11-24', 8))
  expect(proposedOn('2025-11-24', { ticket: byPhone })).toHaveLength(1)
  const begun = checkIn(booked, { broughtBy: '', keys: '', lot: '' }, DANA, at('2025-11-24', 9))
  const afterWork = close(begun, { reason: 'customer', note: '' }, DANA, at('2025-11-24', 10))
  expect(proposedOn('2025-11-24', { ticket: afterWork })).toEqual([])
})

test('a company that set no rule is proposed nothing, and its invoices say nothing', () => {
  const rules = NO_FEE_RULES
  const ticket = finalizedOn('2025-11-01')
  expect(proposedOn('2026-11-01', { rules, ticket, invoices: [invoiceOf()] })).toEqual([])
  expect(feeTermsOf(rules)).toBeNull()
  expect(describeFeeRules(rules)).toEqual([])
  expect(chargedTerms(feeTermsOf(RULES) ?? undefined, rules)).toEqual({ methods: [], late: null })
})

test('rules are said in sentences, on paper without the cap', () => {
  const terms = feeTermsOf({ ...RULES, late: { ...LATE, every: 'month' } })
  expect(terms && describeFeeTerms(terms)).toEqual([
    'Card payments add 3.5%.',
    'Paid late: 5% of what is open is added 15 days after the due date, and again each month after that.',
  ])
  expect(describeFeeRules(RULES)).toEqual([
    'Card payments add 3.5%. At most 4% is allowed.',
    'Paid late: 5% of what is open is added 15 days after the due date.',
    'Storage: $95.00 a day, more than 2 days after Finalize.',
    'No-show: $100.00.',
    'Canceled less than 4 hours before the appointment: $75.00.',
  ])
})

test('whenever fees are added or dismissed, each day of storage and each month is charged or dismissed once', () => {
  const rules = {
    ...RULES,
    late: { ...LATE, percentage: null, amount: cents(1_000), every: 'month' } as const,
  }
  const visits = fc.array(fc.record({ days: fc.nat({ max: 40 }), isAdded: fc.boolean() }), { maxLength: 12 })
  fc.assert(
    fc.property(visits, steps => {
      const ticket = finalizedOn('2025-11-01')
      const invoices = [invoiceOf({ dueOn: '2025-11-01', feeTerms: feeTermsOf(rules) ?? undefined })]
      const settled: { key: string; amount: Cents }[] = []
      let [addedKeys, dismissed]: [string[], string[]] = [[], []]
      let day = '2025-11-01'
      for (const { days, isAdded } of steps) {
        day = addDays(day, days)
        const fees = proposedOn(day, {
          rules,
          ticket,
          invoices,
          addedKeys,
          choices: { dismissed, pickupOn: null },
        })
        settled.push(...fees)
        const keys = fees.map(({ key }) => key)
        if (isAdded) addedKeys = [...addedKeys, ...keys]
        else dismissed = [...dismissed, ...keys]
      }
      const keys = settled.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      const storage = sum(settled.flatMap(({ key, amount }) => (key.startsWith('storage') ? amount : [])))
      const pickup = pickupDayOf(ticket, rules, NO_FEE_CHOICES, ZONE) ?? ''
      const stored = (Date.parse(dayOf(at(day), 'UTC')) - Date.parse(pickup)) / 86_400_000
      expect(storage).toBe(9_500 * Math.max(0, steps.length === 0 ? 0 : stored))
    }),
  )
})
