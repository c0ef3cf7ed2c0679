// The work history: written once, read by anyone who knows the VIN.

import type { HistoryEntry } from '#domain/work-history.ts'
import type { Work } from '#server/work.ts'

/** Adds an entry to the rig's history; the database lets nobody change it afterwards. */
export async function addEntry(work: Work, entry: HistoryEntry): Promise<void> {
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

/** A rig's history, newest first; empty when nothing is known. */
export function listEntries(work: Work, vin: string) {
  return work.database
    .selectFrom('workHistory')
    .select(['ticketId', 'completedTimestamp', 'timeZone', 'technician', 'totalBalance'])
    .where('vin', '=', vin)
    .orderBy('completedTimestamp', 'desc')
    .orderBy('ticketId', 'desc')
    .execute()
}
