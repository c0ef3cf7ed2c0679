import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { InvalidImageError, MAX_IMAGE_BYTES, MAX_SIDE } from '#domain/photos/photo.ts'
import {
  createImageProcessor,
  type ImageProcessor,
  type ProcessedImage,
} from '#server/files/image-processor.ts'
import { chunk, commented, compressedZeros, gif, moving, noise, png, rowsOf } from './image-bytes.ts'

// Files that are broken, of another type than claimed, or decompress to more than they say. Each is refused with a
// reason or re-encoded, leaves nothing behind, and causes no other error.

let folder: string
let images: ImageProcessor
const validImage = new Map<string, Buffer>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigwright-broken-pictures-'))
  images = await createImageProcessor(join(folder, 'incoming'))
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const)
    validImage.set(format, await noise(120, 90).toFormat(format).toBuffer())
  validImage.set(
    'heic',
    await readFile(new URL('../../../src/server/files/two-halves.heic', import.meta.url)),
  )
})
afterEach(async () => {
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const requester = { key: 'fuzz', signal: new AbortController().signal }

async function processImage(bytes: Uint8Array): Promise<ProcessedImage | InvalidImageError> {
  try {
    const received = await images.receive(Readable.from([bytes]))
    return await images.process(received, requester).finally(received.discard)
  } catch (error) {
    if (error instanceof InvalidImageError) return error
    throw error
  }
}

const problemOf = (outcome: ProcessedImage | InvalidImageError): string =>
  outcome instanceof InvalidImageError ? outcome.problem : 'kept'

/** A stored image is our own WebP, within its sizes, with nothing but pixels. */
async function expectValidImages(outcome: ProcessedImage | InvalidImageError): Promise<void> {
  if (outcome instanceof InvalidImageError) return
  for (const size of ['small', 'large'] as const) {
    const { format, width, height, exif, icc, xmp, iptc, pages } = await sharp(outcome[size]).metadata()
    expect({ format, exif, icc, xmp, iptc, pages: pages ?? 1 }).toEqual({ format: 'webp', pages: 1 })
    expect(Math.max(width, height)).toBeLessThanOrEqual(MAX_SIDE[size])
  }
}

/** The peak memory of the process above its start, in bytes, while `task` ran. */
async function memoryDuring(task: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss()
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  try {
    await task()
  } finally {
    clearInterval(look)
  }
  return Math.max(most, process.memoryUsage.rss()) - before
}

const MEMORY = 200_000_000

describe.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'heic'])('a broken %s', format => {
  test('truncated anywhere is refused with a reason, or decoded as far as it is intact', async () => {
    const bytes = validImage.get(format) ?? Buffer.alloc(0)
    const cuts = 30
    for (let cut = 0; cut < cuts; cut += 1) {
      const at = Math.floor((bytes.length * cut) / cuts)
      await expectValidImages(await processImage(bytes.subarray(0, at)))
    }
    expect(problemOf(await processImage(bytes.subarray(0, 20)))).not.toBe('kept')
    expect(problemOf(await processImage(bytes))).toBe('kept')
  }, 120_000)

  test('with bytes flipped is refused with a reason, or decoded', async () => {
    const bytes = validImage.get(format) ?? Buffer.alloc(0)
    const flip = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 6 }), async flips => {
        const copy = Buffer.from(bytes)
        for (const [at, by] of flips) copy[at] = (copy[at] ?? 0) ^ by
        await expectValidImages(await processImage(copy))
      }),
      { numRuns: 40, endOnFailure: true },
    )
  }, 120_000)
})

