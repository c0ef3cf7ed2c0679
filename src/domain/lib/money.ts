// Money is whole cents, from a typed price to a customer's total. Half cents do not occur: every product is rounded
// once, half up, and sums add rounded amounts, so the lines on a ticket always add up to its total.

declare const brand: unique symbol

/** A whole number of US cents. */
export type Cents = number & { readonly [brand]: 'cents' }

/** The maximum price or rate: one million dollars, in cents. */
export const MAX_PRICE = 100_000_000

/** Whole cents as `Cents`. Throws RangeError for anything but a safe integer. */
export function cents(whole: number): Cents {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`${whole} is not a whole number of cents`)
  return whole as Cents
}

export const NO_MONEY = cents(0)

/** Not of `Cents`: what is in cents is not converted again. */
type Dollars<Value extends number> = Value extends Cents ? never : Value

/** Dollars (at most two decimals) to cents. */
export const fromDollars = <Value extends number>(dollars: Dollars<Value>): Cents =>
  cents(Math.round(dollars * 100))

/** Cents to dollars, for the API and exports; never for arithmetic. */
export const toDollars = (amount: Cents): number => amount / 100

/** Whether a number of dollars is a whole number of cents. */
export const isWholeCents = (dollars: number): boolean =>
  Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6

/** The sum of any number of amounts. */
export const sum = (amounts: Iterable<Cents>): Cents => {
  let total = 0
  for (const amount of amounts) total += amount
  return cents(total)
}

/**
 * `amount` × `count` / `per`, rounded half up to a cent. `count` and `per` are whole numbers (thousandths of a
 * quantity, hundredths of an hour, percent), so binary fractions never occur. @throws RangeError if the product is
 * not a safe integer.
 */
export function timesFraction(amount: Cents, count: number, per: number): Cents {
  const product = amount * count
  if (!Number.isSafeInteger(product)) throw new RangeError(`${amount} × ${count} is too large`)
  // By remainder: 2 × product would exceed safe integers before product does.
  const remainder = ((product % per) + per) % per
  return cents((product - remainder) / per + (2 * remainder >= per ? 1 : 0))
}

// Created on first use: on a phone that is slow.
let dollarsFormat: Intl.NumberFormat | undefined

/** `$1,234.50`: the only money format (specification 9). */
export function formatMoney(amount: Cents): string {
  dollarsFormat ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  return dollarsFormat.format(amount / 100)
}
