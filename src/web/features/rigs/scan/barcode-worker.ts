// Reads pictures beside the page, which stays alive meanwhile.

import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { decodeBarcodes, type Pixels, prepareReader } from './read-barcodes.ts'

/** A question without a picture only asks whether the reader has come. */
export type ReadRequest = { readonly pixels: Pixels | null; readonly answer: MessagePort }
export type ReadResponse = { readonly texts: readonly string[] } | { readonly error: string }

const isReady = prepareReader({ locateFile: () => wasm })

addEventListener('message', async ({ data: { pixels, answer } }: MessageEvent<ReadRequest>) => {
  const say = (said: ReadResponse) => answer.postMessage(said)
  try {
    await isReady
    say({ texts: pixels === null ? [] : await decodeBarcodes(pixels) })
  } catch (fault) {
    say({ error: String(fault) })
  }
})
