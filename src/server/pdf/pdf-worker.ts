/// <reference types="vite/types/importMeta.d.ts" />

// Runs the PDF library in a new thread for each document: a long one takes seconds, which would block the server, and
// its memory is released afterwards.

import { createRequire } from 'node:module'
import { memoizeAsync } from '#server/lib/memoize-async.ts'
import { runWorkerThread } from '#server/lib/worker-thread.ts'
import type { HasGlyph } from './font-coverage.ts'
import { type PdfDefinition, RULE } from './theme.ts'

const [workerSource = ''] = Object.values(
  import.meta.glob<string>('./pdf-worker-thread.cjs', { query: '?raw', import: 'default', eager: true }),
)

/** Two hundred long job lines take four seconds on a busy machine. */
const TIMEOUT_MS = 60_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512 }

type WorkerResult =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly codePoints: readonly number[] }
  | { readonly error: string }

const runWorker = (definition: PdfDefinition | null): Promise<WorkerResult> =>
  runWorkerThread(workerSource, TIMEOUT_MS, {
    workerData: {
      library: createRequire(import.meta.url).resolve('pdfmake'),
      definition,
      ruleColor: RULE,
    },
    resourceLimits: RESOURCE_LIMITS,
  })

/** The bytes of the PDF. */
export async function renderDefinition(definition: PdfDefinition): Promise<Uint8Array<ArrayBuffer>> {
  const result = await runWorker(definition)
  if ('bytes' in result) return result.bytes
  throw new Error('Could not render a PDF.', { cause: 'error' in result ? result.error : undefined })
}

/** The characters of all styles of the font; read with the first document. */
export const loadFontCoverage = memoizeAsync(async (): Promise<HasGlyph> => {
  const result = await runWorker(null)
  if (!('codePoints' in result)) throw new Error('Could not read the PDF font.', { cause: result })
  const codePoints = new Set(result.codePoints)
  return codePoint => codePoints.has(codePoint)
})
