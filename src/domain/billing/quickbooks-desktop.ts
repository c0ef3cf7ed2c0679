// A file for QuickBooks Desktop in Intuit's Interchange Format (IIF): fields between tabs, a transaction from TRNS to
// ENDTRNS whose SPL lines and itself add up to 0. Source: Intuit's reference of transactions in import files
// (support.quickbooks.intuit.com, iif_reference_transactions), which also says that dates are MM/DD/YY.
// QuickBooks Desktop reads it in the code page of Windows, not in UTF-8, so it has no character outside of Windows-1252.
// Tax has an account of its own instead of Sales Tax Payable, whose lines need a tax agency that only the shop's file knows.

import { toWindows1252Text } from '#domain/lib/windows-1252.ts'
import { ACCOUNTS, amountText, type BookEntry, type Posting } from './journal.ts'
import { customerName } from './quickbooks-online.ts'

const TYPES: Readonly<Record<BookEntry['kind'], string>> = {
  invoice: 'INVOICE',
  'credit-note': 'CREDIT MEMO',
  payment: 'PAYMENT',
  deposit: 'PAYMENT',
  // Money back to a customer is no kind of its own there.
  refund: 'GENERAL JOURNAL',
  void: 'GENERAL JOURNAL',
}

const HEADER = ['TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO']

/** Text as one field: a tab or a line end would begin another. */
const field = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a field must not have.
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replaceAll('"', "'")
    .trim()

const lineOf = (fields: readonly string[]): string => fields.map(field).join('\t')

const signed = ({ amount }: Posting): string => `${amount < 0 ? '-' : ''}${amountText(amount)}`

/** `MM/DD/YY`. */
const shortDate = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(2, 4)}`

function transactionLines(entry: BookEntry): string[] {
  const { kind, day, dueOn, number, payer, payment, postings } = entry
  const document = payment === null ? number : payment.reference
  return [
    ...postings.map((posting, index) =>
      lineOf([
        index === 0 ? 'TRNS' : 'SPL',
        ...[TYPES[kind], shortDate(day), ACCOUNTS[posting.account].name, customerName(payer)],
        ...[signed(posting), document, posting.description],
        ...(index === 0 && dueOn !== '' ? [shortDate(dueOn)] : []),
      ]),
    ),
    'ENDTRNS',
  ]
}

/** Accounts, customers and transactions. Entries without an amount are left out. */
export function quickBooksDesktopFile(entries: readonly BookEntry[]): string {
  const customers = new Map(entries.map(({ payer }) => [customerName(payer), payer.address]))
  const lines = [
    lineOf(['!ACCNT', 'NAME', 'ACCNTTYPE']),
    ...Object.values(ACCOUNTS).map(({ name, type }) => lineOf(['ACCNT', name, type])),
    lineOf(['!CUST', 'NAME', 'BADDR1']),
    ...[...customers].map(([name, address]) => lineOf(['CUST', name, address])),
    lineOf(['!TRNS', ...HEADER, 'DUEDATE']),
    lineOf(['!SPL', ...HEADER]),
    '!ENDTRNS',
    ...entries.filter(({ postings }) => postings.length > 0).flatMap(transactionLines),
  ]
  return toWindows1252Text(lines.map(line => `${line}\r\n`).join(''))
}
