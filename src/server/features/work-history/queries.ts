// Looking a VIN up: no sign-in, and nothing of the customer.

import { fromDollars } from '#domain/lib/money.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { query } from '#server/rpc/procedures.ts'
import type { Written } from '#server/rpc/raw-json.ts'
import { type Entries, entriesOf } from './store.ts'

/** The whole answer as it goes out. */
export const writtenHistory = (vin: string, { entries, visits }: Entries): Written => ({
  json: `{"vin":${JSON.stringify(vin)},"entries":${entries}}`,
  moments: () => Array.from({ length: visits }, (_, at) => ['entries', at, 'completedTimestamp']),
})

type Entry = {
  readonly ticketId: number
  readonly completedTimestamp: string
  readonly timeZone: string
  readonly technician: string
  readonly totalBalance: number
}

export const readWorkHistory = query.workHistory.get.handler(async ({ input, context: { work } }) => {
  allow(work, 'work-history.see')
  const [found] = await work.askAlone<Entries>(`SELECT * FROM ${entriesOf(input.vin)}`)
  const entries: readonly Entry[] = JSON.parse(found?.entries ?? '[]')
  return {
    vin: input.vin,
    entries: entries.map(entry => ({
      ...entry,
      completedTimestamp: new Date(entry.completedTimestamp),
      totalBalance: fromDollars(entry.totalBalance),
    })),
  }
})
