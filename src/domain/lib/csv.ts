// CSV for spreadsheets. Typed text may look like a formula, which a spreadsheet would run on the reader's machine:
// such a cell is turned into plain text.

/** What spreadsheets treat as the start of a formula, including full-width signs, after ignored spaces. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const cell = (text: string): string => {
  const plain = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Rows of cells as CSV (RFC 4180): quoted if needed, each row ended by CR LF. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')
