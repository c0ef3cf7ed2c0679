// Web vitals from browsers are counted, and not stored.

import { externalQuery } from '#server/rpc/procedures.ts'

export const reportWebVitals = externalQuery.webVitals.report.handler(async ({ input, context }) => {
  context.recordWebVitals(input)
})
