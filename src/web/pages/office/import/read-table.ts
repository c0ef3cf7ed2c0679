// A spreadsheet's bytes as a table of text, or why they are none. Cells stay text: nothing is a formula here.

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { MAX_COLUMNS, MAX_ROWS } from '#domain/spreadsheet-import/import-run.ts'
import { parseCsv } from '#domain/spreadsheet-import/parse-csv.ts'
import { MAX_HEADING_LINES, type SheetLine } from '#domain/spreadsheet-import/sheet-table.ts'
import {
  guessDelimiter,
  possibleEncodings,
  type Reading,
  readingsOf,
  type TextEncoding,
} from '#domain/spreadsheet-import/text-encoding.ts'

export type TableFile = {
  /** At least two. */
  readonly lines: readonly SheetLine[]
  /** SHA-256 in hex. */
  readonly hash: string
}

/** What is shown in place of the table. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}

/** A long description of work fits; what is longer is no list. */
const MAX_CELL_LENGTH = 10_000

const isEmptyRow = (cells: readonly string[]): boolean => cells.every(cell => cell.trim() === '')

const NO_TEXT = 'This file is not text. Save it as CSV first, then choose it again.'

/** The ways in which a file's letters can be read, if there are several; else none. Throws an UnreadableFileError with a sentence. */
export function listReadings(bytes: Uint8Array): Reading[] {
  const encodings = possibleEncodings(bytes)
  if (encodings.length === 0) throw new UnreadableFileError(NO_TEXT)
  return encodings.length === 1
    ? []
    : readingsOf(encodings.map(encoding => ({ encoding, text: new TextDecoder(encoding).decode(bytes) })))
}

/** Reads in the likeliest encoding unless one is chosen. Throws an UnreadableFileError with a sentence. */
export async function readTable(
  bytes: Uint8Array<ArrayBuffer>,
  chosen?: TextEncoding | undefined,
): Promise<TableFile> {
  const encoding = chosen ?? possibleEncodings(bytes)[0]
  if (encoding === undefined) throw new UnreadableFileError(NO_TEXT)
  // Files that were put together from several have mixed line ends.
  const text = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n')
  // One more than allowed, below the headings.
  const { rows, unclosedRow } = parseCsv(text, guessDelimiter(text), MAX_ROWS + 2)
  if (unclosedRow !== null)
    throw new UnreadableFileError(
      `A quotation mark in line ${unclosedRow} is never closed. Fix it in your spreadsheet and save it again.`,
    )
  const lines = rows
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => !isEmptyRow(cells))
  if (lines.slice(0, MAX_HEADING_LINES).some(({ cells }) => cells.length > MAX_COLUMNS))
    throw new UnreadableFileError(
      `This file has more than ${MAX_COLUMNS} columns. Delete those you don’t need.`,
    )
  if (lines.some(({ cells }) => cells.some(cell => cell.length > MAX_CELL_LENGTH)))
    throw new UnreadableFileError(
      'A cell of this file is far too long for a list. Check that it is a CSV file.',
    )
  if (lines.length === 0) throw new UnreadableFileError('This file is empty.')
  if (lines.length === 1)
    throw new UnreadableFileError(
      'This file has no rows below its headings. The first row must name the columns.',
    )
  if (lines.length > MAX_ROWS + 1)
    throw new UnreadableFileError(
      `This file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Split it into several files.`,
    )
  // The browser’s own digest exists only over https and on the same machine.
  return { lines, hash: bytesToHex(sha256(bytes)) }
}
