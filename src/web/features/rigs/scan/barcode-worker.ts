// Reads images in a worker, so that the page stays responsive.

import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { decodeBarcodes, type Pixels, prepareReader } from './read-barcodes.ts'

/** A request without an image only asks whether the reader is ready. */
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
