// Reads pictures beside the page, which stays alive meanwhile.

import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { type Pixels, prepareReader, textsIn } from './read-barcodes.ts'

/** A question without a picture only asks whether the reader has come. */
export type Question = { readonly pixels: Pixels | null; readonly answer: MessagePort }
export type Answer = { readonly texts: readonly string[] } | { readonly fault: string }

const isReady = prepareReader({ locateFile: () => wasm })

addEventListener('message', async ({ data: { pixels, answer } }: MessageEvent<Question>) => {
  const say = (said: Answer) => answer.postMessage(said)
  try {
    await isReady
    say({ texts: pixels === null ? [] : await textsIn(pixels) })
  } catch (fault) {
    say({ fault: String(fault) })
  }
})
