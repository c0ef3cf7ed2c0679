// Reads a spreadsheet beside the page, which stays responsive meanwhile.

import type { Reading, TextEncoding } from '#domain/spreadsheet-import/text-encoding.ts'
import { listReadings, readTable, type TableFile, UnreadableFileError } from './read-table.ts'

export type TableRequest = { readonly file: File; readonly encoding: TextEncoding | null }
export type TableResponse =
  | { readonly file: TableFile }
  | { readonly unreadable: string }
  /** Which of these is right has to be asked. */
  | { readonly readings: readonly Reading[] }

self.onmessage = async ({ data: { file, encoding } }: MessageEvent<TableRequest>) => {
  const respond = (response: TableResponse) => self.postMessage(response)
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const readings = encoding === null ? listReadings(bytes) : []
    respond(readings.length > 0 ? { readings } : { file: await readTable(bytes, encoding ?? undefined) })
  } catch (error) {
    respond({
      unreadable:
        error instanceof UnreadableFileError
          ? error.message
          : 'This file could not be read. Choose it again.',
    })
  }
}
