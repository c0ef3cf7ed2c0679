/// <reference types="vite/types/importMeta.d.ts" />

// Decodes HEIC, as iPhones and some Androids write it. The image library reads its header but not its pixels (HEVC is
// patented), so a WebAssembly decoder does, in a thread that can be terminated.

import { createRequire } from 'node:module'
import { InvalidImageError, MAX_PIXELS } from '#domain/photos/photo.ts'
import { runWorkerThread, WorkerTimeoutError } from '#server/lib/worker-thread.ts'

const [workerSource = ''] = Object.values(
  import.meta.glob<string>('./heic-worker.cjs', { query: '?raw', import: 'default', eager: true }),
)

type WorkerResult =
  | { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }
  | { readonly tooManyPixels: true }
  | { readonly error: string }

/** Four bytes per pixel, with the orientation applied, in the color profile of the file. */
type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

/**
 * Decodes the primary image in `file`. Throws an InvalidImageError, also after `timeoutMs`, and ends early when `signal` is
 * aborted.
 */
export async function decodeHeic(file: string, timeoutMs: number, signal?: AbortSignal): Promise<Pixels> {
  const decoder = createRequire(import.meta.url).resolve('libheif-js/wasm-bundle')
  const result = await runWorkerThread<WorkerResult>(workerSource, timeoutMs, {
    workerData: { file, decoder, maxPixels: MAX_PIXELS },
    // The decoder also writes its errors to the console.
    stdout: true,
    ...(signal && { signal }),
  }).catch(cause => {
    throw new InvalidImageError(cause instanceof WorkerTimeoutError ? 'too-slow' : 'damaged', { cause })
  })
  if ('error' in result) throw new InvalidImageError('damaged', { cause: result.error })
  if ('tooManyPixels' in result) throw new InvalidImageError('too-many-pixels')
  return result
}
