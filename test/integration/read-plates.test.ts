// What the page's barcode reader and `readPlate` make of a plate, with generated labels.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type PlateReading, readPlate } from '#domain/components/read-plate.ts'
import { decodeBarcodes, prepareReader } from '#web/features/rigs/scan/read-barcodes.ts'
import { pixelsOf, renderBarcode, renderEmptyPlate, type Symbology } from '../support/barcode-image.ts'

beforeAll(() => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  return prepareReader({ wasmBinary: new Uint8Array(readFileSync(wasm)).buffer })
})

const PLATES: readonly (readonly [Symbology, string, PlateReading])[] = [
  ['Code39', '091244521', { serial: '091244521' }],
  ['Code128', 'S/N: 0912-44521', { serial: '0912-44521' }],
  [
    'DataMatrix',
    '[)>\u001e06\u001d1PSF-30F\u001dS091244521\u001e\u0004',
    { model: 'SF-30F', serial: '091244521' },
  ],
  [
    'QRCode',
    'MFG: Suburban\nMODEL: SF-30F\nS/N: 091244521',
    { maker: 'Suburban', model: 'SF-30F', serial: '091244521' },
  ],
  ['QRCode', 'https://suburban.example/manuals/SF-30F', {}],
]

const readingOf = async (image: Sharp): Promise<PlateReading> =>
  readPlate(await decodeBarcodes(await pixelsOf(image)))

/** The plate with a strip across it that nobody can read. */
async function torn(image: Sharp, share: number): Promise<Sharp> {
  const { width = 0, height = 0 } = await image.metadata()
  const strip = { width: Math.round(width * share), height, channels: 3, background: '#777' } as const
  const seen = image.composite([{ input: { create: strip }, left: Math.round(width * 0.5), top: 0 }])
  return sharp(await seen.png().toBuffer())
}

describe.each(PLATES)('a plate with %s %j', (symbology, text, reading) => {
  test.each([0, 5, -8, 90, 180])('is read, rotated by %i degrees', async degrees => {
    expect(await readingOf(await renderBarcode(symbology, text, degrees))).toEqual(reading)
  })

  test('is read in the dark, out of focus', async () => {
    const dim = (await renderBarcode(symbology, text)).linear(0.45, 20).blur(1.1)
    expect(await readingOf(sharp(await dim.jpeg({ quality: 45 }).toBuffer()))).toEqual(reading)
  })

  test.each([0.01, 0.05, 0.2])('is read right or not at all when %d of it is torn', async share => {
    expect([reading, {}]).toContainEqual(
      await readingOf(await torn(await renderBarcode(symbology, text), share)),
    )
  })
})

test('nothing is read of a barcode that is torn in two, nor of a plate without one', async () => {
  for (const image of [await torn(await renderBarcode('Code128', '091244521'), 0.2), renderEmptyPlate()])
    expect(await readingOf(image)).toEqual({})
})
