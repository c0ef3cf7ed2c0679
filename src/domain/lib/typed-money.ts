// Money as it is typed and as REST has it, in dollars.

import { type Cents, isWholeCents, toDollars } from './money.ts'

/**
 * Dollars as typed or as REST has them, to cents: a number with more than two decimals stays a fraction of cents, and
 * what is no finite number stays as it is, both for the contract to refuse.
 */
export function typedCents<Value>(dollars: Value extends Cents ? never : Value): Cents {
  if (typeof dollars !== 'number' || !Number.isFinite(dollars * 100)) return dollars as Cents
  return (isWholeCents(dollars) ? Math.round(dollars * 100) : dollars * 100) as Cents
}

/** The same; null for a blank field. */
export const typedCentsOrNull = (dollars: number | string): Cents | null =>
  dollars === '' ? null : typedCents(dollars)

/** What a field for dollars shows: blank without an amount. */
export const typedDollars = (amount: Cents | null): number | '' => (amount === null ? '' : toDollars(amount))
