// Amounts of money in the text of a PDF, for tests that compute its sums again.

import { type Cents, fromDollars } from '#domain/lib/money.ts'

const AMOUNT = String.raw`-?\$[\d,]+\.\d\d`

/** `-$1,234.50` */
export const centsOf = (text: string): Cents => fromDollars(Number(text.replace(/[$,]/g, '')))

/** The amount at the end of each row: the one before it, if there is one, is a unit price. */
export const rowAmounts = (text: string): Cents[] =>
  [...text.matchAll(new RegExp(`(?:${AMOUNT} )?(${AMOUNT})`, 'g'))].map(([, amount = '']) => centsOf(amount))

/** The amount after a label, which is part of a regular expression. */
export const amountAfter = (text: string, label: string): Cents => {
  const [, amount = ''] = new RegExp(`(?:${label}) (${AMOUNT})`).exec(text) ?? []
  if (amount === '') throw new Error(`There is no ${label} in ${text}`)
  return centsOf(amount)
}

/** Text from one label to another. */
export const between = (text: string, from: string, to: string): string => {
  const start = text.indexOf(from)
  const end = text.indexOf(to, start)
  if (start < 0 || end < 0) throw new Error(`There is no ${from} … ${to} in ${text}`)
  return text.slice(start, end)
}

/** A tax's percentage, what it is of, and its amount; undefined without one. */
export function taxIn(text: string): { percent: number; base: Cents; amount: Cents } | undefined {
  const row = new RegExp(`([\\d.]+)% on (${AMOUNT}) (${AMOUNT})`).exec(text)
  if (row === null) return undefined
  const [, percent = '', base = '', amount = ''] = row
  return { percent: Number(percent), base: centsOf(base), amount: centsOf(amount) }
}
