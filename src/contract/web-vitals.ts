// A page's web vitals: numbers only, without account or address.

import * as z from 'zod'
import { PAGES } from './pages/page-routes.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'

const procedure = proceduresTagged('Server')

const MAX_MS = 10 * 60_000
const invalidMetric = 'Enter a plausible number.'

const milliseconds = z
  .number({ error: invalidMetric })
  .min(0, { error: invalidMetric })
  .max(MAX_MS, { error: invalidMetric })
  .optional()

const webVitalsReport = z.strictObject(
  {
    /** The page's path pattern. */
    route: z.enum(
      Object.values(PAGES).map(({ path }) => path),
      { error: 'Unknown page.' },
    ),
    TTFB: milliseconds,
    FCP: milliseconds,
    LCP: milliseconds,
    INP: milliseconds,
    /** Cumulative layout shift. */
    CLS: z
      .number({ error: invalidMetric })
      .min(0, { error: invalidMetric })
      .max(100, { error: invalidMetric })
      .optional(),
  },
  { error: issue => (issue.code === 'unrecognized_keys' ? 'Unknown metric.' : undefined) },
)

export type WebVitalsReport = z.infer<typeof webVitalsReport>

export const webVitals = {
  report: procedure({
    permission: 'public',
    rateLimit: rateLimit(
      'server',
      limit('address', 1200, HOUR, 'One per page view; thirty people open forty pages an hour.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/web-vitals',
      successStatus: 204,
      summary: 'Report the web vitals of a page view',
    })
    .input(webVitalsReport)
    .output(z.void()),
}
