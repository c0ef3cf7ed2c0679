// What browsers tell of their own waiting is counted, and kept nowhere.

import { lookup } from '#server/rpc/procedures.ts'

export const reportVisit = lookup.vitals.report.handler(async ({ input, context }) => {
  context.visited(input)
})
