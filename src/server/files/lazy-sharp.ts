// The library that reads and draws pictures. It is large: whoever starts does not wait for it, the first picture does.

import { memoizeAsync } from '#server/lib/memoize-async.ts'

type Sharp = typeof import('sharp').default

/** The library, which from here on opens nothing but JPEG, PNG, WebP, GIF and HEIF. Read on the first call. */
export const loadSharp = memoizeAsync(async (): Promise<Sharp> => {
  const { default: sharp } = await import('sharp')
  // Everything but these is closed, SVG first of all: it is a program that may ask for other files.
  sharp.block({ operation: ['VipsForeignLoad'] })
  const kinds = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']
  sharp.unblock({
    operation: kinds.flatMap(kind => ['File', 'Buffer'].map(from => `VipsForeignLoad${kind}${from}`)),
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})
