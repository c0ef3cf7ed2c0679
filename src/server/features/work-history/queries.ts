// Looking up a VIN: no login, and nothing about the customer.

import { fromDollars } from '#domain/lib/money.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { query } from '#server/rpc/procedures.ts'
import type { RawJson } from '#server/rpc/raw-json.ts'
import { type HistoryRow, historySql } from './store.ts'

/** The whole response as JSON. */
export const historyJson = (vin: string, { entries, visits }: HistoryRow): RawJson => ({
  json: `{"vin":${JSON.stringify(vin)},"entries":${entries}}`,
  datePaths: () => Array.from({ length: visits }, (_, at) => ['entries', at, 'completedTimestamp']),
})

type HistoryEntryRow = {
  readonly ticketId: number
  readonly completedTimestamp: string
  readonly timeZone: string
  readonly technician: string
  readonly totalBalance: number
}

export const getWorkHistory = query.workHistory.get.handler(async ({ input, context: { work } }) => {
  authorize(work, 'work-history.see')
  const [found] = await work.queryAndCommit<HistoryRow>(`SELECT * FROM ${historySql(input.vin)}`)
  const entries: readonly HistoryEntryRow[] = JSON.parse(found?.entries ?? '[]')
  return {
    vin: input.vin,
    entries: entries.map(entry => ({
      ...entry,
      completedTimestamp: new Date(entry.completedTimestamp),
      totalBalance: fromDollars(entry.totalBalance),
    })),
  }
})
