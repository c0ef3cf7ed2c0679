// Dates and amounts as spreadsheets write them.

import { addDays, isDay } from '#domain/lib/calendar-date.ts'
import { readTimeOfDay } from '#domain/lib/company-time.ts'
import { type Cents, fromDollars, MAX_PRICE } from '#domain/lib/money.ts'
import { cleanTyped } from '#domain/lib/typed-text.ts'
import type { DateOrder } from './sheet-columns.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The time of day after a date: `10:15`, `T10:15:00Z`, `10:15 AM`. */
const TIME = /(?:T|\s+)(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*([AP]\.?M\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i
/** A day as spreadsheets count them, 1 being the last of 1899; the fraction is the time of day. */
const SERIAL = /^\d{5}(\.\d+)?$/
/** From 2000 to 2099: other numbers of five digits are ZIP codes and invoices. */
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050]
const MINUTES_OF_DAY = 24 * 60
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

function readSerial(text: string): string | null {
  const minutes = Math.round(Number(text) * MINUTES_OF_DAY)
  const days = Math.floor(minutes / MINUTES_OF_DAY)
  if (days < FIRST_SERIAL || days > LAST_SERIAL) return null
  const at = [Math.floor(minutes / 60) % 24, minutes % 60].map(part => `${part}`.padStart(2, '0'))
  return withTime(addDays('1899-12-30', days), `${at.join(':')}:00`)
}

/** Midnight is what programs write for a date alone. */
const withTime = (day: string, time: string): string =>
  time === '00:00:00' ? day : `${day} ${time.replace(/:00$/, '')}`

function readDay(text: string, order: DateOrder): string | null {
  const [, year = '', month = '', day = ''] = YEAR_FIRST.exec(text) ?? []
  if (year !== '') return dayFrom(year, month, day)
  const [, one = '', other = '', last = ''] = YEAR_LAST.exec(text) ?? []
  if (one !== '') return order === 'month-first' ? dayFrom(last, one, other) : dayFrom(last, other, one)
  const [, word = '', date = '', inYear = ''] = MONTH_IN_WORDS.exec(text) ?? []
  if (word !== '') return dayFrom(inYear, MONTHS.indexOf(word.toLowerCase()) + 1, date)
  const [, before = '', name = '', after = ''] = DAY_BEFORE_WORD.exec(text) ?? []
  return before === '' ? null : dayFrom(after, MONTHS.indexOf(name.toLowerCase()) + 1, before)
}

/**
 * A written date as `YYYY-MM-DD`, and with a time of day as `YYYY-MM-DD HH:mm` or `HH:mm:ss`; null if it is none. A time
 * with a time zone of its own is left out: see `hasTimeZone`.
 */
export function readDate(typed: string, order: DateOrder): string | null {
  const text = cleanTyped(typed).trim()
  if (SERIAL.test(text)) return readSerial(text)
  const [whole = '', time, half = '', zone] = TIME.exec(text) ?? []
  const day = readDay(text.slice(0, text.length - whole.length), order)
  if (day === null || time === undefined || zone !== undefined) return day
  const at = readTimeOfDay(`${time} ${half}`.trim())
  return at === null ? null : withTime(day, at)
}

/** Whether a written date has a time of day in a time zone of its own. */
export const hasTimeZone = (typed: string): boolean => TIME.exec(cleanTyped(typed).trim())?.[3] !== undefined

/** The day of a date as `readDate` writes it. */
export const dayOfDate = (date: string): string => date.slice(0, 10)

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

/**
 * A written number without currency and thousands: `$1,234.50` is `1234.50`, `$ (25.00)` is `-25.00`, and the dash that
 * accountants write is `0`; other text stays.
 */
export function readNumber(typed: string): string {
  const plain = cleanTyped(typed).replace(/[$\s]|\busd?\b|usd|hrs?\.?|hours?/gi, '')
  if (/^-+$/.test(plain) && !/[a-z]/i.test(typed)) return '0'
  const [, inBrackets, afterMinus, beforeMinus] = /^(?:\((.+)\)|-(.+)|(.+)-)$/.exec(plain) ?? []
  const amount = inBrackets ?? afterMinus ?? beforeMinus ?? plain
  const number = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount) ? amount.replaceAll(',', '') : amount
  if (!NUMBER.test(number)) return typed.trim()
  return amount === plain || Number(number) === 0 ? number : `-${number}`
}

const NUMBER = /^(\d+(\.\d+)?|\.\d+)$/

/** Why text as `readNumber` returns it is no amount of money; null if it is one, or empty. */
export function amountProblem(typed: string): string | null {
  if (typed === '') return null
  if (typed.startsWith('-') && NUMBER.test(typed.slice(1)))
    return 'An amount here is not below zero. Leave refunds and credits out.'
  if (!NUMBER.test(typed)) return 'Enter an amount, such as 1234.50.'
  if (Number(typed) > MAX_PRICE / 100) return `Enter at most ${(MAX_PRICE / 100).toLocaleString('en-US')}.`
  return /\.\d\d0*[1-9]/.test(typed) ? 'Use no more than 2 decimal places.' : null
}

/** Such text as money; null if it is empty. */
export const toAmount = (typed: string): Cents | null => (typed === '' ? null : fromDollars(Number(typed)))
