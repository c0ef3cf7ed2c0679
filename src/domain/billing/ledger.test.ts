import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, NO_MONEY } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import {
  assertPayable,
  assertRefundable,
  balanceOf,
  blockersForVoiding,
  chargedOf,
  completionQuestion,
  describeAmount,
  describePaid,
  type EntryCause,
  entryLabel,
  invoicedAmountsOf,
  invoiceToPay,
  type LedgerEntry,
  moneyStateOf,
  refundableToCard,
  withOpenAmounts,
  withoutVoided,
} from './ledger.ts'

const invoice = (total: number, credited?: number) => ({
  number: 'R-1001',
  total: cents(total),
  credited: credited === undefined ? null : cents(credited),
  dueOn: '2025-12-01',
})
const entry = (kind: LedgerEntry['kind'], amount: number): LedgerEntry => ({ kind, amount: cents(amount) })

describe('a balance', () => {
  test.each([
    ['a deposit before the invoice is held', [], [entry('deposit', 5000)], { due: 0, held: 5000, credit: 0 }],
    ['the invoice takes it', [invoice(8000)], [entry('deposit', 5000)], { due: 3000, held: 0, credit: 0 }],
    [
      'what is paid too much is credit',
      [invoice(8000)],
      [entry('deposit', 5000), entry('payment', 4000)],
      { due: 0, held: 0, credit: 1000 },
    ],
    [
      'a refund of the credit leaves nothing',
      [invoice(8000)],
      [entry('payment', 9000), entry('refund', 1000)],
      { due: 0, held: 0, credit: 0 },
    ],
    [
      'a refund of more is due again',
      [invoice(8000)],
      [entry('payment', 8000), entry('refund', 500)],
      { due: 500, held: 0, credit: 0 },
    ],
    ['a credit note lowers what is due', [invoice(8000, 3000)], [], { due: 5000, held: 0, credit: 0 }],
    [
      'after a full credit note, what was paid is held for the next invoice',
      [invoice(8000, 8000)],
      [entry('payment', 8000)],
      { due: 0, held: 8000, credit: 0 },
    ],
    [
      'an invoice of nothing keeps what was paid as credit',
      [invoice(0)],
      [entry('payment', 500)],
      { held: 0, credit: 500 },
    ],
    [
      'until a credit note of nothing takes it back',
      [invoice(0, 0)],
      [entry('payment', 500)],
      { held: 500, credit: 0 },
    ],
    [
      'which takes it',
      [invoice(8000, 8000), invoice(9000)],
      [entry('payment', 8000)],
      { due: 1000, held: 0, credit: 0 },
    ],
  ])('%s', (_, invoices, entries, expected) => {
    expect(balanceOf(invoices, entries)).toMatchObject(expected)
  })

  test('loses no cent, whatever the order of payments, refunds and credit notes', () => {
    const kinds = fc.constantFrom('payment' as const, 'deposit' as const, 'refund' as const)
    const amounts = fc.integer({ min: 1, max: 1_000_000 })
    const entries = fc.array(
      fc.tuple(kinds, amounts).map(([kind, amount]) => entry(kind, amount)),
      { maxLength: 20 },
    )
    const invoices = fc.array(
      fc
        .tuple(amounts, fc.nat({ max: 100 }))
        .map(([total, percent]) => invoice(total, Math.floor((total * percent) / 100))),
      { maxLength: 3 },
    )
    fc.assert(
      fc.property(invoices, entries, (issued, wanted) => {
        const recorded: LedgerEntry[] = []
        for (const each of wanted) {
          const before = balanceOf(issued, recorded)
          if (each.kind === 'refund' && each.amount > before.received)
            expect(() => assertRefundable(each.amount, before)).toThrow(Refusal)
          else recorded.push(each)
          const { charged, received, due, held, credit } = balanceOf(issued, recorded)
          expect(received).toBeGreaterThanOrEqual(0)
          expect(due - held - credit).toBe(charged - received)
          expect([due, held, credit].filter(amount => amount > 0).length).toBeLessThanOrEqual(1)
        }
        expect(balanceOf(issued, recorded.toReversed())).toEqual(balanceOf(issued, recorded))
      }),
    )
  })
})

describe('a payment', () => {
  const refusalOf = (...[state, balance]: Parameters<typeof assertPayable>): unknown => {
    try {
      assertPayable(state, balance)
    } catch (error) {
      return (error as Refusal).obstacles[0]?.code
    }
    return null
  }

  test.each([
    ['an invoice with something due', invoice(100), 40, null],
    ['a paid invoice', invoice(100), 0, 'invoice.paid'],
    ['an invoice that was taken back', invoice(100, 100), 0, 'invoice.credited'],
  ])('of %s: %#', (_, state, due, code) => {
    expect(refusalOf(state, { due: cents(due) })).toBe(code)
  })
})

