import { MAX_FILE_MEGABYTES } from '#domain/spreadsheet-import/import-run.ts'
import type { TextEncoding } from '#domain/spreadsheet-import/text-encoding.ts'
import type { TableRequest, TableResponse } from './read-table-worker.ts'

/** The lines of a file, why there is none as a sentence, or without an encoding the ways in which it can be read. */
export function readFile(file: File, encoding: TextEncoding | null): Promise<TableResponse> {
  if (file.size > MAX_FILE_MEGABYTES * 1024 ** 2)
    return Promise.resolve({
      unreadable: `This file has more than ${MAX_FILE_MEGABYTES} MB. Split it into several files.`,
    })
  const worker = new Worker(new URL('./read-table-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<TableResponse>(resolve => {
    worker.onmessage = ({ data }: MessageEvent<TableResponse>) => resolve(data)
    worker.onerror = () =>
      resolve({ unreadable: 'Can’t reach the server to read this file. Try again in a moment.' })
    worker.postMessage({ file, encoding } satisfies TableRequest)
  }).finally(() => worker.terminate())
}
