// Reads images in a worker, so that the page stays responsive.

import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { decodeBarcodes, type Pixels, prepareReader } from './read-barcodes.ts'

/** A request without an image only asks whether the reader is ready. */
export type ReadRequest = { readonly pixels: Pixels | null; readonly port: MessagePort }
export type ReadResponse = { readonly texts: readonly string[] } | { readonly error: string }

const isReady = prepareReader({ locateFile: () => wasm })

addEventListener('message', async ({ data: { pixels, port } }: MessageEvent<ReadRequest>) => {
  const respond = (response: ReadResponse) => port.postMessage(response)
  try {
    await isReady
    respond({ texts: pixels === null ? [] : await decodeBarcodes(pixels) })
  } catch (error) {
    respond({ error: String(error) })
  }
})
