// Exports for bookkeeping: which programs there are files for, and the files.

import { formatCsv } from '#domain/lib/csv.ts'
import { type BookEntry, journalRows } from './journal.ts'
import { quickBooksDesktopFile } from './quickbooks-desktop.ts'
import { QUICKBOOKS_ONLINE_README, quickBooksOnlineSheets } from './quickbooks-online.ts'

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

const csvFile = (name: string, rows: readonly (readonly string[])[]): BookkeepingFile => ({
  name,
  text: formatCsv(rows),
  encoding: 'utf-8',
})

/** The files of an export, in the order in which a program takes them. */
export function bookkeepingFiles(
  target: BookkeepingTarget,
  entries: readonly BookEntry[],
): BookkeepingFile[] {
  switch (target) {
    case 'quickbooks-online':
      return [
        ...quickBooksOnlineSheets(entries).map(({ name, rows }) => csvFile(name, rows)),
        { name: 'README.txt', text: QUICKBOOKS_ONLINE_README, encoding: 'utf-8' },
      ]
    case 'quickbooks-desktop':
      return [
        { name: 'quickbooks-desktop.iif', text: quickBooksDesktopFile(entries), encoding: 'windows-1252' },
      ]
    case 'journal':
      return [csvFile('journal.csv', journalRows(entries))]
  }
}
