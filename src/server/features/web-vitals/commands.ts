// What browsers tell of their own waiting is counted, and kept nowhere.

import { externalQuery } from '#server/rpc/procedures.ts'

export const reportWebVitals = externalQuery.webVitals.report.handler(async ({ input, context }) => {
  context.recordWebVitals(input)
})
