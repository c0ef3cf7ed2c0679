/// <reference types="vite/types/importMeta.d.ts" />

// HEIC, as iPhones and some Androids write it. The picture library reads its frame but not its
// pixels (HEVC is patented), so a decoder in WebAssembly does, in a thread that can be ended.

import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { MOST_PIXELS, UnusablePicture } from '#domain/photos/photo.ts'

const [program = ''] = Object.values(
  import.meta.glob<string>('./heic-worker.cjs', { query: '?raw', import: 'default', eager: true }),
)

type Answer =
  | { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }
  | { readonly tooManyPixels: true }
  | { readonly fault: string }

/** Four bytes a pixel, already turned the right way up. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

/** Decodes the picture in `file`. Throws UnusablePicture, also when it takes longer than `limitMs`. */
export async function decodeHeic(file: string, limitMs: number): Promise<Pixels> {
  const decoder = createRequire(import.meta.url).resolve('heic-decode')
  const worker = new Worker(program, {
    eval: true,
    workerData: { file, decoder, mostPixels: MOST_PIXELS },
    // The decoder writes to the console what it also throws.
    stdout: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => reject(new UnusablePicture('too-slow')), limitMs)
      worker.once('message', resolve)
      worker.once('error', cause => reject(new UnusablePicture('damaged', { cause })))
      worker.once('exit', () => reject(new UnusablePicture('damaged')))
    })
    if ('fault' in answer) throw new UnusablePicture('damaged', { cause: answer.fault })
    if ('tooManyPixels' in answer) throw new UnusablePicture('too-many-pixels')
    return answer
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
