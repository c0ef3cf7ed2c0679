// A file for QuickBooks Desktop in Intuit's Interchange Format (IIF): fields between tabs, a transaction from TRNS to
// ENDTRNS whose SPL lines and itself add up to 0. Source: Intuit's reference of transactions in import files
// (support.quickbooks.intuit.com, iif_reference_transactions), which also says that dates are MM/DD/YY.
// QuickBooks Desktop reads it in the code page of Windows, not in UTF-8, so it has no character outside of Windows-1252.
// Its limits are Intuit's for names in lists (41), document numbers (11) and lines of an address (5 of 41).
// Tax has an account of its own instead of Sales Tax Payable, whose lines need a tax agency that only the shop's file knows.

import { toWindows1252Text } from '#domain/lib/windows-1252.ts'
import type { NamedCustomer } from './customer-names.ts'
import { ACCOUNTS, amountText, type BookEntry, type Posting } from './journal.ts'
import { emptyDocumentLines, entryNames, type NameOf, quickBooksName } from './quickbooks-online.ts'

const TYPES: Readonly<Record<BookEntry['kind'], string>> = {
  invoice: 'INVOICE',
  'credit-note': 'CREDIT MEMO',
  payment: 'PAYMENT',
  deposit: 'PAYMENT',
  // Money back to a customer is no kind of its own there.
  refund: 'GENERAL JOURNAL',
  void: 'GENERAL JOURNAL',
}

const MAX_NAME_LENGTH = 41
const MAX_NUMBER_LENGTH = 11
const MAX_LINE_LENGTH = 41
const ADDRESS_COLUMNS = ['BADDR1', 'BADDR2', 'BADDR3', 'BADDR4', 'BADDR5']

const HEADER = ['TRNSTYPE', 'DATE', 'ACCNT', 'NAME', 'AMOUNT', 'DOCNUM', 'MEMO']

/** Text as one field: a tab or a line end would begin another, and a semicolon ends one in some versions. */
const field = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a field must not have.
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replaceAll('"', "'")
    .replaceAll(';', ',')
    .trim()

const lineOf = (fields: readonly string[]): string => fields.map(field).join('\t')

const signed = ({ amount }: Posting): string => `${amount < 0 ? '-' : ''}${amountText(amount)}`

/** `MM/DD/YY`. */
const shortDate = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(2, 4)}`

/** Its end tells documents apart; the memo has all of it. */
const documentNumber = (text: string): string => field(text).slice(-MAX_NUMBER_LENGTH)

/** An address in lines, broken at its commas and else between words. What does not fit in five lines is left out. */
function addressLines(address: string): string[] {
  const lines: string[] = []
  const parts = field(address)
    .split(/(?<=,) +/)
    .flatMap(part => (part.length <= MAX_LINE_LENGTH ? part : part.split(' ')))
    .flatMap(part => part.match(new RegExp(`.{1,${MAX_LINE_LENGTH}}`, 'g')) ?? [])
  for (const part of parts) {
    const joined = `${lines.at(-1) ?? ''} ${part}`.trim()
    if (lines.length > 0 && joined.length <= MAX_LINE_LENGTH) lines[lines.length - 1] = joined
    else lines.push(part)
  }
  return ADDRESS_COLUMNS.map((_, index) => lines[index]?.replace(/,$/, '') ?? '')
}

function transactionLines(entry: BookEntry, nameOf: NameOf): string[] {
  const { kind, day, dueOn, number, payment, postings } = entry
  const document = documentNumber(payment === null ? number : payment.reference)
  return [
    ...postings.map((posting, index) =>
      lineOf([
        index === 0 ? 'TRNS' : 'SPL',
        ...[TYPES[kind], shortDate(day), ACCOUNTS[posting.account].name, nameOf(entry)],
        ...[signed(posting), document, posting.description],
        ...(index === 0 && dueOn !== '' ? [shortDate(dueOn)] : []),
      ]),
    ),
    'ENDTRNS',
  ]
}

const desktopNames = (known: readonly NamedCustomer[], entries: readonly BookEntry[]): NameOf =>
  // What Windows-1252 lacks is a question mark, which may make two names one.
  entryNames(known, entries, name => toWindows1252Text(quickBooksName(name)), MAX_NAME_LENGTH)

/** Accounts, customers and transactions. Entries without an amount are left out: see `quickBooksDesktopReadme`. */
export function quickBooksDesktopFile(
  entries: readonly BookEntry[],
  known: readonly NamedCustomer[] = [],
): string {
  const nameOf = desktopNames(known, entries)
  const customers = new Map(entries.map(entry => [nameOf(entry), entry.payer.address]))
  const lines = [
    lineOf(['!ACCNT', 'NAME', 'ACCNTTYPE']),
    ...Object.values(ACCOUNTS).map(({ name, type }) => lineOf(['ACCNT', name, type])),
    lineOf(['!CUST', 'NAME', ...ADDRESS_COLUMNS]),
    ...[...customers].map(([name, address]) => lineOf(['CUST', name, ...addressLines(address)])),
    lineOf(['!TRNS', ...HEADER, 'DUEDATE']),
    lineOf(['!SPL', ...HEADER]),
    '!ENDTRNS',
    ...entries
      .filter(({ postings }) => postings.length > 0)
      .flatMap(entry => transactionLines(entry, nameOf)),
  ]
  return toWindows1252Text(lines.map(line => `${line}\r\n`).join(''))
}

/** What is not in the file; empty if all is. */
export const quickBooksDesktopReadme = (
  entries: readonly BookEntry[],
  known: readonly NamedCustomer[] = [],
): string =>
  emptyDocumentLines(entries, desktopNames(known, entries))
    .map(line => `${line}\r\n`)
    .join('')
