import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { ReadRequest, ReadResponse } from './barcode-worker.ts'
import workerUrl from './barcode-worker.ts?worker&url'
import { capturePhoto } from './capture-frame.ts'
import type { Pixels } from './read-barcodes.ts'

export type BarcodeReader = {
  /** Resolves once its code is loaded; rejects if that fails. */
  readonly ready: Promise<unknown>
  /** The texts of the image's barcodes. The pixels are transferred. */
  readonly read: (pixels: Pixels) => Promise<readonly string[]>
  /** Pending reads never resolve. */
  readonly close: () => void
}

/** Its WebAssembly: fetched by the page, which the service worker answers without a connection. */
async function fetchWasm(): Promise<ArrayBuffer> {
  const response = await fetch(wasm)
  if (!response.ok) throw new Error(`The barcode reader answered ${response.status}.`)
  return response.arrayBuffer()
}

/** Loads and starts the reader. */
export function createBarcodeReader(): BarcodeReader {
  const worker = new Worker(workerUrl, { type: 'module' })
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message))
  })
  broken.catch(() => {})

  function request(content: { wasm: ArrayBuffer } | { pixels: Pixels }): Promise<readonly string[]> {
    const { port1, port2 } = new MessageChannel()
    const response = new Promise<readonly string[]>((resolve, reject) => {
      port1.onmessage = ({ data }: MessageEvent<ReadResponse>) => {
        port1.close()
        if ('texts' in data) resolve(data.texts)
        else reject(new Error(data.error))
      }
    })
    const readRequest: ReadRequest = { ...content, port: port2 }
    worker.postMessage(readRequest, [port2, 'wasm' in content ? content.wasm : content.pixels.data.buffer])
    return Promise.race([response, broken])
  }

  const ready = Promise.race([fetchWasm(), broken]).then(wasm => request({ wasm }))
  ready.catch(() => {})
  return {
    ready,
    read: async pixels => {
      await ready
      return request({ pixels })
    },
    close: () => worker.terminate(),
  }
}

/** The texts of a photo's barcodes; null for a file that the browser cannot show. Rejects if the reader cannot be loaded. */
export async function readBarcodesOf(photo: Blob): Promise<readonly string[] | null> {
  const pixels = await capturePhoto(photo)
  if (pixels === null) return null
  const reader = createBarcodeReader()
  try {
    await reader.ready
    return await reader.read(pixels)
  } finally {
    reader.close()
  }
}

/** Its service worker answers from all caches of the site, and deletes those of its own alone. */
const READER_CACHE = 'rigwright-barcode-reader'

/** Stores the reader on this device, so that it works without a connection. Nothing if that cannot be now. */
export async function storeBarcodeReader(): Promise<void> {
  try {
    const cache = await caches.open(READER_CACHE)
    const files = [workerUrl, wasm].map(file => new URL(file, location.href).href)
    const stored = await cache.keys()
    await Promise.all(stored.filter(({ url }) => !files.includes(url)).map(old => cache.delete(old)))
    const missing = files.filter(file => !stored.some(({ url }) => url === file))
    await cache.addAll(missing)
  } catch {
    // Without a connection or over plain http.
  }
}
