// A rig's work history as a CSV file, made in the browser from what the page shows.

import { BYTE_ORDER_MARK, formatCsv } from '#domain/lib/csv.ts'
import type { formatPublicEntry, RigEntries } from '#domain/work-history/format-public-entry.ts'

type CsvEntry = ReturnType<typeof formatPublicEntry>

/** One row for each visit, with the same text as the page. Rigs under a text that is no VIN have a column that names them. */
export function historyCsv(vin: string, rigs: readonly RigEntries<CsvEntry>[]): string {
  const hasHeadings = rigs.some(({ heading }) => heading !== null)
  return formatCsv([
    ['VIN', ...(hasHeadings ? ['RV of'] : []), 'Completed', 'Technician', 'Total Balance', 'Note'],
    ...rigs.flatMap(({ heading, entries }) =>
      entries.map(({ completed, technician, totalBalance, note }) => [
        ...[vin, ...(hasHeadings ? [heading ?? ''] : [])],
        ...[completed, technician, totalBalance, note],
      ]),
    ),
  ])
}

/** Downloads `csv` as a file. */
export function saveCsv(name: string, csv: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // Not immediately: the browser reads the URL later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
