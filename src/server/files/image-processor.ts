// Processes untrusted images. The type is read from the content, never the name; within limits of bytes, pixels and
// time the image is re-encoded in two sizes, and nothing else is stored: no EXIF, no GPS, no extra bytes.

import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, deflateSync } from 'node:zlib'
import { fileTypeFromFile } from 'file-type'
import type { Sharp } from 'sharp'
import {
  IMAGE_TYPES,
  type ImageProblem,
  InvalidImageError,
  MAX_IMAGE_BYTES,
  MAX_PIXELS,
  MAX_SIDE,
} from '#domain/photos/photo.ts'
import { createKeyedLimiter, type Requester } from '#server/lib/limiter.ts'
import { decodeHeic } from './decode-heic.ts'
import { loadSharp } from './load-sharp.ts'

const QUALITY = 78
const TIMEOUT_SECONDS = 20
/** 12 million pixels take 2 seconds on a fast machine and ten on a busy one. */
const HEIC_TIMEOUT_MS = 60_000
const CONCURRENCY = 2

/** A received file, not processed yet. */
export type ReceivedFile = {
  readonly file: string
  /** Of its bytes. */
  readonly sha256: string
  /** Deletes it. */
  readonly discard: () => Promise<void>
}

/** Both sizes as WebP; width and height are those of the large one. */
export type ProcessedImage = {
  readonly small: Uint8Array
  readonly large: Uint8Array
  readonly width: number
  readonly height: number
}

export type ImageProcessor = {
  /** Receives a stream to its end. Throws an InvalidImageError as soon as it is too large, and leaves nothing. */
  readonly receive: (stream: Readable) => Promise<ReceivedFile>
  /** The pixels of a received file. Throws an InvalidImageError if it is not an accepted image. */
  readonly countPixels: (received: ReceivedFile) => Promise<number>
  /**
   * Re-encodes a received file; one client's files wait for each other. Throws an InvalidImageError if it is damaged,
   * and what the signal was aborted with.
   */
  readonly process: (received: ReceivedFile, requester: Requester) => Promise<ProcessedImage>
}

const READ_OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true } as const

const ANIMATED_TYPES = new Set(['image/apng', 'image/heic-sequence', 'image/heif-sequence'])

function problemOfType(type: string | undefined): ImageProblem | null {
  if (type === undefined || !type.startsWith('image/')) return 'not-an-image'
  if (ANIMATED_TYPES.has(type)) return 'moving'
  return (IMAGE_TYPES as readonly string[]).includes(type) ? null : 'unknown-kind'
}

function problemOfError(error: unknown): ImageProblem {
  const message = error instanceof Error ? error.message : ''
  if (message.includes('pixel limit')) return 'too-many-pixels'
  return message.includes('timeout') ? 'too-slow' : 'damaged'
}

function throwInvalidImage(error: unknown): never {
  throw error instanceof InvalidImageError
    ? error
    : new InvalidImageError(problemOfError(error), { cause: error })
}

type ImageHeader = {
  readonly pixels: number
  readonly isHevc: boolean
  /** The ICC profile of its colors; undefined for sRGB. */
  readonly icc: Buffer | undefined
}

/** Checks the header of the image in `file`. */
async function readHeader(file: string): Promise<ImageHeader> {
  const problem = problemOfType((await fileTypeFromFile(file))?.mime)
  if (problem !== null) throw new InvalidImageError(problem)
  const sharp = await loadSharp()
  const { width, height, compression, icc, pages = 1, format } = await sharp(file, READ_OPTIONS).metadata()
  if (width * height > MAX_PIXELS) throw new InvalidImageError('too-many-pixels')
  if (format !== 'heif' && pages > 1) throw new InvalidImageError('moving')
  return { pixels: width * height, isHevc: compression === 'hevc', icc }
}

const PNG_HEADER_BYTES = 33

/** The chunk that gives a PNG its color profile. Source: PNG specification, third edition, 11.3.2.3. */
function iccChunk(icc: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(named.length - 4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

/** The pixels with their color profile, which the image library reads from files alone. */
async function withIcc(pixels: Sharp, icc: Buffer): Promise<Sharp> {
  const png = await pixels.png({ compressionLevel: 0 }).toBuffer()
  const [header, rest] = [png.subarray(0, PNG_HEADER_BYTES), png.subarray(PNG_HEADER_BYTES)]
  const sharp = await loadSharp()
  return sharp(Buffer.concat([header, iccChunk(icc), rest]), READ_OPTIONS)
}

async function openImage(file: string, signal: AbortSignal): Promise<Sharp> {
  const { isHevc, icc } = await readHeader(file)
  const sharp = await loadSharp()
  if (!isHevc) return sharp(file, READ_OPTIONS)
  const { data, ...size } = await decodeHeic(file, HEIC_TIMEOUT_MS, signal)
  const pixels = sharp(data, { raw: { ...size, channels: 4 } }).removeAlpha()
  return icc === undefined ? pixels : withIcc(pixels, icc)
}

async function reencode(file: string, signal: AbortSignal): Promise<ProcessedImage> {
  const image = await openImage(file, signal)
  signal.throwIfAborted()
  const sharp = await loadSharp()
  const resizeTo = (side: number) =>
    ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const
  // Decoded once for both sizes.
  const { data, info } = await image
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize(resizeTo(MAX_SIDE.large))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const webp = (encoded: Sharp) =>
    encoded.webp({ quality: QUALITY }).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer()
  // The image library cannot be interrupted, but nothing more is begun for a client that has left.
  signal.throwIfAborted()
  const large = await webp(pixels())
  signal.throwIfAborted()
  const small = await webp(pixels().resize(resizeTo(MAX_SIDE.small)))
  return { small, large, width, height }
}

/** Opens the processor. `folder` has files in progress; leftovers of a crash are deleted. */
export async function createImageProcessor(folder: string): Promise<ImageProcessor> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const limit = createKeyedLimiter(CONCURRENCY)

  async function receive(stream: Readable): Promise<ReceivedFile> {
    const file = join(folder, randomUUID())
    const discard = () => rm(file, { force: true })
    const hash = createHash('sha256')
    let size = 0
    async function* counted(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > MAX_IMAGE_BYTES) throw new InvalidImageError('too-large')
        hash.update(chunk)
        yield chunk
      }
    }
    const sink = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    const closed = new Promise<void>(resolve => sink.once('close', () => resolve()))
    try {
      await pipeline(stream, counted, sink)
      return { file, sha256: hash.digest('hex'), discard }
    } catch (error) {
      // A stream that is still opening its file would create it after it was discarded.
      await closed
      await discard()
      throw error
    }
  }

  return {
    receive,
    countPixels: async ({ file }) => (await readHeader(file).catch(throwInvalidImage)).pixels,
    process: ({ file }, { key, signal }) =>
      limit(key, () => reencode(file, signal), signal).catch(error => {
        signal.throwIfAborted()
        return throwInvalidImage(error)
      }),
  }
}
