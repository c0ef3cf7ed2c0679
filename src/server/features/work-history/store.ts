// The work history: written once, readable by anyone with the VIN.

import type { HistoryEntry } from '#domain/work-history/history-entry.ts'
import { literal } from '#server/db/pipelined-transaction.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** Adds an entry to the rig's history; the database allows no later changes. */
export async function addEntry(work: UnitOfWork, entry: HistoryEntry): Promise<void> {
  await work.database
    .insertInto('workHistory')
    .values({
      ...entry,
      companyId: work.companyId,
      timeZone: work.timeZone,
      work: JSON.stringify(entry.work),
    })
    .execute()
}

/** A rig's history as JSON, newest first, and the number of its visits. */
export type HistoryRow = { readonly entries: string; readonly visits: number }

/** The SQL call for a rig's history row; no visits if nothing is known. */
export const historySql = (vin: string): string => `work_history_json(${literal(vin)})`
