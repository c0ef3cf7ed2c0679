// Reads images in a worker, so that the page stays responsive.

import { decodeBarcodes, type Pixels, prepareReader } from './read-barcodes.ts'

/** The first has the reader's WebAssembly, the others an image. */
export type ReadRequest = ({ readonly wasm: ArrayBuffer } | { readonly pixels: Pixels }) & {
  readonly port: MessagePort
}
export type ReadResponse = { readonly texts: readonly string[] } | { readonly error: string }

addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
  const respond = (response: ReadResponse) => data.port.postMessage(response)
  try {
    if ('wasm' in data) await prepareReader({ wasmBinary: data.wasm })
    respond({ texts: 'wasm' in data ? [] : await decodeBarcodes(data.pixels) })
  } catch (error) {
    respond({ error: String(error) })
  }
})
