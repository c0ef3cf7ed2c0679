// How fast a page was for whoever waited for it. Figures alone: no account, no number, no address.

import * as z from 'zod'
import { ROUTE_PATTERNS } from './match-route.ts'
import { base } from './schema.ts'

const MAX_MS = 10 * 60_000
const invalidMetric = 'Enter a plausible number.'

const milliseconds = z
  .number({ error: invalidMetric })
  .min(0, { error: invalidMetric })
  .max(MAX_MS, { error: invalidMetric })
  .optional()

const webVitalsReport = z.strictObject(
  {
    /** The pattern of the page's address. */
    route: z.enum(ROUTE_PATTERNS, { error: 'Unknown page.' }),
    TTFB: milliseconds,
    FCP: milliseconds,
    LCP: milliseconds,
    INP: milliseconds,
    /** How much of the window moved about. */
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
  report: base
    .route({
      method: 'POST',
      path: '/vitals',
      successStatus: 204,
      summary: 'Report how fast a page was, in milliseconds',
      tags: ['Health'],
    })
    .input(webVitalsReport)
    .output(z.void()),
}
