/// <reference types="vite/types/importMeta.d.ts" />

// HEIC, as iPhones and some Androids write it. The picture library reads its frame but not its
// pixels (HEVC is patented), so a decoder in WebAssembly does, in a thread that can be ended.

import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { InvalidImageError, MAX_PIXELS } from '#domain/photos/photo.ts'

const [workerSource = ''] = Object.values(
  import.meta.glob<string>('./heic-worker.cjs', { query: '?raw', import: 'default', eager: true }),
)

type WorkerResult =
  | { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }
  | { readonly tooManyPixels: true }
  | { readonly error: string }

/** Four bytes per pixel, with the orientation applied. */
type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

/** Decodes the image in `file`. Throws an InvalidImageError, also after `limitMs`. */
export async function decodeHeic(file: string, timeoutMs: number): Promise<Pixels> {
  const decoder = createRequire(import.meta.url).resolve('heic-decode')
  const worker = new Worker(workerSource, {
    eval: true,
    workerData: { file, decoder, mostPixels: MAX_PIXELS },
    // The decoder also writes its errors to the console.
    stdout: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const result = await new Promise<WorkerResult>((resolve, reject) => {
      timer = setTimeout(() => reject(new InvalidImageError('too-slow')), timeoutMs)
      worker.once('message', resolve)
      worker.once('error', cause => reject(new InvalidImageError('damaged', { cause })))
      worker.once('exit', () => reject(new InvalidImageError('damaged')))
    })
    if ('error' in result) throw new InvalidImageError('damaged', { cause: result.error })
    if ('tooManyPixels' in result) throw new InvalidImageError('too-many-pixels')
    return result
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
