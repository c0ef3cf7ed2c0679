// What a picture's barcodes say. Runs in the worker, and in tests just so.

import {
  prepareZXingModule,
  type ReaderOptions,
  readBarcodes,
  type ZXingModuleOverrides,
} from 'zxing-wasm/reader'

/** Four bytes to a pixel, as a canvas gives them. */
export type Pixels = {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

const READER_OPTIONS: ReaderOptions = {
  formats: ['Code39', 'Code128', 'DataMatrix', 'QRCode'],
  // A label holds a few; a page full of them is no label.
  maxNumberOfSymbols: 8,
  // As it is written, with its separators.
  textMode: 'Plain',
}

/** Starts the reader. `from` has to say where its WebAssembly is: by itself it would fetch it from elsewhere. */
export async function prepareReader(from: ZXingModuleOverrides): Promise<void> {
  await prepareZXingModule({ overrides: from, fireImmediately: true })
}

/** The texts of all barcodes in the picture; empty when there is none. */
export async function decodeBarcodes({ data, width, height }: Pixels): Promise<string[]> {
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as ImageData, READER_OPTIONS)
  return found.map(({ text }) => text)
}
