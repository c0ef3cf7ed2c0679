import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { bookkeepingFiles } from './bookkeeping.ts'
import { type BookEntry, invoiceEntry, paymentEntry } from './journal.ts'

const common = {
  ...{ entryId: 'entry-1-of-many', day: '2025-03-17', number: 'R-1001', ticketId: 412_873 },
  ...{
    payer: { name: 'June Park', address: '1 Lake Rd' },
    customerId: null,
    email: '',
    phone: '(574) 555-0201',
  },
}
const invoice = (
  changes: Partial<typeof common> = {},
  amount = 36_250,
  description = 'Roof leak',
): BookEntry => {
  const net = cents(amount)
  const line = {
    ...({ lineId: 'line-1', jobNumber: 1, kind: 'labor', description, quantity: null, amount: net } as const),
    ...{ discount: cents(0), net, taxes: {} },
  }
  return invoiceEntry(
    { ...common, ...changes },
    { lines: [line], taxes: [], total: net } as never,
    '2025-03-17',
  )
}
const refund = paymentEntry(common, {
  ...{ kind: 'refund', method: 'check', amount: cents(5000), reference: '1042', note: '' },
  ...{ creditedNumber: '', voidsEntryId: null },
})

const textOf = (
  target: Parameters<typeof bookkeepingFiles>[0],
  entries: readonly BookEntry[],
  file: string,
) => bookkeepingFiles(target, entries, []).find(({ name }) => name === file)?.text ?? ''
const iifOf = (...entries: BookEntry[]) =>
  textOf('quickbooks-desktop', entries, 'quickbooks-desktop.iif')
    .split('\r\n')
    .map(line => line.split('\t'))

test('a file for QuickBooks Desktop keeps to its lengths, and no text breaks a row', () => {
  const address = '12345 West County Road 1200 North, Building 7; Door "B"\tNear the lake, Elkhart, IN 46516'
  const entry = invoice(
    {
      number: 'BLUEBONNET-RV-1001',
      payer: { name: 'Desert Rose Campground & Recreational Vehicle; Storage', address },
    },
    100,
    'Seal; "roof"\nand\tvent',
  )
  const rows = iifOf(entry)
  const cust = rows.find(([keyword]) => keyword === 'CUST') ?? []
  expect(cust).toEqual([
    'CUST',
    'Desert Rose Campground & Recreational Veh',
    '12345 West County Road 1200 North',
    "Building 7, Door 'B' Near the lake",
    'Elkhart, IN 46516',
    '',
    '',
  ])
  const [trns = [], spl = []] = rows.filter(([keyword]) => keyword === 'TRNS' || keyword === 'SPL')
  expect(trns.slice(4, 8)).toEqual([cust[1], '1.00', 'NET-RV-1001', 'Invoice BLUEBONNET-RV-1001'])
  expect(spl[7]).toBe("Seal, 'roof' and vent")
  expect(cust.every(text => text.length <= 41)).toBe(true)
  expect(rows.flat().join('')).not.toMatch(/[;"]/)
})

test('every transaction for QuickBooks Desktop is whole: TRNS, SPL and ENDTRNS', () => {
  const keywords = iifOf(invoice(), refund, invoice({ number: 'R-1002' }))
    .map(([keyword]) => keyword)
    .filter(keyword => ['TRNS', 'SPL', 'ENDTRNS'].includes(keyword ?? ''))
  expect(keywords).toEqual(['TRNS', 'SPL', 'ENDTRNS', 'TRNS', 'SPL', 'ENDTRNS', 'TRNS', 'SPL', 'ENDTRNS'])
})

test('two customers of one name are two in every file', () => {
  const entries = [invoice(), invoice({ number: 'R-1002', phone: '(575) 555-0342' })]
  expect(textOf('quickbooks-online', entries, 'customers-1.csv').split('\r\n').slice(1, -1)).toEqual([
    'June Park,,(574) 555-0201,1 Lake Rd',
    'June Park 0342,,(575) 555-0342,1 Lake Rd',
  ])
  expect(textOf('quickbooks-online', entries, 'invoices-1.csv')).toContain('R-1002,June Park 0342,')
  expect(
    iifOf(...entries)
      .filter(([keyword]) => keyword === 'CUST')
      .map(row => row[1]),
  ).toEqual(['June Park', 'June Park 0342'])
  expect(textOf('journal', entries, 'journal.csv')).toContain(',R-1002,412873,June Park 0342,')
})

test('a phone number abroad has no apostrophe in a file for a program', () => {
  const text = textOf('quickbooks-online', [invoice({ phone: '+52 664 123 4567' })], 'customers-1.csv')
  expect(text).toContain('June Park,,+52 664 123 4567,1 Lake Rd\r\n')
  expect(text.startsWith('Name,')).toBe(true)
})

test('a journal, which people read, begins with the mark of UTF-8 and has no formulas', () => {
  const text = textOf('journal', [invoice({ payer: { name: '=1+1', address: '' } })], 'journal.csv')
  expect(text.startsWith('\ufeffEntry,')).toBe(true)
  expect(text).toContain(",'=1+1,")
})

test('a refund is an expense against the customer’s credit, and never a payment or a receipt', () => {
  expect(textOf('quickbooks-online', [refund], 'refunds-1.csv').split('\r\n').slice(0, 2)).toEqual([
    'RefNumber,ExpenseDate,Payee,PaidFrom,Category,Amount,PaymentMethod,PaymentRefNumber,Memo',
    'entry-1-,03/17/2025,June Park,Undeposited Funds,Accounts Receivable,50.00,Check,1042,Ticket 412873',
  ])
  const readme = textOf('quickbooks-online', [refund], 'README.txt')
  expect(readme).toContain('refunds: Money that was given back. Enter each with + New > Expense')
  expect(readme).toContain('Do not enter a refund receipt')
  const amounts = iifOf(refund).filter(([keyword]) => keyword === 'TRNS' || keyword === 'SPL')
  expect(amounts.map(row => [row[1], row[3], row[5]])).toEqual([
    ['GENERAL JOURNAL', 'Undeposited Funds', '-50.00'],
    ['GENERAL JOURNAL', 'Accounts Receivable', '50.00'],
  ])
})

test('an invoice of $0.00 is in the journal, and named beside the files of QuickBooks', () => {
  const entries = [invoice(), invoice({ number: 'R-1002' }, 0)]
  const line = 'Not in the files, because it comes to $0.00: R-1002, 03/17/2025, June Park.\r\n'
  expect(textOf('quickbooks-online', entries, 'README.txt')).toContain(line)
  expect(textOf('quickbooks-desktop', entries, 'README.txt')).toBe(line)
  expect(textOf('quickbooks-desktop', entries.slice(0, 1), 'README.txt')).toBe('')
  expect(textOf('journal', entries, 'journal.csv')).toContain(
    '2,2025-03-17,invoice,R-1002,412873,June Park,Accounts Receivable,0.00,,Comes to $0.00\r\n',
  )
})
