// The work history: written once, readable by anyone with the VIN.

import { sql } from 'kysely'
import type { HistoryEntry } from '#domain/work-history/history-entry.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** Adds an entry to the rig's history; the database allows no later changes. */
export const addEntry = (work: UnitOfWork, entry: HistoryEntry): Promise<void> =>
  addEntries(work, [entry], null)

/** Adds entries, one or more; `importedAt`: when the company brought them along. */
export async function addEntries(
  work: UnitOfWork,
  entries: readonly HistoryEntry[],
  importedAt: Date | null,
): Promise<void> {
  const { companyId, timeZone } = work
  await work.database
    .insertInto('workHistory')
    .values(
      entries.map(entry => ({
        ...entry,
        companyId,
        timeZone,
        work: JSON.stringify(entry.work),
        importedAt,
      })),
    )
    .execute()
}

/** A rig's history as JSON, newest first, and the number of its visits. */
export type HistoryRow = { readonly entries: string; readonly visits: number }

/** The rig's history; no visits if nothing is known. */
export async function findHistory(work: UnitOfWork, vin: string): Promise<HistoryRow> {
  const { rows } = await sql<HistoryRow>`select * from work_history_json(${vin})`.execute(work.database)
  return rows[0] ?? { entries: '[]', visits: 0 }
}
