// CSV for spreadsheets. Typed text may look like a formula, which a spreadsheet would run on the reader's machine:
// such a cell is turned into plain text.

/** What spreadsheets treat as the start of a formula, including full-width signs, after ignored spaces. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** What is no formula although it begins like one: a number or a phone number. */
const NUMBER = /^[+-][\d\s().-]*$/

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const formatRows = (rows: readonly (readonly string[])[], cell: (text: string) => string): string =>
  rows.map(row => `${row.map(each => quoted(cell(each))).join(',')}\r\n`).join('')

/** Spreadsheets know by it that a file is UTF-8; without it, Excel garbles accents. */
export const BYTE_ORDER_MARK = '\ufeff'

/** Rows of cells as CSV for people (RFC 4180): quoted if needed, each row ended by CR LF. `BYTE_ORDER_MARK` begins a file. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  formatRows(rows, text => (FORMULA.test(text) ? `'${text}` : text))

const FORMULA_START = /^[\s=+\-@＝＋－＠]+/

/**
 * Rows of cells for a program, which would keep an apostrophe: phone numbers and amounts are as they are, and other text
 * loses the signs that would begin a formula where a person opens the file.
 */
export const formatProgramCsv = (rows: readonly (readonly string[])[]): string =>
  formatRows(rows, text =>
    FORMULA.test(text) && !NUMBER.test(text) ? text.replace(FORMULA_START, '') : text,
  )
