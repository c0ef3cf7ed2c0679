/// <reference types="vite/types/importMeta.d.ts" />

// The library that draws PDFs, in a thread that comes and goes with each paper: a long one keeps it busy for
// seconds, in which nobody else would be answered, and what it has loaded is not held until the next.

import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { ContentText, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { madeOnce } from '#server/lib/memoize-async.ts'
import type { HasSign } from './font-coverage.ts'
import { LINE } from './theme.ts'

const [program = ''] = Object.values(
  import.meta.glob<string>('./pdf-worker-thread.cjs', { query: '?raw', import: 'default', eager: true }),
)

/** Two hundred long job lines take four seconds on a busy machine. */
const LIMIT_MS = 60_000
const MOST_MEMORY = { maxOldGenerationSizeMb: 512 }

/** A definition without functions, which cannot be handed over: what stands on top and below is in it as it is. */
export type Sheet = Omit<TDocumentDefinitions, 'header' | 'footer' | 'pageBreakBefore'> & {
  /** On top of every page but the first. */
  readonly shortHead: ContentText
  /** Where `Page 1 of 2` stands. */
  readonly pageNumber: ContentText
}

type Answer =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly signs: readonly number[] }
  | { readonly fault: string }

async function ask(paper: Sheet | null): Promise<Answer> {
  const library = createRequire(import.meta.url).resolve('pdfmake')
  const worker = new Worker(program, {
    eval: true,
    workerData: { library, paper, ruleColor: LINE },
    resourceLimits: MOST_MEMORY,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Answer>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('A paper took too long to draw.')), LIMIT_MS)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread that draws papers has gone.')))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/** The bytes of the PDF. */
export async function print(sheet: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await ask(sheet)
  if ('bytes' in answer) return answer.bytes
  throw new Error('A paper could not be drawn.', { cause: 'fault' in answer ? answer.fault : undefined })
}

/** Which signs the face of the papers has, in every cut; read when the first paper is asked for. */
export const faceOfPapers = madeOnce(async (): Promise<HasSign> => {
  const answer = await ask(null)
  if (!('signs' in answer)) throw new Error('The face of the papers cannot be read.', { cause: answer })
  const signs = new Set(answer.signs)
  return codePoint => signs.has(codePoint)
})
