/**
 * Dollars in a spreadsheet. A negative amount is in parentheses, which spreadsheets read as a number: a minus sign would
 * be taken for the start of a formula and become text.
 */
export const amountCell = (dollars: number): string =>
  dollars < 0 ? `(${(-dollars).toFixed(2)})` : dollars.toFixed(2)
