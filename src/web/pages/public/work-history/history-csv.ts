// A rig's work history as a file to take along, made in the browser from what stands on the page.

import { formatCsv } from '#domain/lib/csv.ts'
import type { formatEntry } from '#domain/work-history/public-entry.ts'

/** Without it Excel takes the file for another alphabet and spoils every accent. */
const BYTE_ORDER_MARK = '\ufeff'

/** The page's own words, a row for each visit, under the VIN they belong to. */
export const historyCsv = (vin: string, entries: readonly ReturnType<typeof formatEntry>[]): string =>
  formatCsv([
    ['VIN', 'Completed', 'Technician', 'Total Balance'],
    ...entries.map(({ completed, technician, totalBalance }) => [vin, completed, technician, totalBalance]),
  ])

/** Hands `csv` to the browser as a download. */
export function saveCsv(name: string, csv: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // Not at once: the browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
