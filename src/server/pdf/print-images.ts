// Pictures as a PDF takes them: it knows no WebP, and needs no more pixels than a printer draws.

import { MOST_PIXELS } from '#domain/photos/photo.ts'
import { openSharp } from '#server/files/lazy-sharp.ts'

/** Half the width of a Letter page at 270 dots an inch. */
const LONGEST_SIDE = 960
const QUALITY = 80
const LIMIT_SECONDS = 20

/** The picture as a JPEG on white, in the form in which a PDF's definition names it. */
export async function printOf(webp: Uint8Array): Promise<string> {
  const sharp = await openSharp()
  const jpeg = await sharp(webp, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: LIMIT_SECONDS })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
