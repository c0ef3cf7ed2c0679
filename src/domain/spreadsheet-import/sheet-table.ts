// Where the table begins in a spreadsheet. Reports have lines above their headings, and one below that says when they
// were made.

import type { SheetDefinition } from './sheet-columns.ts'

/** A line of a spreadsheet that is not empty. */
export type SheetLine = {
  /** From 1, as spreadsheets count. */
  readonly number: number
  readonly cells: readonly string[]
}

export type SheetTable = {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The line of each row. */
  readonly rowLines: readonly number[]
  /** Where the headings are if something is above them; else null. */
  readonly headingsLine: number | null
  /** The last line, if it only says when the file was made; else null. */
  readonly footerLine: number | null
  /** Lines with sums of the lines above, which are no rows. */
  readonly totalLines: readonly number[]
}

/** Headings are among the first lines. */
export const MAX_HEADING_LINES = 10

/** `Wednesday, November 25, 2026 08:31 PM GMT-5` */
const MADE_AT = /\b20\d\d\b.*\b\d{1,2}:\d{2}\b|\b\d{1,2}:\d{2}\b.*\b20\d\d\b/

function isFooter({ cells }: SheetLine): boolean {
  const filled = cells.filter(cell => cell.trim() !== '')
  return filled.length === 1 && MADE_AT.test(filled[0] ?? '')
}

const TOTAL = /^(grand |sub-?|net )?totals?( (for|of) .*)?:?$/i
const AMOUNT = /^[-($\s]*[\d.,]*[-)%\s]*$/

/** A line that says what others add up to: `TOTAL` or `Total for June Park`, and beside it at most amounts. */
function isTotal({ cells }: SheetLine): boolean {
  const [label = '', ...others] = cells.map(cell => cell.trim()).filter(cell => cell !== '')
  return TOTAL.test(label) && others.every(cell => AMOUNT.test(cell) && cell.replace(/\D/g, '').length < 10)
}

/** The table in at least two lines: its headings are the first line that has the most known ones. */
export function findTable(sheet: SheetDefinition, lines: readonly SheetLine[]): SheetTable {
  const known = lines
    .slice(0, Math.min(MAX_HEADING_LINES, lines.length - 1))
    .map(({ cells }) => sheet.guessColumns(cells).filter(name => name !== null).length)
  const most = Math.max(...known)
  // One known word may stand in any cell.
  const start = most > 1 ? known.indexOf(most) : 0
  const headings = lines[start]
  const below = lines.slice(start + 1)
  const last = below.at(-1)
  const hasFooter = below.length > 1 && last !== undefined && isFooter(last)
  const all = hasFooter ? below.slice(0, -1) : below
  const rows = all.filter(line => !isTotal(line))
  return {
    headings: headings?.cells ?? [],
    rows: rows.map(({ cells }) => cells),
    rowLines: rows.map(({ number }) => number),
    headingsLine: start === 0 ? null : (headings?.number ?? null),
    footerLine: hasFooter ? last.number : null,
    totalLines: all.filter(isTotal).map(({ number }) => number),
  }
}
