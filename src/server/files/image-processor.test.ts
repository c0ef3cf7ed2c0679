import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { InvalidImageError, MAX_IMAGE_BYTES } from '#domain/photos/photo.ts'
import { decodeHeic } from './decode-heic.ts'
import { createImageProcessor, type ImageProcessor } from './image-processor.ts'

let folder: string
let images: ImageProcessor

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigwright-images-'))
  images = await createImageProcessor(join(folder, 'incoming'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const RED = { r: 200, g: 30, b: 30 }
const BLUE = { r: 30, g: 30, b: 200 }

/** Red on the left, blue on the right. */
const twoHalves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: BLUE } },
      left: width / 2,
      top: 0,
    },
  ])

const requester = { key: 'bluebonnet', signal: new AbortController().signal }

async function draw(bytes: Uint8Array) {
  const received = await images.receive(Readable.from([bytes]))
  try {
    return await images.process(received, requester)
  } finally {
    await received.discard()
  }
}

const problemOf = (drawing: Promise<unknown>) =>
  drawing.then(
    () => 'kept',
    error => (error instanceof InvalidImageError ? error.problem : Promise.reject(error)),
  )

async function colorAt(image: Uint8Array, x: number, y: number): Promise<'red' | 'blue'> {
  const pixel = await sharp(image).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()
  return (pixel[0] ?? 0) > (pixel[2] ?? 0) ? 'red' : 'blue'
}

/** A white image of any size, one bit per pixel, in very few bytes. */
function whitePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1), 0))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const heicFile = (name: string) => readFile(new URL(`./${name}.heic`, import.meta.url))
const heic = () => heicFile('two-halves')

describe('a stored image', () => {
  test('is WebP in two sizes, at most 480 and 1600 pixels long', async () => {
    const { small, large, width, height } = await draw(await twoHalves(2000, 1000).jpeg().toBuffer())
    expect([width, height]).toEqual([1600, 800])
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 })
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 })
  })

  test('is never enlarged', async () => {
    const { large } = await draw(await twoHalves(60, 40).png().toBuffer())
    expect(await sharp(large).metadata()).toMatchObject({ width: 60, height: 40 })
  })

  test('loses its EXIF, its location and its color profile', async () => {
    const tagged = await twoHalves(640, 480)
      .withIccProfile('p3')
      .withExif({
        IFD0: { Make: 'Rigphone', Copyright: 'June Park' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 40/1 55/1' },
      })
      .jpeg()
      .toBuffer()
    expect((await sharp(tagged).metadata()).exif?.includes('Rigphone')).toBe(true)
    const { small, large } = await draw(tagged)
    for (const image of [small, large]) {
      const { exif, icc, xmp, iptc } = await sharp(image).metadata()
      expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined])
      expect(Buffer.from(image).includes('Rigphone')).toBe(false)
    }
  })

  test('has the orientation it was taken in', async () => {
    // 6: the camera was rotated right, so the left side belongs on top.
    const turned = await twoHalves(640, 480).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { large, width, height } = await draw(turned)
    expect([width, height]).toEqual([480, 640])
    expect([await colorAt(large, 240, 20), await colorAt(large, 240, 620)]).toEqual(['red', 'blue'])
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('may be a %s', async format => {
    const { large } = await draw(await twoHalves(64, 48).toFormat(format).toBuffer())
    expect([await colorAt(large, 2, 24), await colorAt(large, 61, 24)]).toEqual(['red', 'blue'])
  })

  test('may be a HEIC, decoded in its own thread', async () => {
    const { large, width, height } = await draw(await heic())
    expect([width, height]).toEqual([64, 48])
    expect([await colorAt(large, 2, 24), await colorAt(large, 61, 24)]).toEqual(['red', 'blue'])
  })

  test('shows the whole picture of a HEIC, not its first tile', async () => {
    const { large, width, height } = await draw(await heicFile('four-tiles'))
    expect([width, height]).toEqual([128, 128])
    const colors = await Promise.all([2, 61, 66, 125].map(x => colorAt(large, x, 100)))
    expect(colors).toEqual(['red', 'blue', 'red', 'blue'])
  })

  test('has the colors that the profile of a HEIC says', async () => {
    // Its pixels are red and blue; its profile exchanges the two.
    const { large } = await draw(await heicFile('swapped-colors'))
    expect([await colorAt(large, 2, 24), await colorAt(large, 61, 24)]).toEqual(['blue', 'red'])
  })

  test('keeps transparency', async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    expect((await sharp((await draw(clear)).large).stats()).isOpaque).toBe(false)
  })
})

