// What the Downloads page cannot know by itself.

import * as z from 'zod'
import { base } from './base.ts'

export const downloads = {
  androidApp: base
    .route({
      method: 'GET',
      path: '/downloads/android-app',
      summary: 'Ask whether the Android customer app is here, and how large it is',
      tags: ['Downloads'],
    })
    .output(z.object({ file: z.object({ url: z.string(), bytes: z.number().int() }).nullable() })),
}
