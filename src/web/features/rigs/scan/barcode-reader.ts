import type { ReadRequest, ReadResponse } from './barcode-worker.ts'
import type { Pixels } from './read-barcodes.ts'

export type BarcodeReader = {
  /** Resolves once its code is loaded; rejects if that fails. */
  readonly ready: Promise<unknown>
  /** The texts of the image's barcodes. The pixels are transferred. */
  readonly read: (pixels: Pixels) => Promise<readonly string[]>
  /** Pending reads never resolve. */
  readonly close: () => void
}

/** Loads and starts the reader. */
export function createBarcodeReader(): BarcodeReader {
  const worker = new Worker(new URL('./barcode-worker.ts', import.meta.url), { type: 'module' })
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message))
  })
  broken.catch(() => {})

  function request(pixels: Pixels | null): Promise<readonly string[]> {
    const { port1, port2 } = new MessageChannel()
    const response = new Promise<readonly string[]>((resolve, reject) => {
      port1.onmessage = ({ data }: MessageEvent<ReadResponse>) => {
        port1.close()
        if ('texts' in data) resolve(data.texts)
        else reject(new Error(data.error))
      }
    })
    const readRequest: ReadRequest = { pixels, port: port2 }
    worker.postMessage(readRequest, pixels === null ? [port2] : [port2, pixels.data.buffer])
    return Promise.race([response, broken])
  }

  return { ready: request(null), read: request, close: () => worker.terminate() }
}
