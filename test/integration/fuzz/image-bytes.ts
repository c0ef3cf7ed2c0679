// Malicious image files, byte by byte.

import { Readable } from 'node:stream'
import { crc32, createDeflate, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** One chunk of a PNG, with its correct checksum. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([u32(data.length), named, u32(crc32(named))])
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** A PNG that claims this size, with `rows` of it and any chunks before them. */
export function png(width: number, height: number, rows: Uint8Array, ...before: Buffer[]): Buffer {
  const header = Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])])
  const end = chunk('IEND', Buffer.alloc(0))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...before, chunk('IDAT', rows), end])
}

/** The rows of a small red image. */
export const rowsOf = (width: number, height: number): Buffer => {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([200, 30, 30]))])
  return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
}

/** So many megabytes of zeros compressed to a thousandth, never held decompressed. */
export async function compressedZeros(megabytes: number): Promise<Buffer> {
  const zeros = Buffer.alloc(1_000_000)
  const packing = Readable.from(Array.from({ length: megabytes }, () => zeros)).pipe(createDeflate())
  return Buffer.concat(await packing.toArray())
}

export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#c33',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })

/** An image of two frames. */
export async function moving(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all([noise(16, 16).png().toBuffer(), noise(16, 16).png().toBuffer()])
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

/** A GIF of one pixel that claims this size. */
export function gif(width: number, height: number, comment = ''): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const commentBlock =
    comment === ''
      ? Buffer.alloc(0)
      : Buffer.concat([
          Buffer.from([0x21, 0xfe, comment.length]),
          Buffer.from(comment, 'latin1'),
          Buffer.from([0]),
        ])
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    size,
    Buffer.from([0x80, 0, 0, 255, 0, 0, 0, 0, 0]),
    commentBlock,
    Buffer.from([0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, 2, 0x44, 1, 0, 0x3b]),
  ])
}

/** A JPEG with this in a comment right after its beginning. */
export function commented(jpeg: Buffer, comment: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.length + 2)
  const commentSegment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(comment, 'latin1')])
  return Buffer.concat([jpeg.subarray(0, 2), commentSegment, jpeg.subarray(2)])
}
