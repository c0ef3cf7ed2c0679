// Data for the Downloads page.

import * as z from 'zod'
import { base } from './shared-schemas.ts'

const androidAppFile = z.object({
  url: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** Whether it is the operator's file instead of the bundled one. */
  isCustom: z.boolean(),
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
