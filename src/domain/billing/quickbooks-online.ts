// Spreadsheets for QuickBooks Online, at most 100 rows each.
//
// Invoices: the column names that QuickBooks Online maps by itself, of Intuit's "Import invoices in batches"
// (quickbooks.intuit.com/learn-support, question 394876 lists them). Sales tax is a line of its own that is not taxable:
// the import takes one rate a line and rounds it again, and the invoice would be a cent off. Credit notes have the same
// columns, in a file of their own. Customers: the fields of Intuit's help on importing contacts
// (plugin-qbo.intuit.com, help_admin_import_contacts_which_fields), with their limits. QuickBooks Online itself imports no
// payments; the file has the columns of the importer Transaction Pro (support.transactionpro.com, article 506).

import { sum } from '#domain/lib/money.ts'
import { ACCOUNTS, amountText, type BookEntry, type Posting } from './journal.ts'
import { METHOD_LABELS } from './ledger.ts'

/** Rows of a file below its header. */
export const MAX_FILE_ROWS = 100
const MAX_NAME_LENGTH = 100
const MAX_PHONE_LENGTH = 21

export type Sheet = { readonly name: string; readonly rows: readonly (readonly string[])[] }

/** A customer's name as both QuickBooks take it: no tab, line end, colon or quotation mark. */
export const customerName = ({ name }: BookEntry['payer']): string =>
  name
    .replace(/[\s:"]+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH) || 'Customer'

/** `MM/DD/YYYY`. */
const usDate = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** All but what the customer owes; one for each account if there are too many for a file. */
function soldLines({ postings }: BookEntry): Posting[] {
  const lines = postings.filter(({ account }) => account !== 'receivable')
  if (lines.length <= MAX_FILE_ROWS) return lines
  const accounts = [...new Set(lines.map(({ account }) => account))]
  return accounts.map(account => {
    const own = lines.filter(line => line.account === account)
    return {
      account,
      description: `${own.length} lines`,
      amount: sum(own.map(({ amount }) => amount)),
    }
  })
}

const INVOICE_COLUMNS = [
  ...['*InvoiceNo', '*Customer', '*InvoiceDate', '*DueDate', 'Memo', 'Item(Product/Service)'],
  ...['ItemDescription', 'ItemQuantity', 'ItemRate', '*ItemAmount', 'Taxable'],
]

const documentRows = (entry: BookEntry): string[][] => {
  const { number, day, dueOn, ticketId, payer } = entry
  return soldLines(entry).map(({ account, description, amount }) => [
    ...[number, customerName(payer), usDate(day), usDate(dueOn === '' ? day : dueOn), `Ticket ${ticketId}`],
    ...[ACCOUNTS[account].item, description, '1', amountText(amount), amountText(amount), 'N'],
  ])
}

const PAYMENT_COLUMNS = [
  ...['RefNumber', 'TxnDate', 'PaymentRefNumber', 'Customer', 'PaymentMethod', 'DepositToAccount'],
  ...['InvoiceApplyTo', 'LineAmount', 'PrivateNote'],
]

const paymentRows = ({ entryId, day, number, payer, payment, postings, ticketId }: BookEntry): string[][] => {
  const amount = postings.find(({ account }) => account === 'funds')?.amount
  if (payment === null || amount === undefined) return []
  const { method, reference, note } = payment
  const memo = `Ticket ${ticketId}${note === '' ? '' : `: ${note}`}`
  return [
    [
      ...[entryId.slice(0, 8), usDate(day), reference, customerName(payer), METHOD_LABELS[method]],
      ...[ACCOUNTS.funds.name, number, amountText(amount), memo],
    ],
  ]
}

const CUSTOMER_COLUMNS = ['Name', 'Email', 'Phone', 'Street']

/** Each name once, with the latest details. */
function customerRows(entries: readonly BookEntry[]): string[][] {
  const byName = new Map(
    entries.map(({ payer, email, phone }) => {
      const name = customerName(payer)
      return [name, [name, email, phone.slice(0, MAX_PHONE_LENGTH), payer.address]]
    }),
  )
  return [...byName.values()]
}

/** As few sheets as hold these groups of rows, none of which is split. */
function sheetsOf(name: string, header: readonly string[], groups: readonly string[][][]): Sheet[] {
  const pages: string[][][] = []
  for (const group of groups) {
    const last = pages.at(-1)
    if (last !== undefined && last.length + group.length <= MAX_FILE_ROWS) last.push(...group)
    else if (group.length > 0) pages.push([...group])
  }
  return pages.map((rows, index) => ({ name: `${name}-${index + 1}.csv`, rows: [header, ...rows] }))
}

/** The files to import, customers first. Refunds are in the payments' layout, to be entered by hand. */
export function quickBooksOnlineSheets(entries: readonly BookEntry[]): Sheet[] {
  const ofKind = (...kinds: readonly BookEntry['kind'][]) =>
    entries.filter(({ kind }) => kinds.includes(kind))
  return [
    ...sheetsOf(
      'customers',
      CUSTOMER_COLUMNS,
      customerRows(entries).map(row => [row]),
    ),
    ...sheetsOf('invoices', INVOICE_COLUMNS, ofKind('invoice').map(documentRows)),
    ...sheetsOf('credit-notes', INVOICE_COLUMNS, ofKind('credit-note').map(documentRows)),
    ...sheetsOf('payments', PAYMENT_COLUMNS, ofKind('payment', 'deposit').map(paymentRows)),
    ...sheetsOf('refunds', PAYMENT_COLUMNS, ofKind('refund').map(paymentRows)),
  ]
}
