// The reader of the page, fed with labels that are drawn here.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { findVin } from '#domain/rigs/barcode-vin.ts'
import { decodeBarcodes, prepareReader } from '#web/features/rigs/scan/read-barcodes.ts'
import { pixelsOf, renderBarcode, renderEmptyPlate, type Symbology } from '../support/barcode-image.ts'

const VIN = '1UJBJ0BN8M17X0042'

beforeAll(() => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  return prepareReader({ wasmBinary: new Uint8Array(readFileSync(wasm)).buffer })
})

const LABELS: readonly (readonly [Symbology, string])[] = [
  ['Code39', VIN],
  ['Code39', `I${VIN}`],
  ['Code128', VIN],
  ['DataMatrix', VIN],
  ['DataMatrix', `[)>\u001e06\u001dI${VIN}\u001d20L7734\u001e\u0004`],
  ['QRCode', `https://rigs.example/find?vin=${VIN.toLowerCase()}`],
  ['QRCode', `JAYCO\nJay Flight\n${VIN}\n2021`],
]

describe.each(LABELS)('a VIN in %s, as %j,', (symbology, text) => {
  test('is read exactly', async () => {
    const texts = await decodeBarcodes(await pixelsOf(await renderBarcode(symbology, text)))
    expect(texts).toEqual([text])
    expect(findVin(texts)).toBe(VIN)
  })

  test.each([4, -7, 90, 180])('is read from a phone rotated by %i degrees', async degrees => {
    const texts = await decodeBarcodes(await pixelsOf(await renderBarcode(symbology, text, degrees)))
    expect(findVin(texts)).toBe(VIN)
  })

  test('is read from a dark, blurry and noisy image', async () => {
    const dim = (await renderBarcode(symbology, text)).linear(0.45, 20).blur(1.1)
    const poor = sharp(await dim.jpeg({ quality: 45 }).toBuffer())
    expect(findVin(await decodeBarcodes(await pixelsOf(poor)))).toBe(VIN)
  })
})

test('an image without a barcode gives nothing', async () => {
  expect(await decodeBarcodes(await pixelsOf(renderEmptyPlate()))).toEqual([])
})
