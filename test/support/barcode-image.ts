// Pictures of labels, drawn by the test: a barcode in the middle of a grey plate, as a camera would see it.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp, { type Sharp } from 'sharp'
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer'

const writer = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(writer)).buffer } })

export type Symbology = 'Code39' | 'Code128' | 'DataMatrix' | 'QRCode'

/** The camera's picture, in pixels. */
const WIDTH = 1280
const HEIGHT = 720

const PLATE_OPTIONS = {
  create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#c9c9c4' },
} as const

/** How wide a bar or a dot is, in pixels. */
const SCALE: Readonly<Record<Symbology, number>> = { Code39: 3, Code128: 4, DataMatrix: 12, QRCode: 10 }

export async function renderBarcode(format: Symbology, text: string, turned = 0): Promise<Sharp> {
  const { symbol, error } = await writeBarcode(text, { format, addQuietZones: true } as WriterOptions)
  if (error !== '') throw new Error(error)
  const { width, height } = symbol
  // A long one that stands upright has less room.
  const scale = turned === 90 ? Math.min(SCALE[format], Math.floor((HEIGHT - 80) / width)) : SCALE[format]
  const flat = await sharp(Buffer.from(symbol.data), { raw: { width, height, channels: 1 } })
    .resize(width * scale, height * scale, { kernel: 'nearest' })
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: 'white' })
    .png()
    .toBuffer()
  const code = await sharp(flat)
    .rotate(turned, { background: PLATE_OPTIONS.create.background })
    .png()
    .toBuffer()
  const seen = sharp(PLATE_OPTIONS).composite([{ input: code }])
  return sharp(await seen.png().toBuffer())
}

/** A plate without a code. */
export const renderEmptyPlate = (): Sharp => sharp(PLATE_OPTIONS)

/** As a canvas gives it. */
export async function pixelsOf(image: Sharp) {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

/** A video that is this one picture, for Chromium to take for a camera. */
export async function toVideo(image: Sharp): Promise<Buffer> {
  const light = await image.greyscale().raw().toBuffer()
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}
