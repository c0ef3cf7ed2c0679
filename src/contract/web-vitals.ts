// How fast a page was for whoever waited for it. Figures alone: no account, no number, no address.

import * as z from 'zod'
import { PAGES } from './routes.ts'
import { base } from './schema.ts'

const LONGEST_MS = 10 * 60_000
const notAFigure = 'Use a number that can be.'

const milliseconds = z
  .number({ error: notAFigure })
  .min(0, { error: notAFigure })
  .max(LONGEST_MS, { error: notAFigure })
  .optional()

export const visit = z.strictObject(
  {
    /** The pattern of the page's address. */
    route: z.enum(PAGES, { error: 'There is no such page.' }),
    TTFB: milliseconds,
    FCP: milliseconds,
    LCP: milliseconds,
    INP: milliseconds,
    /** How much of the window moved about. */
    CLS: z
      .number({ error: notAFigure })
      .min(0, { error: notAFigure })
      .max(100, { error: notAFigure })
      .optional(),
  },
  { error: issue => (issue.code === 'unrecognized_keys' ? 'There is no such figure.' : undefined) },
)

export type Visit = z.infer<typeof visit>

export const vitals = {
  report: base
    .route({
      method: 'POST',
      path: '/vitals',
      successStatus: 204,
      summary: 'Tell how fast a page was, in milliseconds; figures only, counted for the operator',
      tags: ['Health'],
    })
    .input(visit)
    .output(z.void()),
}
