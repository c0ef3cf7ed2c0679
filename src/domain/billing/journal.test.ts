import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cents, cents, sum } from '#domain/lib/money.ts'
import { methodTotalsOf } from './day-close.ts'
import {
  type Charge,
  type CreditedLine,
  creditAmount,
  creditable,
  creditedLineTotal,
  invoiceSums,
} from './invoice.ts'
import {
  ACCOUNTS,
  type Account,
  type BookEntry,
  creditNoteEntry,
  invoiceEntry,
  journalRows,
  paymentEntry,
} from './journal.ts'
import { balanceOf, ENTRY_KINDS, type LedgerEntry, PAYMENT_METHODS } from './ledger.ts'
import { quickBooksDesktopFile } from './quickbooks-desktop.ts'
import { MAX_FILE_ROWS, quickBooksOnlineSheets } from './quickbooks-online.ts'
import { salesByMonth, type TaxedDocument } from './sales-tax.ts'
import { TAXABLE_KINDS } from './tax.ts'

const KINDS = [...TAXABLE_KINDS, 'fee'] as const

const charge = fc.record({
  kind: fc.constantFrom(...KINDS),
  description: fc.string({ maxLength: 20 }),
  quantity: fc.constantFrom(null, 1, 2.5),
  amount: fc.integer({ min: 0, max: 5_000_000 }),
})
const rate = fc.record({
  name: fc.constantFrom<string>('Texas', 'Austin', 'District'),
  percentage: fc.integer({ min: 0, max: 150_000 }),
  appliesTo: fc.subarray([...TAXABLE_KINDS]),
})
const payment = fc.record({
  kind: fc.constantFrom(...ENTRY_KINDS),
  method: fc.constantFrom(...PAYMENT_METHODS),
  amount: fc.integer({ min: 1, max: 5_000_000 }),
  reference: fc.string({ maxLength: 12 }),
  note: fc.string({ maxLength: 12 }),
})
const history = fc.record({
  charges: fc.array(charge, { maxLength: 8 }),
  discount: fc.integer({ min: 0, max: 1_000_000 }),
  rates: fc.array(rate, { maxLength: 3 }),
  /** How much of what is left each credit note takes back. */
  credits: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { maxLength: 3 }),
  payments: fc.array(payment, { maxLength: 5 }),
  /** Whether each payment was a slip, which is voided at once. */
  slips: fc.array(fc.boolean(), { maxLength: 5 }),
  name: fc.string({ maxLength: 120 }),
  month: fc.integer({ min: 1, max: 12 }),
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

const BY_HAND = { creditedNumber: '', voidsEntryId: null }

const dayIn = (month: number): string => `2025-${String(month).padStart(2, '0')}-17`

/** A ticket's invoice, credit notes and payments: as the ledger has them, as documents for tax, and as entries. */
function billed(
  {
    charges,
    discount,
    rates,
    credits,
    payments,
    slips = [],
    name,
    month,
  }: Partial<Pick<History, 'slips'>> & Omit<History, 'slips'>,
  index: number,
) {
  const lines: Charge[] = charges.map(({ amount, ...each }, at) => ({
    ...{ ...each, lineId: `line-${at}`, jobNumber: null, amount: cents(amount) },
  }))
  const sums = invoiceSums(
    lines,
    discount === 0 ? [] : [{ lineId: null, amount: null, percentage: discount, reason: 'Friend' }],
    rates.map((each, at) => ({ ...each, taxRateId: `rate-${at}` })),
  )
  const common = {
    ...{ entryId: `entry ${index}`, day: dayIn(month), ticketId: 412_873 + index },
    ...{ payer: { name, address: '1 Lake Rd' }, customerId: null, email: '', phone: '' },
  }
  const number = `R-${1001 + index}`
  const entries: BookEntry[] = [invoiceEntry({ ...common, number }, sums, dayIn(month))]
  // Every other invoice is exempt.
  const isExempt = index % 2 === 0
  const documents: TaxedDocument[] = [
    { kind: 'invoice', issuedOn: dayIn(month), isExempt, ...sums, credited: [] },
  ]
  const credited: CreditedLine[] = []
  for (const share of credits) {
    const left = creditable(sums, credited)
    const amount = cents(Math.round(sum(left.map(creditedLineTotal)) * share))
    if (amount === 0) continue
    const note = creditAmount(left, amount)
    credited.push(...note.lines)
    const of = { ...note, invoiceNumber: number }
    entries.push(creditNoteEntry({ ...common, number: `CN-${entries.length}` }, of, sums))
    documents.push({
      ...{
        kind: 'credit-note',
        issuedOn: dayIn(month),
        isExempt,
        total: note.total,
        taxTotal: note.taxTotal,
      },
      ...{ taxes: sums.taxes, lines: sums.lines, credited: note.lines },
    })
  }
  const ledger: LedgerEntry[] = []
  const day: Parameters<typeof methodTotalsOf>[0][number][] = []
  for (const [at, each] of payments.entries()) {
    const { received } = balanceOf([], ledger)
    const paid = { ...each, ...BY_HAND, amount: cents(each.amount) }
    if (paid.kind === 'refund' && paid.amount > received) continue
    const isSlip = slips[at] === true && paid.kind !== 'refund'
    const voiding = { ...paid, kind: 'refund', voidsEntryId: `paid ${at}` } as const
    for (const row of isSlip ? [paid, voiding] : [paid]) {
      ledger.push(row)
      day.push(row)
      entries.push(paymentEntry({ ...common, number }, row))
    }
  }
  const invoice = { total: sums.total, credited: sum(credited.map(creditedLineTotal)) }
  return { entries, documents, balance: balanceOf([invoice], ledger), day: methodTotalsOf(day) }
}

const ledgers = fc.array(history, { minLength: 1, maxLength: 6 })
const balanceIn = (entries: readonly BookEntry[], account: Account): Cents =>
  sum(
    entries
      .flatMap(({ postings }) => postings.filter(each => each.account === account))
      .map(each => each.amount),
  )

describe('over any tickets,', () => {
  const check = (claim: (tickets: ReturnType<typeof billed>[], entries: BookEntry[]) => void): void =>
    fc.assert(
      fc.property(ledgers, histories => {
        const tickets = histories.map(billed)
        claim(
          tickets,
          tickets.flatMap(({ entries }) => entries),
        )
      }),
      { numRuns: 60 },
    )

  test('debits are credits in every entry and in the journal as a whole', () =>
    check((_, entries) => {
      for (const { postings } of entries) expect(sum(postings.map(({ amount }) => amount))).toBe(0)
      const [header = [], ...rows] = journalRows(entries)
      const total = (column: string): number =>
        rows.reduce((all, row) => all + Math.round(Number(row[header.indexOf(column)]) * 100), 0)
      expect(total('Debit')).toBe(total('Credit'))
    }))

  test('Accounts Receivable has what is due, less what is the customers’ credit', () =>
    check((tickets, entries) => {
      const owed = tickets.map(({ balance: { due, held, credit } }) => cents(due - held - credit))
      expect(balanceIn(entries, 'receivable')).toBe(sum(owed))
      expect(balanceIn(entries, 'funds')).toBe(sum(tickets.map(({ balance }) => balance.received)))
    }))

  test('a day counts what was received, and a voided payment as never taken', () =>
    check(tickets => {
      for (const { entries, balance, day } of tickets) {
        expect(sum(day.map(({ expected }) => expected))).toBe(balance.received)
        const voided = entries.filter(({ kind }) => kind === 'void')
        const taken = entries.filter(({ kind }) => kind === 'payment' || kind === 'deposit')
        const funds = (some: readonly BookEntry[]) => Math.abs(balanceIn(some, 'funds'))
        expect(sum(day.map(each => each.in))).toBe(funds(taken) - funds(voided))
      }
    }))

  test('sales and tax by month are those of the journal', () =>
    check((tickets, entries) => {
      const months = salesByMonth(tickets.flatMap(({ documents }) => documents))
      const sold = (['labor', 'parts', 'supplies', 'trip', 'fee'] as const).map(kind =>
        balanceIn(entries, kind),
      )
      expect(sum(months.map(({ sales }) => sales)) + 0).toBe(-sum(sold) + 0)
      expect(sum(months.map(({ tax }) => tax)) + 0).toBe(-balanceIn(entries, 'tax') + 0)
      for (const { tax, rates } of months) expect(sum(rates.map(({ amount }) => amount))).toBe(tax)
      for (const { sales, labor, parts, supplies, other } of months)
        expect(sum([labor, parts, supplies, other])).toBe(sales)
      expect(sum(months.map(({ labor }) => labor)) + 0).toBe(-balanceIn(entries, 'labor') + 0)
      expect(sum(months.map(({ parts }) => parts)) + 0).toBe(-balanceIn(entries, 'parts') + 0)
    }))

  test('QuickBooks Online gets every invoice to the cent, in files of at most 100 rows', () =>
    check((_, entries) => {
      const sheets = quickBooksOnlineSheets(entries)
      for (const { rows } of sheets) {
        expect(rows.length - 1).toBeLessThanOrEqual(MAX_FILE_ROWS)
        for (const row of rows) expect(row).toHaveLength(rows[0]?.length ?? 0)
      }
      const totals = new Map<string, number>()
      for (const { name, rows } of sheets.filter(sheet => /^(invoices|credit-notes)-/.test(sheet.name)))
        for (const row of rows.slice(1)) {
          const key = `${name.startsWith('credit') ? 'credit-note' : 'invoice'} ${row[0]}`
          const amount = Number(row[rows[0]?.indexOf('*ItemAmount') ?? -1])
          totals.set(key, (totals.get(key) ?? 0) + Math.round(amount * 100))
        }
      const issued = new Map<string, number>()
      for (const { kind, number, postings } of entries)
        for (const { account, amount } of postings)
          if (account === 'receivable' && (kind === 'invoice' || kind === 'credit-note'))
            issued.set(`${kind} ${number}`, (issued.get(`${kind} ${number}`) ?? 0) + Math.abs(amount))
      expect(totals).toEqual(issued)
    }))

  test('each transaction for QuickBooks Desktop adds up to 0, whatever was typed', () =>
    check((_, entries) => {
      const lines = quickBooksDesktopFile(entries).split('\r\n')
      let left = 0
      let ended = 0
      for (const line of lines) {
        const [keyword, , , , , amount] = line.split('\t')
        if (keyword === 'TRNS') expect(left).toBe(0)
        if (keyword === 'TRNS' || keyword === 'SPL') left += Math.round(Number(amount) * 100)
        if (keyword === 'ENDTRNS') {
          expect(left).toBe(0)
          ended += 1
        }
      }
      expect(ended).toBe(entries.filter(({ postings }) => postings.length > 0).length)
    }))
})

test('an invoice with more lines than a file takes has a row for each account', () => {
  const charges = Array.from({ length: 150 }, (_, at) => ({
    ...({ kind: 'parts', description: `Part ${at}`, quantity: 1, amount: 100 } as const),
  }))
  const { entries } = billed(
    { charges, discount: 0, rates: [], credits: [], payments: [], name: 'June "J" Park: Jr', month: 3 },
    0,
  )
  const sheets = quickBooksOnlineSheets(entries)
  expect(sheets.map(({ name }) => name)).toEqual(['customers-1.csv', 'invoices-1.csv'])
  expect(sheets[1]?.rows.slice(1)).toEqual([
    [
      ...['R-1001', 'June J Park Jr', '03/17/2025', '03/17/2025', 'Ticket 412873', 'Parts'],
      ...['150 lines', '1', '150.00', '150.00', 'N'],
    ],
  ])
})

test('a file for QuickBooks Desktop names the accounts, the customer and each side of an entry', () => {
  const { entries } = billed(
    {
      charges: [{ kind: 'labor', description: 'Roof\tleak', quantity: 2.5, amount: 36_250 }],
      rates: [{ name: 'Tennessee', percentage: 92_500, appliesTo: ['labor'] }],
      payments: [{ kind: 'payment', method: 'check', amount: 10_000, reference: '1042', note: '' }],
      ...{ discount: 0, credits: [], name: 'José “Joe” Łuka', month: 3 },
    },
    0,
  )
  const lines = quickBooksDesktopFile(entries).split('\r\n')
  expect(lines).toContain(`ACCNT\t${ACCOUNTS.receivable.name}\tAR`)
  expect(lines.slice(lines.indexOf('!ENDTRNS') + 1, -1)).toEqual([
    'TRNS\tINVOICE\t03/17/25\tAccounts Receivable\tJosé “Joe” ?uka\t396.03\tR-1001\tInvoice R-1001\t03/17/25',
    'SPL\tINVOICE\t03/17/25\tLabor Sales\tJosé “Joe” ?uka\t-362.50\tR-1001\t2.5 h Roof leak',
    'SPL\tINVOICE\t03/17/25\tSales Tax Collected\tJosé “Joe” ?uka\t-33.53\tR-1001\tTennessee 9.25%',
    'ENDTRNS',
    'TRNS\tPAYMENT\t03/17/25\tUndeposited Funds\tJosé “Joe” ?uka\t100.00\t1042\tPayment, check 1042',
    'SPL\tPAYMENT\t03/17/25\tAccounts Receivable\tJosé “Joe” ?uka\t-100.00\t1042\tPayment, check 1042',
    'ENDTRNS',
  ])
})

test('QuickBooks Online gets a credit note as a credit of its invoice, and a void as the payment that it voids', () => {
  const { entries } = billed(
    {
      charges: [{ kind: 'labor', description: 'Roof leak', quantity: 2.5, amount: 36_250 }],
      payments: [{ kind: 'payment', method: 'cash', amount: 5000, reference: '', note: '' }],
      ...{ rates: [], credits: [1], slips: [true], discount: 0, name: 'June Park', month: 3 },
    },
    0,
  )
  const sheets = quickBooksOnlineSheets(entries)
  const sheet = (name: string) => sheets.find(each => each.name === `${name}-1.csv`)?.rows
  expect(sheet('credit-notes')).toEqual([
    [
      ...['*CreditMemoNo', '*Customer', '*CreditMemoDate', 'TransactionType', 'CreditForInvoice', 'Memo'],
      ...['Item(Product/Service)', 'ItemDescription', 'ItemQuantity', 'ItemRate', '*ItemAmount', 'Taxable'],
    ],
    [
      ...[
        'CN-1',
        'June Park',
        '03/17/2025',
        'Credit Memo',
        'R-1001',
        'Credit for invoice R-1001, ticket 412873',
      ],
      ...['Labor', 'Roof leak', '1', '362.50', '362.50', 'N'],
    ],
  ])
  expect(sheet('refunds')).toBeUndefined()
  expect(sheet('voids')?.[1]?.slice(0, 2)).toEqual(['paid 0', '03/17/2025'])
})

test.each([
  ['', '', 'Payment, check 1042', 'Ticket 412873'],
  [
    'R-1001',
    'R-1002',
    'Payment, check 1042, Paid for R-1001, which was credited; counts for R-1002',
    'Ticket 412873, paid for R-1001, which was credited; counts for R-1002',
  ],
  [
    'R-1001',
    '',
    'Payment, check 1042, Paid for R-1001, which was credited; held for the next invoice',
    'Ticket 412873, paid for R-1001, which was credited; held for the next invoice',
  ],
])(
  'a payment for the credited invoice %j that counts for %j says so',
  (creditedNumber, number, memo, note) => {
    const common = {
      entryId: 'paid',
      day: '2025-03-17',
      ticketId: 412_873,
      number,
      customerId: null,
      email: '',
      phone: '',
    }
    const entry = paymentEntry(
      { ...common, payer: { name: 'June Park', address: '' } },
      {
        ...{ kind: 'payment', method: 'check', amount: cents(10_000), reference: '1042', note: '' },
        ...{ creditedNumber, voidsEntryId: null },
      },
    )
    expect(journalRows([entry])[1]?.at(-1)).toBe(memo)
    const [header, row] =
      quickBooksOnlineSheets([entry]).find(({ name }) => name === 'payments-1.csv')?.rows ?? []
    const cell = (column: string) => row?.[header?.indexOf(column) ?? -1]
    expect([cell('InvoiceApplyTo'), cell('PrivateNote')]).toEqual([number, note])
  },
)

test('what a bank did is in the books like any money in or out, under its own name', () => {
  const common = {
    ...{ entryId: 'entry', day: '2025-11-20', number: 'R-1001', ticketId: 412_873 },
    ...{ payer: { name: 'June Park', address: '' }, customerId: null, email: '', phone: '' },
  }
  const payment = { method: 'card', amount: cents(18_125), reference: 'pi_1', note: '' } as const
  const moved = { ...payment, creditedNumber: '', voidsEntryId: null }
  const postings = [
    paymentEntry(common, { ...moved, kind: 'refund', cause: 'dispute' }),
    paymentEntry(common, { ...moved, kind: 'payment', cause: 'dispute-won' }),
  ].flatMap(entry => entry.postings.map(({ account, amount, description }) => [account, amount, description]))
  expect(postings).toEqual([
    ['funds', -18_125, 'Payment disputed, card pi_1'],
    ['receivable', 18_125, 'Payment disputed, card pi_1'],
    ['funds', 18_125, 'Dispute won, card pi_1'],
    ['receivable', -18_125, 'Dispute won, card pi_1'],
  ])
})
