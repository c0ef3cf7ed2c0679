// Exports for bookkeeping: which programs there are files for, and the files.

import { formatCsv } from '#domain/lib/csv.ts'
import { type BookEntry, journalRows } from './journal.ts'
import { quickBooksDesktopFile } from './quickbooks-desktop.ts'
import { quickBooksOnlineSheets } from './quickbooks-online.ts'

export const BOOKKEEPING_TARGETS = ['quickbooks-online', 'quickbooks-desktop', 'journal'] as const
export type BookkeepingTarget = (typeof BOOKKEEPING_TARGETS)[number]

export const TARGET_LABELS: Readonly<Record<BookkeepingTarget, string>> = {
  'quickbooks-online': 'QuickBooks Online (CSV)',
  'quickbooks-desktop': 'QuickBooks Desktop (IIF)',
  journal: 'Journal (CSV)',
}

/** How many invoices, credit notes and payments fit in one export. */
export const MAX_EXPORTED_ENTRIES = 2000

export type BookkeepingFile = { readonly name: string; readonly text: string }

/** The files of an export, in the order in which a program takes them. */
export function bookkeepingFiles(
  target: BookkeepingTarget,
  entries: readonly BookEntry[],
): BookkeepingFile[] {
  switch (target) {
    case 'quickbooks-online':
      return quickBooksOnlineSheets(entries).map(({ name, rows }) => ({ name, text: formatCsv(rows) }))
    case 'quickbooks-desktop':
      return [{ name: 'quickbooks-desktop.iif', text: quickBooksDesktopFile(entries) }]
    case 'journal':
      return [{ name: 'journal.csv', text: formatCsv(journalRows(entries)) }]
  }
}