describe('a payment by hand', () => {
  const TIME_ZONE = 'America/Chicago'
  const paid = {
    ...({ entryId: 'paid', kind: 'payment', amount: cents(100) } as const),
    ...{ processorId: null, voidsEntryId: null },
    // 23:30 of Nov 19 in Chicago.
    at: new Date('2025-11-20T05:30:00Z'),
  } as const
  const voidsIt = { voidsEntryId: 'paid' }

  test.each([
    ['can be voided on the company’s day on which it was recorded', paid, [], 100, '2025-11-19', []],
    ['not on the next day', paid, [], 100, '2025-11-20', ['void.later']],
    ['not twice', paid, [voidsIt], 100, '2025-11-19', ['void.done']],
    ['not after a refund of a part', paid, [], 60, '2025-11-19', ['void.refunded']],
    ['not if it is a refund', { ...paid, kind: 'refund' }, [], 100, '2025-11-19', ['void.no-payment']],
    ['not if it is online', { ...paid, processorId: 'pi_1' }, [], 100, '2025-11-19', ['void.no-payment']],
  ] as const)('%s', (_, entry, others, received, today, codes) => {
    const context = {
      ...{ entries: [entry, ...others], balance: { received: cents(received) } },
      ...{ today, timeZone: TIME_ZONE },
    }
    expect(blockersForVoiding(entry, context).map(({ code }) => code)).toEqual(codes)
  })
})

test.each([
  ['not-invoiced', [], [], '2025-11-20'],
  ['due', [invoice(100)], [], '2025-12-01'],
  ['partly-paid', [invoice(100)], [entry('payment', 40)], '2025-12-01'],
  ['overdue', [invoice(100)], [entry('payment', 40)], '2025-12-02'],
  ['paid', [invoice(100)], [entry('payment', 100)], '2025-12-02'],
  ['credited', [invoice(100, 100)], [], '2025-12-02'],
  ['due', [invoice(100, 100), invoice(50)], [], '2025-12-01'],
] as const)('what is owed is called %s', (state, invoices, entries, today) => {
  expect(moneyStateOf(invoices, balanceOf(invoices, entries), today)).toBe(state)
})

test.each([
  ['cash', '$1,200.50 in cash'],
  ['check', '$1,200.50 by check'],
  ['card', '$1,200.50 by card'],
  ['transfer', '$1,200.50 by bank transfer'],
] as const)('an amount with its method %s is words of a sentence', (method, words) => {
  expect(describeAmount(cents(120_050), method)).toBe(words)
})

const OPEN = {
  state: 'paid',
  due: cents(0),
  held: cents(0),
  number: 'R-1001',
  isCharged: false,
  fees: NO_MONEY,
} as const

test.each([
  ['paid', {}, null],
  [
    'due',
    { state: 'due', due: cents(12_000) },
    '$120.00 is still due on invoice R-1001. Complete the ticket anyway?',
  ],
  [
    'not invoiced',
    { state: 'not-invoiced', isCharged: true },
    'This ticket is not invoiced. Complete it anyway?',
  ],
  [
    'due with storage to add',
    { state: 'due', due: cents(12_000), fees: cents(9500) },
    '$95.00 of fees can be added now, and not afterwards. $120.00 is still due on invoice R-1001. Complete the ticket anyway?',
  ],
  [
    'paid with storage to add',
    { fees: cents(9500) },
    '$95.00 of fees can be added now, and not afterwards. Complete the ticket anyway?',
  ],
  ['of nothing', { state: 'not-invoiced' }, null],
  ['credited', { state: 'credited', isCharged: true }, 'This ticket is not invoiced. Complete it anyway?'],
  [
    'with a deposit',
    { state: 'not-invoiced', held: cents(5000) },
    'This ticket is not invoiced, and $50.00 is held for it. Complete it anyway?',
  ],
] as const)('before a ticket is completed that is %s, what is open is asked about', (_, open, question) => {
  expect(completionQuestion({ ...OPEN, ...open })).toBe(question)
})

test('what customers see has neither a voided slip nor what voids it', () => {
  const slip = { entryId: 'a', voidsEntryId: null }
  const payment = { entryId: 'b', voidsEntryId: null }
  expect(withoutVoided([slip, payment, { entryId: 'c', voidsEntryId: 'a' }])).toEqual([payment])
  expect(withoutVoided([slip, payment])).toEqual([slip, payment])
})

test('what can go back to a card is less what went back or was disputed, and what came back of that', () => {
  const online = (kind: LedgerEntry['kind'], amount: number, processorId: string, reference = 'pi_1') => ({
    ...{ ...entry(kind, amount), processorId, reference },
  })
  const paid = online('deposit', 9000, 'pi_1')
  const entries = [
    paid,
    online('payment', 500, 'pi_2', 'pi_2'),
    online('refund', 1000, 're_1'),
    online('refund', 8000, 'txn_1'),
    online('payment', 8000, 'txn_2'),
    online('payment', 1000, 're_1 failed'),
    online('refund', 2000, 're_2'),
  ]
  const left = entries.map((_, index) => refundableToCard(paid, entries.slice(0, index + 1)))
  expect(left).toEqual([9000, 9000, 8000, 0, 8000, 9000, 7000])
  expect(entries.map(each => refundableToCard(each, entries))).toEqual([7000, 500, ...Array(5).fill(null)])
  const byHand = { ...entry('payment', 100), processorId: null, reference: '1041' }
  expect(refundableToCard(byHand, [byHand])).toBeNull()
})

