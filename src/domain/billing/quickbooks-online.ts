// Spreadsheets for QuickBooks Online, at most 100 rows each.
//
// Invoices: the column names that QuickBooks Online maps by itself, of Intuit's "Import invoices in batches"
// (quickbooks.intuit.com/learn-support, question 394876 lists them). Sales tax is a line of its own that is not taxable:
// the import takes one rate a line and rounds it again, and the invoice would be a cent off. Credit notes have the same
// columns under names of their own: QuickBooks Online imports them only where its Import Data has Credit notes (Intuit's help,
// article 332855), which lets every column be mapped, and elsewhere with an importer such as Transaction Pro, whose credit
// memos need number, customer, date and lines (importer.transactionpro.com, CreditMemo). Customers: the fields of Intuit's help on importing contacts
// (plugin-qbo.intuit.com, help_admin_import_contacts_which_fields), with their limits. QuickBooks Online itself imports no
// payments; the file has the columns of the importer Transaction Pro (support.transactionpro.com, article 506).

import { sum } from '#domain/lib/money.ts'
import { customerNames, type NamedCustomer } from './customer-names.ts'
import { ACCOUNTS, amountText, type BookEntry, creditedMemo, type Posting } from './journal.ts'
import { METHOD_LABELS } from './ledger.ts'

/** Rows of a file below its header. */
export const MAX_FILE_ROWS = 100
const MAX_NAME_LENGTH = 100
const MAX_PHONE_LENGTH = 21

export type Sheet = { readonly name: string; readonly rows: readonly (readonly string[])[] }

