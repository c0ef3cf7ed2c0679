// Pictures as a PDF takes them: it knows no WebP, and needs no more pixels than a printer draws.

import { MAX_PIXELS } from '#domain/photos/photo.ts'
import { loadSharp } from '#server/files/lazy-sharp.ts'

/** Half the width of a Letter page at 270 dots an inch. */
const MAX_SIDE = 960
const QUALITY = 80
const TIMEOUT_SECONDS = 20

/** The picture as a JPEG on white, in the form in which a PDF's definition names it. */
export async function toPrintImage(webp: Uint8Array): Promise<string> {
  const sharp = await loadSharp()
  const jpeg = await sharp(webp, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
