// The work history: written once, read by anyone who knows the VIN.

import type { HistoryEntry } from '#domain/work-history/work-history.ts'
import { literal } from '#server/db/pipelined-transaction.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** Adds an entry to the rig's history; the database lets nobody change it afterwards. */
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

/** A rig's history as it goes out: a JSON list, newest first, and how many visits are in it. */
export type HistoryRow = { readonly entries: string; readonly visits: number }

/** The call that answers with the one row of a rig's `Entries`; no visits when nothing is known. */
export const historySql = (vin: string): string => `work_history_json(${literal(vin)})`