describe('an image is refused', () => {
  test('because it is not one, whatever its name', async () => {
    expect(await problemOf(draw(Buffer.from('%PDF-1.7\n%a manual')))).toBe('not-an-image')
    expect(await problemOf(draw(Buffer.from('just words')))).toBe('not-an-image')
    expect(await problemOf(draw(Buffer.alloc(0)))).toBe('not-an-image')
  })

  test('because it is SVG, which can contain scripts', async () => {
    const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    expect(await problemOf(draw(Buffer.from(svg)))).toBe('not-an-image')
    await expect(sharp(Buffer.from(svg)).metadata()).rejects.toThrow('unsupported image format')
  })

  test('because its type is not accepted', async () => {
    const tiff = Buffer.from('49492a0008000000000000000000', 'hex')
    expect(await problemOf(draw(tiff))).toBe('unknown-kind')
  })

  test('because it is animated', async () => {
    const frame = (background: typeof RED) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer()
    const moving = await sharp([await frame(RED), await frame(BLUE)], { join: { animated: true } })
      .gif()
      .toBuffer()
    expect(await problemOf(draw(moving))).toBe('moving')
  })

  test('because it is truncated', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      const whole = await sharp({ create: { width: 400, height: 400, channels: 3, background: RED, noise } })
        .toFormat(format)
        .toBuffer()
      expect(await problemOf(draw(whole.subarray(0, whole.length / 2)))).toBe('damaged')
    }
    const whole = await heic()
    expect(await problemOf(draw(whole.subarray(0, whole.length - 60)))).toBe('damaged')
  })

  test('because it would decode to 256 million pixels, before decoding', async () => {
    const bomb = whitePng(16_000)
    expect(bomb.length).toBeLessThan(50_000)
    // Reading a header does not use the library's queue for pixel work.
    const worked = vi.fn()
    sharp.queue.on('change', worked)
    const problem = await problemOf(draw(bomb)).finally(() => sharp.queue.off('change', worked))
    expect(problem).toBe('too-many-pixels')
    expect(worked).not.toHaveBeenCalled()
  })

  test('because decoding timed out', async () => {
    const received = await images.receive(Readable.from([await heic()]))
    expect(await problemOf(decodeHeic(received.file, 1))).toBe('too-slow')
    await received.discard()
  })

  test('with a message for the user', () => {
    expect(new InvalidImageError('not-an-image').message).toBe('That file isn’t an image.')
    expect(new InvalidImageError('too-large').message).toBe('This image is larger than 20 MB.')
  })
})

describe('the images of one client', () => {
  /** The most pixels in a few thousand bytes. */
  const LARGE = whitePng(7000)
  const receiveAll = (files: readonly Uint8Array[]) =>
    Promise.all(files.map(bytes => images.receive(Readable.from([bytes]))))

  test('do not delay those of another', async () => {
    const received = await receiveAll(Array.from({ length: 4 }, () => LARGE))
    const [photo] = await receiveAll([await twoHalves(2000, 1000).jpeg().toBuffer()])
    if (photo === undefined) throw new Error('Nothing was received.')
    let processed = 0
    const all = received.map(file => images.process(file, requester).then(() => (processed += 1)))
    await images.process(photo, { ...requester, key: 'lone star' })
    expect(processed).toBeLessThan(2)
    await Promise.all(all)
    for (const file of [...received, photo]) await file.discard()
  })

  test('are abandoned when the client disconnects', async () => {
    const received = await receiveAll([LARGE, LARGE])
    const client = new AbortController()
    // Called when a step of an image begins, and when it ends.
    const onStep = vi.fn()
    sharp.queue.on('change', onStep)
    const all = received.map(file => images.process(file, { key: 'gone', signal: client.signal }))
    await expect.poll(() => onStep.mock.calls.length).toBe(1)
    client.abort(new Error('the phone lost its signal'))
    const reasons = (await Promise.allSettled(all)).map(result => 'reason' in result && result.reason.message)
    expect(reasons).toEqual(['the phone lost its signal', 'the phone lost its signal'])
    sharp.queue.off('change', onStep)
    expect(onStep).toHaveBeenCalledTimes(2)
    for (const file of received) await file.discard()
  })

  test('end the thread of a HEIC when the client disconnects', async () => {
    const [received] = await receiveAll([await heic()])
    const decoding = decodeHeic(received?.file ?? '', 60_000, AbortSignal.timeout(1))
    await expect(decoding).rejects.toThrow()
    await received?.discard()
  })
})

describe('an upload', () => {
  test('is stopped at the limit and leaves nothing, however much is still to come', async () => {
    let sent = 0
    async function* endless() {
      for (const chunk = Buffer.alloc(256 * 1024, 7); ; sent += chunk.length) yield chunk
    }
    expect(await problemOf(images.receive(Readable.from(endless())))).toBe('too-large')
    expect(sent).toBeLessThan(MAX_IMAGE_BYTES + 2_000_000)
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  test('leaves nothing when the client disconnects', async () => {
    const gone = new Readable({ read() {} })
    gone.push(Buffer.alloc(1000))
    const receiving = images.receive(gone)
    gone.destroy(new Error('the phone lost its signal'))
    await expect(receiving).rejects.toThrow('the phone lost its signal')
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
  })

  test('is identified by its bytes', async () => {
    const { sha256, discard } = await images.receive(Readable.from([Buffer.from('ab'), Buffer.from('c')]))
    expect(sha256).toBe(createHash('sha256').update('abc').digest('hex'))
    await discard()
  })
})
