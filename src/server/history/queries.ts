// Looking a VIN up: no sign-in, and nothing of the customer.

import { fromDollars } from '#domain/money.ts'
import { query } from '#server/api.ts'
import { allow, type Work } from '#server/work.ts'
import type { Written } from '#server/written.ts'
import { readEntries } from './store.ts'

/** The whole answer as it goes out. */
export async function writtenHistory(work: Work, { vin }: { readonly vin: string }): Promise<Written> {
  allow(work, 'work-history.see')
  const { entries, visits } = await readEntries(work, vin)
  return {
    json: `{"vin":${JSON.stringify(vin)},"entries":${entries}}`,
    moments: Array.from({ length: visits }, (_, at) => ['entries', at, 'completedTimestamp']),
  }
}

type Entry = {
  readonly ticketId: number
  readonly completedTimestamp: string
  readonly timeZone: string
  readonly technician: string
  readonly totalBalance: number
}

export const readWorkHistory = query.workHistory.get.handler(async ({ input, context: { work } }) => {
  const { json } = await writtenHistory(work, input)
  const { vin, entries }: { vin: string; entries: readonly Entry[] } = JSON.parse(json)
  return {
    vin,
    entries: entries.map(entry => ({
      ...entry,
      completedTimestamp: new Date(entry.completedTimestamp),
      totalBalance: fromDollars(entry.totalBalance),
    })),
  }
})