test.each<[LedgerEntry['kind'], EntryCause | null, string]>([
  ['payment', null, 'Payment'],
  ['deposit', null, 'Deposit'],
  ['refund', null, 'Refund'],
  ['refund', 'dispute', 'Payment disputed'],
  ['payment', 'dispute-won', 'Dispute won'],
  ['deposit', 'refund-failed', 'Refund failed'],
])('a %s with the cause %s is called %s', (kind, cause, label) => {
  expect(entryLabel({ kind, cause })).toBe(label)
})

const payment = (amount: number) => ({ kind: 'payment' as const, amount: cents(amount) })

test.each([
  ['nothing without an invoice', [], [payment(100)], null],
  ['nothing once it was taken back', [invoice(500, 500)], [payment(100)], null],
  ['what is due', [invoice(500)], [], '$5.00 due'],
  ['what was paid, and is due', [invoice(500, 50)], [payment(100)], '$1.00 paid, $3.50 due'],
  ['that it is paid', [invoice(500)], [payment(500)], 'Paid'],
  ['what is credit', [invoice(500)], [payment(600)], 'Paid, $1.00 credit'],
])('beside a ticket stands %s', (_, invoices, entries, text) => {
  const invoiced = invoicedAmountsOf(invoices, entries)
  expect(invoiced && describePaid(invoiced)).toBe(text)
})

describe('several invoices', () => {
  const amounts = fc.array(fc.tuple(fc.nat({ max: 500_000 }), fc.nat({ max: 100 })), {
    minLength: 1,
    maxLength: 6,
  })
  const money = fc
    .record({ invoices: amounts, paid: fc.array(fc.integer({ min: 1, max: 900_000 })) })
    .map(({ invoices, paid }) => ({
      invoices: invoices.map(([total, percent]) => invoice(total, Math.floor((total * percent) / 100))),
      entries: paid.map((amount, index) => entry(index % 3 === 2 ? 'refund' : 'payment', amount)),
    }))

  test('are paid oldest first: what is open of each adds up to what is due, to the cent', () => {
    fc.assert(
      fc.property(money, ({ invoices, entries }) => {
        const balance = balanceOf(invoices, entries)
        const open = withOpenAmounts(invoices, balance).map(invoice => invoice.open)
        expect(open.reduce((all, amount) => all + amount, 0)).toBe(balance.due)
        for (const [index, invoice] of invoices.entries()) {
          expect(open[index]).toBeGreaterThanOrEqual(0)
          // More went back than came in: the last one that stands bears it.
          if (balance.received >= 0) expect(open[index]).toBeLessThanOrEqual(chargedOf(invoice))
          const laterIsPaid = open.slice(index + 1).some((amount, later) => {
            const other = invoices[index + 1 + later]
            return other !== undefined && amount < chargedOf(other)
          })
          if (laterIsPaid) expect(open[index]).toBe(0)
        }
      }),
    )
  })

  test('are overdue by the oldest that is not paid, and a payment is for that one', () => {
    const old = { ...invoice(5000), number: 'R-1', dueOn: '2025-11-01' }
    const recent = { ...invoice(8000), number: 'R-2', dueOn: '2025-12-01' }
    const stateWith = (paid: number) => {
      const balance = balanceOf([old, recent], [entry('payment', paid)])
      return [
        moneyStateOf([old, recent], balance, '2025-11-20'),
        invoiceToPay([old, recent], balance)?.number,
      ]
    }
    expect(stateWith(4999)).toEqual(['overdue', 'R-1'])
    expect(stateWith(5000)).toEqual(['partly-paid', 'R-2'])
    expect(stateWith(13_000)).toEqual(['paid', 'R-2'])
    const credited = { ...recent, credited: cents(8000) }
    expect(invoiceToPay([old, credited], { due: cents(0) })?.number).toBe('R-1')
    expect(invoiceToPay([credited], { due: cents(0) })).toBeUndefined()
  })

  test('leave work to be invoiced before Complete', () => {
    const money = { due: cents(0), held: cents(0), number: 'R-1', state: 'paid', fees: NO_MONEY } as const
    expect(completionQuestion({ ...money, isCharged: true })).toBe(
      'Some of this ticket’s work is not invoiced. Complete the ticket anyway?',
    )
    expect(completionQuestion({ ...money, isCharged: false })).toBeNull()
  })
})
