// Pictures as strangers send them. What a file is, its content says and never its name; it is read
// within limits of bytes, pixels and time, drawn anew in two sizes, and nothing else of it is kept:
// no EXIF, no GPS, no bytes that a picture does not need.

import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromFile } from 'file-type'
import type { Sharp } from 'sharp'
import {
  LARGEST_PICTURE_BYTES,
  LONGEST_SIDE,
  MOST_PIXELS,
  PICTURE_TYPES,
  type PictureProblem,
  UnusablePicture,
} from '#domain/photos/photo.ts'
import { inTurns } from '#server/lib/concurrency.ts'
import { decodeHeic } from './heic.ts'
import { openSharp } from './lazy-sharp.ts'

const QUALITY = 78
const LIMIT_SECONDS = 20
/** 12 million pixels take 2 seconds on a good machine and ten on a busy one. */
const HEIC_LIMIT_MS = 60_000
const AT_ONCE = 2

/** A file that has arrived whole, waiting to be read. */
export type Received = {
  readonly file: string
  /** Of its bytes. */
  readonly sha256: string
  /** Removes it. */
  readonly discard: () => Promise<void>
}

/** Both sizes as WebP; width and height are the large one's. */
export type Picture = {
  readonly small: Uint8Array
  readonly large: Uint8Array
  readonly width: number
  readonly height: number
}

export type Pictures = {
  /** Takes a stream to its end. Throws UnusablePicture as soon as it is too large; then nothing of it is left. */
  readonly receive: (stream: Readable) => Promise<Received>
  /** Draws what was received anew. Throws UnusablePicture when it is not a picture that can be kept. */
  readonly draw: (received: Received) => Promise<Picture>
}

const READING = { limitInputPixels: MOST_PIXELS, failOn: 'error', autoOrient: true } as const

const MOVING = new Set(['image/apng', 'image/heic-sequence', 'image/heif-sequence'])

function problemOfType(type: string | undefined): PictureProblem | null {
  if (type === undefined || !type.startsWith('image/')) return 'not-a-picture'
  if (MOVING.has(type)) return 'moving'
  return (PICTURE_TYPES as readonly string[]).includes(type) ? null : 'unknown-kind'
}

function problemOfFault(fault: unknown): PictureProblem {
  const message = fault instanceof Error ? fault.message : ''
  if (message.includes('pixel limit')) return 'too-many-pixels'
  return message.includes('timeout') ? 'too-slow' : 'damaged'
}

/** The picture in `file`, checked by its header and ready to be drawn. */
async function open(file: string): Promise<Sharp> {
  const problem = problemOfType((await fileTypeFromFile(file))?.mime)
  if (problem !== null) throw new UnusablePicture(problem)
  const sharp = await openSharp()
  const { width, height, compression, pages = 1, format } = await sharp(file, READING).metadata()
  if (width * height > MOST_PIXELS) throw new UnusablePicture('too-many-pixels')
  if (format !== 'heif' && pages > 1) throw new UnusablePicture('moving')
  if (compression !== 'hevc') return sharp(file, READING)
  const { data, ...size } = await decodeHeic(file, HEIC_LIMIT_MS)
  return sharp(data, { raw: { ...size, channels: 4 } }).removeAlpha()
}

async function drawAnew(file: string): Promise<Picture> {
  const image = await open(file)
  const sharp = await openSharp()
  const within = (side: number) =>
    ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
  // Decoded once: both sizes are drawn from the same pixels.
  const { data, info } = await image
    .timeout({ seconds: LIMIT_SECONDS })
    .resize(within(LONGEST_SIDE.large))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const webp = (drawn: Sharp) =>
    drawn.webp({ quality: QUALITY }).timeout({ seconds: LIMIT_SECONDS }).toBuffer()
  const large = await webp(pixels())
  const small = await webp(pixels().resize(within(LONGEST_SIDE.small)))
  return { small, large, width, height }
}

/** Opens the intake. `folder` holds what is on its way; whatever a crash left there is thrown away. */
export async function openPictures(folder: string): Promise<Pictures> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const inTurn = inTurns(AT_ONCE)

  async function receive(stream: Readable): Promise<Received> {
    const file = join(folder, randomUUID())
    const discard = () => rm(file, { force: true })
    const hash = createHash('sha256')
    let size = 0
    async function* counted(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > LARGEST_PICTURE_BYTES) throw new UnusablePicture('too-large')
        hash.update(chunk)
        yield chunk
      }
    }
    const sink = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    const closed = new Promise<void>(resolve => sink.once('close', () => resolve()))
    try {
      await pipeline(stream, counted, sink)
      return { file, sha256: hash.digest('hex'), discard }
    } catch (fault) {
      // A stream that was still opening its file would make it after it was discarded.
      await closed
      await discard()
      throw fault
    }
  }

  return {
    receive,
    draw: ({ file }) =>
      inTurn(() => drawAnew(file)).catch(fault => {
        throw fault instanceof UnusablePicture
          ? fault
          : new UnusablePicture(problemOfFault(fault), { cause: fault })
      }),
  }
}
