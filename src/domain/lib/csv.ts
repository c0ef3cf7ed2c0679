// A table for a spreadsheet. What people typed may begin like a formula, and a spreadsheet would run it
// on the machine of whoever opens the file: such a cell is made plain text.

/** What a spreadsheet takes for the beginning of a formula, in full width as well, and after the spaces it ignores. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const cell = (text: string): string => {
  const plain = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Rows of cells as CSV (RFC 4180): quoted where it is needed, each row ended by CR LF. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')
