// Web vitals from browsers are counted, and not stored.

import { procedure } from '#server/rpc/procedures.ts'

export const reportWebVitals = procedure.webVitals.report.handler(async ({ input, context }) => {
  context.recordWebVitals(input)
})
