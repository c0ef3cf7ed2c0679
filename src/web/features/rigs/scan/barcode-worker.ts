// Reads pictures beside the page, which stays alive meanwhile.

import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { decodeBarcodes, type Pixels, prepareReader } from './read-barcodes.ts'

/** A request without a picture only asks whether the reader has come. */
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