/** A customer's name as both QuickBooks take it: no tab, line end, colon, semicolon or quotation mark. */
export const quickBooksName = (name: string): string =>
  name
    .replace(/[\s:;"]+/g, ' ')
    .replace(/^[\s=+\-@]+/, '')
    .trim() || 'Customer'

/** The name of each entry's customer, which no other customer has. */
export type NameOf = (entry: BookEntry) => string

/** Such names, where `known` are all customers so far, oldest first. */
export function entryNames(
  known: readonly NamedCustomer[],
  entries: readonly BookEntry[],
  format: (name: string) => string,
  maxLength: number,
): NameOf {
  const customerOf = ({ payer, customerId, email, phone }: BookEntry): NamedCustomer => ({
    ...{ name: payer.name, customerId, email, phone },
  })
  const nameOf = customerNames([...known, ...entries.map(customerOf)], format, maxLength)
  return entry => nameOf(customerOf(entry))
}

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

const CREDIT_NOTE_COLUMNS = [
  ...['*CreditMemoNo', '*Customer', '*CreditMemoDate', 'TransactionType', 'CreditForInvoice', 'Memo'],
  ...['Item(Product/Service)', 'ItemDescription', 'ItemQuantity', 'ItemRate', '*ItemAmount', 'Taxable'],
]

/** Amounts are positive, as in a credit memo there. */
const creditNoteRows = (entry: BookEntry, nameOf: NameOf): string[][] => {
  const { number, day, ticketId, credits } = entry
  return soldLines(entry).map(({ account, description, amount }) => [
    ...[number, nameOf(entry), usDate(day), 'Credit Memo', credits],
    ...[`Credit for invoice ${credits}, ticket ${ticketId}`, ACCOUNTS[account].item, description],
    ...['1', amountText(amount), amountText(amount), 'N'],
  ])
}

const invoiceRows = (entry: BookEntry, nameOf: NameOf): string[][] => {
  const { number, day, dueOn, ticketId } = entry
  return soldLines(entry).map(({ account, description, amount }) => [
    ...[number, nameOf(entry), usDate(day), usDate(dueOn === '' ? day : dueOn), `Ticket ${ticketId}`],
    ...[ACCOUNTS[account].item, description, '1', amountText(amount), amountText(amount), 'N'],
  ])
}

const PAYMENT_COLUMNS = [
  ...['RefNumber', 'TxnDate', 'PaymentRefNumber', 'Customer', 'PaymentMethod', 'DepositToAccount'],
  ...['InvoiceApplyTo', 'LineAmount', 'PrivateNote'],
]

type PaymentFields = Readonly<Record<'id' | 'date' | 'reference' | 'method' | 'amount' | 'memo', string>>

function paymentFields(entry: BookEntry): PaymentFields | null {
  const { entryId, day, number, payment, postings, ticketId } = entry
  const amount = postings.find(({ account }) => account === 'funds')?.amount
  if (payment === null || amount === undefined) return null
  const { method, reference, note, creditedNumber, voidsEntryId } = payment
  return {
    id: (voidsEntryId ?? entryId).slice(0, 8),
    date: usDate(day),
    reference,
    method: METHOD_LABELS[method],
    amount: amountText(amount),
    memo: [
      `Ticket ${ticketId}${note === '' ? '' : `: ${note}`}`,
      ...(creditedNumber === '' ? [] : [`paid ${creditedMemo(creditedNumber, number)}`]),
    ].join(', '),
  }
}

const paymentRows = (entry: BookEntry, nameOf: NameOf): string[][] => {
  const fields = paymentFields(entry)
  if (fields === null) return []
  const { id, date, reference, method, amount, memo } = fields
  return [
    [...[id, date, reference, nameOf(entry), method], ...[ACCOUNTS.funds.name, entry.number, amount, memo]],
  ]
}

/** No columns of a payment or a receipt: money back is an expense against what the customer's credit is. */
const REFUND_COLUMNS = [
  ...[
    'RefNumber',
    'ExpenseDate',
    'Payee',
    'PaidFrom',
    'Category',
    'Amount',
    'PaymentMethod',
    'PaymentRefNumber',
  ],
  'Memo',
]

const refundRows = (entry: BookEntry, nameOf: NameOf): string[][] => {
  const fields = paymentFields(entry)
  if (fields === null) return []
  const { id, date, reference, method, amount, memo } = fields
  return [
    [
      ...[id, date, nameOf(entry), ACCOUNTS.funds.name, ACCOUNTS.receivable.name, amount, method, reference],
      memo,
    ],
  ]
}

const CUSTOMER_COLUMNS = ['Name', 'Email', 'Phone', 'Street']

/** Each name once, with the latest details. */
function customerRows(entries: readonly BookEntry[], nameOf: NameOf): string[][] {
  const byName = new Map(
    entries.map(entry => {
      const { payer, email, phone } = entry
      const name = nameOf(entry)
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

const README = [
  'Files for QuickBooks Online, in this order:',
  '',
  'customers: Settings > Import data > Customers.',
  'invoices: Settings > Import data > Invoices. Sales tax is a line of its own.',
  'credit-notes: Not invoices: each takes money off the invoice in CreditForInvoice. QuickBooks Online in the United States',
  '  has no import of its own for them. Use an importer, such as Transaction Pro (credit memos), or enter each with',
  '  + New > Credit memo. Where Settings > Import data lists Credit notes, choose that and map the columns.',
  'payments: QuickBooks Online has no import of its own for them. Use an importer, or enter each with + New > Receive payment.',
  '  Without InvoiceApplyTo, a payment is a credit of the customer until there is an invoice.',
  'refunds: Money that was given back. Enter each with + New > Expense: Payee, the account in PaidFrom, and Accounts Receivable',
  '  as the category. Then apply it with + New > Receive payment to the customer’s credit. Do not enter a refund receipt:',
  '  it would take the sale back a second time.',
  'voids: Payments that were recorded by mistake. Delete or leave out the payment with the same RefNumber.',
]

/** Issued invoices and credit notes of $0.00, which have nothing to book. */
const emptyDocuments = (entries: readonly BookEntry[]): BookEntry[] =>
  entries.filter(({ postings, payment }) => postings.length === 0 && payment === null)

/** Sentences about these. */
export const emptyDocumentLines = (entries: readonly BookEntry[], nameOf: NameOf): string[] =>
  emptyDocuments(entries).map(
    entry =>
      `Not in the files, because it comes to $0.00: ${entry.number}, ${usDate(entry.day)}, ${nameOf(entry)}.`,
  )

/** What the files of an export are for, beside them. */
export function quickBooksOnlineReadme(
  known: readonly NamedCustomer[],
  entries: readonly BookEntry[],
): string {
  const empty = emptyDocumentLines(entries, entryNames(known, entries, quickBooksName, MAX_NAME_LENGTH))
  return [...README, '', ...empty].map(line => `${line}\r\n`).join('')
}

/** The files to import, customers first. Voids are in the payments' layout. */
export function quickBooksOnlineSheets(
  entries: readonly BookEntry[],
  known: readonly NamedCustomer[] = [],
): Sheet[] {
  const nameOf = entryNames(known, entries, quickBooksName, MAX_NAME_LENGTH)
  const groupsOf = (
    rowsOf: (entry: BookEntry, nameOf: NameOf) => string[][],
    ...kinds: readonly BookEntry['kind'][]
  ) => entries.filter(({ kind }) => kinds.includes(kind)).map(entry => rowsOf(entry, nameOf))
  return [
    ...sheetsOf(
      'customers',
      CUSTOMER_COLUMNS,
      customerRows(entries, nameOf).map(row => [row]),
    ),
    ...sheetsOf('invoices', INVOICE_COLUMNS, groupsOf(invoiceRows, 'invoice')),
    ...sheetsOf('credit-notes', CREDIT_NOTE_COLUMNS, groupsOf(creditNoteRows, 'credit-note')),
    ...sheetsOf('payments', PAYMENT_COLUMNS, groupsOf(paymentRows, 'payment', 'deposit')),
    ...sheetsOf('refunds', REFUND_COLUMNS, groupsOf(refundRows, 'refund')),
    ...sheetsOf('voids', PAYMENT_COLUMNS, groupsOf(paymentRows, 'void')),
  ]
}
