// A spreadsheet's bytes as a table of text, or why they are none. Cells stay text: nothing is a formula here.

import Papa from 'papaparse'
import { MAX_COLUMNS, MAX_ROWS } from '#domain/import/import-run.ts'
import { detectEncoding, guessDelimiter } from '#domain/import/text-encoding.ts'

export type Table = {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** SHA-256 in hex. */
  readonly hash: string
}

/** What is shown in place of the table. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}

/** A long description of work fits; what is longer is no list. */
const MAX_CELL_LENGTH = 10_000

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')

const isEmptyRow = (cells: readonly string[]): boolean => cells.every(cell => cell.trim() === '')

/** Throws an UnreadableFileError with a sentence. */
export async function readTable(bytes: Uint8Array<ArrayBuffer>): Promise<Table> {
  const encoding = detectEncoding(bytes)
  if (encoding === null)
    throw new UnreadableFileError('This file is not text. Save it as CSV first, then choose it again.')
  // Files that were put together from several have mixed line ends.
  const text = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n')
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: guessDelimiter(text),
    newline: '\n',
    // One more than allowed, below the headings.
    preview: MAX_ROWS + 2,
  })
  const unclosed = errors.find(({ code }) => code === 'MissingQuotes')
  if (unclosed !== undefined)
    throw new UnreadableFileError(
      `A quotation mark in line ${(unclosed.row ?? 0) + 1} is never closed. Fix it in your spreadsheet and save it again.`,
    )
  const [headings = [], ...rows] = data.filter(cells => !isEmptyRow(cells))
  if (headings.length > MAX_COLUMNS)
    throw new UnreadableFileError(
      `This file has more than ${MAX_COLUMNS} columns. Delete those you don’t need.`,
    )
  if ([headings, ...rows].some(cells => cells.some(cell => cell.length > MAX_CELL_LENGTH)))
    throw new UnreadableFileError(
      'A cell of this file is far too long for a list. Check that it is a CSV file.',
    )
  if (headings.length === 0) throw new UnreadableFileError('This file is empty.')
  if (rows.length === 0)
    throw new UnreadableFileError(
      'This file has no rows below its headings. The first row must name the columns.',
    )
  if (rows.length > MAX_ROWS)
    throw new UnreadableFileError(
      `This file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Split it into several files.`,
    )
  return { headings, rows, hash: hexOf(await crypto.subtle.digest('SHA-256', bytes)) }
}
