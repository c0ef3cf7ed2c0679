// What the Downloads page cannot know by itself.

import * as z from 'zod'
import { base } from './schema.ts'

const androidAppFile = z.object({
  url: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** Whether the operator put it there in place of the product's own. */
  isOperators: z.boolean(),
})

export const downloads = {
  androidApp: base
    .route({
      method: 'GET',
      path: '/downloads/android-app',
      summary: 'Get the Android customer app’s availability, size and SHA-256',
      tags: ['Downloads'],
    })
    .output(z.object({ file: androidAppFile.nullable() })),
}
