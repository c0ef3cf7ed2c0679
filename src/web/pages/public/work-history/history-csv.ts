// A rig's work history as a CSV file, made in the browser from what the page shows.

import { BYTE_ORDER_MARK, formatCsv } from '#domain/lib/csv.ts'
import type { formatPublicEntry } from '#domain/work-history/format-public-entry.ts'

/** One row for each visit, with the same text as the page. */
export const historyCsv = (vin: string, entries: readonly ReturnType<typeof formatPublicEntry>[]): string =>
  formatCsv([
    ['VIN', 'Completed', 'Technician', 'Total Balance', 'Note'],
    ...entries.map(({ completed, technician, totalBalance, note }) => [
      vin,
      completed,
      technician,
      totalBalance,
      note,
    ]),
  ])

/** Downloads `csv` as a file. */
export function saveCsv(name: string, csv: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // Not immediately: the browser reads the URL later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
