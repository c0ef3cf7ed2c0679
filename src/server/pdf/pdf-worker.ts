/// <reference types="vite/types/importMeta.d.ts" />

// Runs the PDF library in threads of its own: a long document takes seconds, which would block the server. Loading the
// library takes longer than most documents: a thread waits a while for the next before its memory is released. Long
// documents have a thread to themselves, so that short ones never wait for them.

import { createRequire } from 'node:module'
import { Refusal } from '#domain/refusals/refusal.ts'
import { memoizeAsync } from '#server/lib/memoize-async.ts'
import { createWorkerThread, WorkerTimeoutError } from '#server/lib/worker-thread.ts'
import type { HasGlyph } from './font-coverage.ts'
import { type PdfDefinition, RULE } from './theme.ts'

const [workerSource = ''] = Object.values(
  import.meta.glob<string>('./pdf-worker-thread.cjs', { query: '?raw', import: 'default', eager: true }),
)

/** Two hundred long job lines take four seconds on a busy machine. */
const TIMEOUT_MS = 10_000
/** Of loading the library, which is not the document's time. */
const LOAD_TIMEOUT_MS = 60_000
const IDLE_MS = 10_000

type WorkerResult =
  | { readonly isLoaded: true }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly codePoints: readonly number[] }
  | { readonly error: string }

export type DocumentLength = 'short' | 'long'

/** A thread that renders documents, loads the library or lists the characters of the font. */
const startThread = () =>
  createWorkerThread<PdfDefinition | 'font' | 'library', WorkerResult>(workerSource, {
    timeoutMs: TIMEOUT_MS,
    idleMs: IDLE_MS,
    workerData: { library: createRequire(import.meta.url).resolve('pdfmake'), ruleColor: RULE },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })

const threads: Readonly<Record<DocumentLength, ReturnType<typeof startThread>>> = {
  short: startThread(),
  long: startThread(),
}

/** The bytes of the PDF. Refused after ten seconds. */
export async function renderDefinition(
  definition: PdfDefinition,
  length: DocumentLength,
): Promise<Uint8Array<ArrayBuffer>> {
  const thread = threads[length]
  await thread('library', LOAD_TIMEOUT_MS)
  const result = await thread(definition).catch(error => {
    throw error instanceof WorkerTimeoutError ? new Refusal([{ code: 'document.too-long' }]) : error
  })
  if ('bytes' in result) return result.bytes
  throw new Error('Could not render a PDF.', { cause: 'error' in result ? result.error : undefined })
}

/** The characters of all styles of the font; read with the first document. */
export const loadFontCoverage = memoizeAsync(async (): Promise<HasGlyph> => {
  const result = await threads.short('font', LOAD_TIMEOUT_MS)
  if (!('codePoints' in result)) throw new Error('Could not read the PDF font.', { cause: result })
  const codePoints = new Set(result.codePoints)
  return codePoint => codePoints.has(codePoint)
})
