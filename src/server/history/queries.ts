// Looking a VIN up: no sign-in, and nothing of the customer.

import { query } from '#server/api.ts'
import { allow } from '#server/work.ts'
import { listEntries } from './store.ts'

export const readWorkHistory = query.workHistory.get.handler(async ({ input, context: { work } }) => {
  allow(work, 'work-history.see')
  return { vin: input.vin, entries: await listEntries(work, input.vin) }
})
