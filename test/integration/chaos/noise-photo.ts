import sharp from 'sharp'
import type { SeededRandom } from './seeded-random.ts'

/** A photo that does not compress, so that it takes several pieces. */
export async function createNoisePhoto(random: SeededRandom): Promise<Blob> {
  const side = 300 + random.below(200)
  const noise = { type: 'gaussian', mean: 100 + random.below(60), sigma: 40 } as const
  const image = sharp({ create: { width: side, height: side, channels: 3, background: 'black', noise } })
  return new Blob([new Uint8Array(await image.jpeg({ quality: 90 }).toBuffer())], { type: 'image/jpeg' })
}
