/// <reference types="vite/types/importMeta.d.ts" />

// Runs the PDF library in a thread of its own: a long document takes seconds, which would block the server. Loading the
// library takes longer than most documents: the thread waits a while for the next before its memory is released.

import { createRequire } from 'node:module'
import { memoizeAsync } from '#server/lib/memoize-async.ts'
import { createWorkerThread } from '#server/lib/worker-thread.ts'
import type { HasGlyph } from './font-coverage.ts'
import { type PdfDefinition, RULE } from './theme.ts'

const [workerSource = ''] = Object.values(
  import.meta.glob<string>('./pdf-worker-thread.cjs', { query: '?raw', import: 'default', eager: true }),
)

/** Two hundred long job lines take four seconds on a busy machine. */
const TIMEOUT_MS = 60_000
const IDLE_MS = 10_000

type WorkerResult =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly codePoints: readonly number[] }
  | { readonly error: string }

/** Renders a document, or lists the characters of the font. */
const runWorker = createWorkerThread<PdfDefinition | null, WorkerResult>(workerSource, {
  timeoutMs: TIMEOUT_MS,
  idleMs: IDLE_MS,
  workerData: { library: createRequire(import.meta.url).resolve('pdfmake'), ruleColor: RULE },
  resourceLimits: { maxOldGenerationSizeMb: 512 },
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