describe('a decompression bomb', () => {
  test.each([
    ['a PNG of 50,000 by 50,000', () => png(50_000, 50_000, rowsOf(10, 10)), 'too-many-pixels'],
    [
      'a PNG of 50,000 by 50,000, all of them',
      async () => png(50_000, 50_000, await compressedZeros(500)),
      'too-many-pixels',
    ],
    ['a PNG whose sides overflow', () => png(2 ** 31 - 1, 2 ** 31 - 1, rowsOf(10, 10)), null],
    ['a PNG of no width', () => png(0, 10, rowsOf(10, 10)), null],
    ['a PNG that promises more rows than it has', () => png(4000, 4000, rowsOf(10, 10)), 'damaged'],
    ['a GIF of 65,535 by 65,535', () => gif(65_535, 65_535), 'too-many-pixels'],
    ['a moving GIF', () => moving('gif'), 'moving'],
    ['a moving WebP', () => moving('webp'), 'moving'],
    [
      'a moving PNG',
      () => png(10, 10, rowsOf(10, 10), chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))),
      'moving',
    ],
    ['nothing at all', () => Buffer.alloc(0), 'not-an-image'],
    ['20 MB and one byte', () => Buffer.alloc(MAX_IMAGE_BYTES + 1, 7), 'too-large'],
  ])('%s is refused before decoding', async (_, make, problem) => {
    const bytes = await make()
    let outcome: ProcessedImage | InvalidImageError | undefined
    const held = await memoryDuring(async () => {
      outcome = await processImage(bytes)
    })
    expect(outcome).toBeInstanceOf(InvalidImageError)
    if (problem !== null) expect((outcome as InvalidImageError).problem).toBe(problem)
    expect(held).toBeLessThan(MEMORY)
  })

  // 400 MB of zeros each, in a few hundred kilobytes.
  test.each([
    ['colour profile', 'iCCP', Buffer.from('p\0\0', 'latin1')],
    ['compressed text', 'zTXt', Buffer.from('Comment\0\0', 'latin1')],
    ['international text', 'iTXt', Buffer.from('Comment\0\x01\0\0\0', 'latin1')],
  ])('in the %s of a PNG is never decompressed', async (_, type, head) => {
    const bomb = chunk(type, Buffer.concat([head, await compressedZeros(400)]))
    const bytes = png(10, 10, rowsOf(10, 10), bomb)
    expect(bytes.length).toBeLessThan(1_000_000)
    let outcome: ProcessedImage | InvalidImageError | undefined
    const held = await memoryDuring(async () => {
      outcome = await processImage(bytes)
    })
    if (outcome !== undefined) await expectValidImages(outcome)
    expect(held).toBeLessThan(MEMORY)
  })
})

describe('a file of several types', () => {
  const SCRIPT = '<script>alert("hushhush")</script>'
  const SVG = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>`

  test.each([
    ['SVG', Buffer.from(SVG)],
    ['SVG without its head', Buffer.from(SVG.slice(21))],
    ['SVG behind white space', Buffer.from(`\n\n   ${SVG}`)],
    ['HTML', Buffer.from(`<!doctype html><html><body>${SCRIPT}</body></html>`)],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['ZIP', Buffer.from('504b0304140000000000', 'hex')],
    ['TIFF', Buffer.from('49492a0008000000000000000000', 'hex')],
    ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['a script that begins like a GIF', Buffer.from('GIF89a/*hushhush*/=alert(1)//')],
    [
      'a page that begins like a JPEG',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(SCRIPT)]),
    ],
  ])('%s is refused, whatever its name', async (_, bytes) => {
    expect(await processImage(bytes)).toBeInstanceOf(InvalidImageError)
  })

  test.each([
    [
      'JPEG with a script in its comment',
      async () => commented(validImage.get('jpeg') ?? Buffer.alloc(0), SCRIPT),
    ],
    [
      'JPEG with a page behind its end',
      async () => Buffer.concat([validImage.get('jpeg') ?? Buffer.alloc(0), Buffer.from(SCRIPT)]),
    ],
    [
      'PNG with a script in its text',
      async () => png(10, 10, rowsOf(10, 10), chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`, 'latin1'))),
    ],
    [
      'PNG with an archive behind its end',
      async () =>
        Buffer.concat([
          validImage.get('png') ?? Buffer.alloc(0),
          Buffer.from(`PK\x03\x04${SCRIPT}`, 'latin1'),
        ]),
    ],
    ['GIF with a script in its comment', async () => gif(1, 1, SCRIPT)],
    [
      'JPEG that says where it was taken and by whom',
      () =>
        noise(64, 48)
          .withExif({
            IFD0: { Make: 'hushhush', Copyright: SCRIPT, ImageDescription: 'hushhush' },
            IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 40/1 55/1' },
          })
          .jpeg()
          .toBuffer(),
    ],
    [
      'WebP with a packet of XMP',
      () =>
        noise(64, 48).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">hushhush</x:xmpmeta>`).webp().toBuffer(),
    ],
  ] as const)('%s keeps its pixels and nothing else', async (_, make) => {
    const bytes = await make()
    expect(bytes.includes('hushhush')).toBe(true)
    const outcome = await processImage(bytes)
    await expectValidImages(outcome)
    if (outcome instanceof InvalidImageError) throw outcome
    for (const image of [outcome.small, outcome.large])
      expect(Buffer.from(image).includes('hushhush')).toBe(false)
  })
})
