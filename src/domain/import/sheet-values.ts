// Dates and amounts as spreadsheets write them.

import { isDay } from '#domain/lib/calendar-date.ts'
import { type Cents, fromDollars, MAX_PRICE } from '#domain/lib/money.ts'
import type { DateOrder } from './sheet-columns.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A time of day, which is left out: `10:15`, `T10:15:00Z`, `10:15 AM`. */
const TIME = /(T|\s+)\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([AP]\.?M\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const YEAR_LAST = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/
const MONTH_IN_WORDS = /^(?:[a-z]+,\s*)?([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i
const DAY_BEFORE_WORD = /^(\d{1,2})[-. ]+([a-z]{3})[a-z]*[-. ]+(\d{4}|\d{2})$/i

function dayFrom(year: string, month: string | number, day: string): string | null {
  const text = [
    year.length === 2 ? `20${year}` : year,
    ...[month, day].map(part => `${part}`.padStart(2, '0')),
  ]
  return isDay(text.join('-')) ? text.join('-') : null
}

/** A written date as `YYYY-MM-DD`; null if it is none. */
export function readDate(typed: string, order: DateOrder): string | null {
  const text = typed.trim().replace(TIME, '')
  const [, year = '', month = '', day = ''] = YEAR_FIRST.exec(text) ?? []
  if (year !== '') return dayFrom(year, month, day)
  const [, one = '', other = '', last = ''] = YEAR_LAST.exec(text) ?? []
  if (one !== '') return order === 'month-first' ? dayFrom(last, one, other) : dayFrom(last, other, one)
  const [, word = '', date = '', inYear = ''] = MONTH_IN_WORDS.exec(text) ?? []
  if (word !== '') return dayFrom(inYear, MONTHS.indexOf(word.toLowerCase()) + 1, date)
  const [, before = '', name = '', after = ''] = DAY_BEFORE_WORD.exec(text) ?? []
  return before === '' ? null : dayFrom(after, MONTHS.indexOf(name.toLowerCase()) + 1, before)
}

/** How the dates of a column are written, and whether the other order would fit as well. */
export function guessDateOrder(cells: readonly string[]): { order: DateOrder; isAmbiguous: boolean } {
  const written = cells.map(cell => cell.trim().replace(TIME, '')).filter(cell => YEAR_LAST.test(cell))
  const fitting = (order: DateOrder) => written.filter(cell => readDate(cell, order) !== null).length
  const [monthFirst, dayFirst] = [fitting('month-first'), fitting('day-first')]
  return {
    order: dayFirst > monthFirst ? 'day-first' : 'month-first',
    isAmbiguous: written.length > 0 && monthFirst === dayFirst,
  }
}

/** A written number without currency and thousands: `$1,234.50` is `1234.50`; other text stays. */
export function readNumber(typed: string): string {
  const plain = typed.replace(/[$\s]|usd|hrs?\.?|hours?/gi, '')
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)) return plain.replaceAll(',', '')
  return /^(\d+(\.\d+)?|\.\d+)$/.test(plain) ? plain : typed.trim()
}

/** Why text as `readNumber` returns it is no amount of money; null if it is one, or empty. */
export function amountProblem(typed: string): string | null {
  if (typed === '') return null
  if (!/^(\d+(\.\d+)?|\.\d+)$/.test(typed)) return 'Enter an amount, such as 1234.50.'
  if (Number(typed) > MAX_PRICE / 100) return `Enter at most ${(MAX_PRICE / 100).toLocaleString('en-US')}.`
  return /\.\d\d0*[1-9]/.test(typed) ? 'Use no more than 2 decimal places.' : null
}

/** Such text as money; null if it is empty. */
export const toAmount = (typed: string): Cents | null => (typed === '' ? null : fromDollars(Number(typed)))
