// Looking up a VIN: no login, and nothing about the customer.

import { publicQuery } from '#server/rpc/procedures.ts'
import { sendRawJson } from '#server/rpc/raw-json.ts'
import { findHistory } from './store.ts'

export const getWorkHistory = publicQuery.workHistory.get.handler(async ({ input, context }) => {
  const { work } = context
  const { vin, before } = input
  const { entries, visits, next } = await findHistory(work, vin, before, context.call.centsPerUnit)
  const raw = {
    json: `{"vin":${JSON.stringify(vin)},"entries":${entries},"next":${JSON.stringify(next)}}`,
    datePaths: () => Array.from({ length: visits }, (_, at) => ['entries', at, 'completedTimestamp']),
  }
  return sendRawJson(context, raw, { vin, entries: [], next: null })
})
