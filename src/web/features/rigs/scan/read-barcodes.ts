// Reads an image's barcodes. Runs in the worker, and in tests directly.

import {
  prepareZXingModule,
  type ReaderOptions,
  readBarcodes,
  type ZXingModuleOverrides,
} from 'zxing-wasm/reader'

/** Four bytes per pixel, as from a canvas. */
export type Pixels = {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

const READER_OPTIONS: ReaderOptions = {
  formats: ['Code39', 'Code128', 'DataMatrix', 'QRCode'],
  // A label has a few; more than that is not a label.
  maxNumberOfSymbols: 8,
  // As encoded, with its separators.
  textMode: 'Plain',
}

/** Starts the reader. `from` sets where its WebAssembly is: by default it would load it from another site. */
export async function prepareReader(from: ZXingModuleOverrides): Promise<void> {
  await prepareZXingModule({ overrides: from, fireImmediately: true })
}

/** The texts of all barcodes in the image; empty without any. */
export async function decodeBarcodes({ data, width, height }: Pixels): Promise<string[]> {
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as ImageData, READER_OPTIONS)
  return found.map(({ text }) => text)
}
