// Rows of cells from CSV as people save and edit it (RFC 4180, with quotation marks where they are not allowed).

type ParsedCsv = {
  readonly rows: readonly (readonly string[])[]
  /** The row whose quotation mark is never closed, from 1; null if all are. */
  readonly unclosedRow: number | null
}

type Cell = { readonly text: string; readonly end: number }

/** A cell up to the next delimiter or line end, with its quotation marks: `"Bullet" 248RKS`, `26"`. */
function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
  return { text: text.slice(start, end), end }
}

/**
 * A cell between quotation marks, in which two are one. Null if what follows the closing mark is neither a delimiter nor a
 * line end: then the marks are part of the text. Undefined if no mark closes it.
 */
function quotedCell(text: string, start: number, delimiter: string): Cell | null | undefined {
  for (let close = text.indexOf('"', start + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    if (text[close + 1] === '"') {
      close += 1
      continue
    }
    let end = close + 1
    while (text[end] === ' ' && delimiter !== ' ') end += 1
    if (end < text.length && text[end] !== delimiter && text[end] !== '\n') return null
    return { text: text.slice(start + 1, close).replaceAll('""', '"'), end }
  }
  return undefined
}

type Row = { readonly cells: string[]; readonly end: number; readonly isUnclosed: boolean }

/** A row from `start`. With `isPlain`, quotation marks mean nothing in it, so that it ends with its line. */
function readRow(text: string, start: number, delimiter: string, isPlain: boolean): Row {
  const cells: string[] = []
  let isUnclosed = false
  for (let at = start; ; at += 1) {
    const quoted = !isPlain && text[at] === '"' ? quotedCell(text, at, delimiter) : null
    if (quoted === undefined) isUnclosed = true
    const cell = quoted ?? plainCell(text, at, delimiter)
    cells.push(cell.text)
    at = cell.end
    if (text[at] !== delimiter) return { cells, end: at, isUnclosed }
  }
}

/**
 * The first `maxRows` rows of text with `\n` as line ends. A quotation mark that only seems to open a cell never takes the
 * next row into it: where a cell goes over several lines, its row must have as many cells as the row before.
 */
export function parseCsv(text: string, delimiter: string, maxRows: number): ParsedCsv {
  const rows: string[][] = []
  let unclosedRow: number | null = null
  for (let start = 0; start < text.length && rows.length < maxRows; ) {
    let row = readRow(text, start, delimiter, false)
    const expected = rows.at(-1)?.length
    if (
      expected !== undefined &&
      row.cells.length !== expected &&
      text.slice(start, row.end).includes('\n')
    ) {
      const plain = readRow(text, start, delimiter, true)
      if (plain.cells.length === expected) row = plain
    }
    rows.push(row.cells)
    if (row.isUnclosed) unclosedRow ??= rows.length
    start = row.end + 1
  }
  return { rows, unclosedRow }
}
