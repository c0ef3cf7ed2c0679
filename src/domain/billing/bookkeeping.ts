// Exports for bookkeeping: which programs there are files for, and the files.

import { BYTE_ORDER_MARK, formatCsv, formatProgramCsv } from '#domain/lib/csv.ts'
import type { NamedCustomer } from './customer-names.ts'
import { type BookEntry, journalRows } from './journal.ts'
import { quickBooksDesktopFile, quickBooksDesktopReadme } from './quickbooks-desktop.ts'
import { entryNames, quickBooksOnlineReadme, quickBooksOnlineSheets } from './quickbooks-online.ts'

export const BOOKKEEPING_TARGETS = ['quickbooks-online', 'quickbooks-desktop', 'journal'] as const
export type BookkeepingTarget = (typeof BOOKKEEPING_TARGETS)[number]

export const TARGET_LABELS: Readonly<Record<BookkeepingTarget, string>> = {
  'quickbooks-online': 'QuickBooks Online (CSV)',
  'quickbooks-desktop': 'QuickBooks Desktop (IIF)',
  journal: 'Journal (CSV)',
}

/** How many invoices, credit notes and payments fit in one export. */
export const MAX_EXPORTED_ENTRIES = 2000

export const FILE_ENCODINGS = ['utf-8', 'windows-1252'] as const

export type BookkeepingFile = {
  readonly name: string
  readonly text: string
  /** What the program reads: in `windows-1252`, the text has nothing that it lacks. */
  readonly encoding: (typeof FILE_ENCODINGS)[number]
}

const textFile = (name: string, text: string): BookkeepingFile => ({ name, text, encoding: 'utf-8' })

/** Longer than any name on an invoice. */
const MAX_JOURNAL_NAME_LENGTH = 200

/**
 * The files of an export, in the order in which a program takes them. `known` are all customers of the company so far, oldest
 * first: two of one name are told apart the same way in every export.
 */
export function bookkeepingFiles(
  target: BookkeepingTarget,
  entries: readonly BookEntry[],
  known: readonly NamedCustomer[],
): BookkeepingFile[] {
  switch (target) {
    case 'quickbooks-online':
      return [
        ...quickBooksOnlineSheets(entries, known).map(({ name, rows }) =>
          textFile(name, formatProgramCsv(rows)),
        ),
        textFile('README.txt', quickBooksOnlineReadme(known, entries)),
      ]
    case 'quickbooks-desktop': {
      const readme = quickBooksDesktopReadme(entries, known)
      return [
        {
          name: 'quickbooks-desktop.iif',
          text: quickBooksDesktopFile(entries, known),
          encoding: 'windows-1252',
        },
        ...(readme === '' ? [] : [textFile('README.txt', readme)]),
      ]
    }
    case 'journal': {
      const nameOf = entryNames(known, entries, name => name, MAX_JOURNAL_NAME_LENGTH)
      return [textFile('journal.csv', BYTE_ORDER_MARK + formatCsv(journalRows(entries, nameOf)))]
    }
  }
}
