// The image library. It is large, so it is loaded with the first image, not at start.

import { memoizeAsync } from '#server/lib/memoize-async.ts'

type Sharp = typeof import('sharp').default

/** The library, limited to JPEG, PNG, WebP, GIF and HEIF. Loaded on the first call. */
export const loadSharp = memoizeAsync(async (): Promise<Sharp> => {
  const { default: sharp } = await import('sharp')
  // All other loaders are blocked, above all SVG, which can reference other files.
  sharp.block({ operation: ['VipsForeignLoad'] })
  const kinds = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']
  sharp.unblock({
    operation: kinds.flatMap(kind => ['File', 'Buffer'].map(from => `VipsForeignLoad${kind}${from}`)),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})
