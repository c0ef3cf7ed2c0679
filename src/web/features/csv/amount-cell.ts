import { type Cents, toDollars } from '#domain/lib/money.ts'

/**
 * Dollars in a spreadsheet. A negative amount is in parentheses, which spreadsheets read as a number: a minus sign would
 * be taken for the start of a formula and become text.
 */
export const amountCell = (amount: Cents): string =>
  amount < 0 ? `(${(-toDollars(amount)).toFixed(2)})` : toDollars(amount).toFixed(2)
