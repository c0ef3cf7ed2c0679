// A rig's work history as a CSV file, made in the browser from what the page shows.

import {
  formatPublicEntry,
  groupByRig,
  type OwnRigEntry,
  type PublicEntry,
  type RigEntries,
} from '#domain/work-history/format-public-entry.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'

type CsvEntry = ReturnType<typeof formatPublicEntry>

/** One row for each visit, with the same text as the page. Rigs under a text that is no VIN have a column that names them. */
export function historyRows(vin: string, rigs: readonly RigEntries<CsvEntry>[]): string[][] {
  const hasHeadings = rigs.some(({ heading }) => heading !== null)
  return [
    ['VIN', ...(hasHeadings ? ['RV of'] : []), 'Completed', 'Technician', 'Total Balance', 'Note'],
    ...rigs.flatMap(({ heading, entries }) =>
      entries.map(({ completed, technician, totalBalance, note }) => [
        ...[vin, ...(hasHeadings ? [heading ?? ''] : [])],
        ...[completed, technician, totalBalance, note],
      ]),
    ),
  ]
}

/** Saves these visits as a file. */
export function downloadHistory(vin: string, entries: readonly (OwnRigEntry & PublicEntry)[]): void {
  const rigs = groupByRig(entries).map(rig => ({ ...rig, entries: rig.entries.map(formatPublicEntry) }))
  downloadCsv(`work-history-${vin}.csv`, historyRows(vin, rigs))
}
