// Sales tax. Rules differ by state, so nothing is built in: a company names its rates, and what each applies to.

import { type Cents, cents, NO_MONEY } from '#domain/lib/money.ts'

/** What a tax rate may apply to. Fees other than the trip are never taxed. */
export const TAXABLE_KINDS = ['parts', 'labor', 'supplies', 'trip'] as const
export type TaxableKind = (typeof TAXABLE_KINDS)[number]

export const MAX_TAX_RATES = 50

export type TaxRate = {
  readonly taxRateId: string
  readonly name: string
  /** Ten-thousandths of a percent: 8.25 % is 82,500. */
  readonly percentage: number
  readonly appliesTo: readonly TaxableKind[]
}

/**
 * Shares `amount` (not negative) among `weights` (not negative) in proportion, in whole cents that add up to it: what is
 * left over by rounding down goes to the largest remainders, the first of equal ones first. Without any weight there is
 * nothing to share among.
 */
export function allocate(amount: Cents, weights: readonly Cents[]): Cents[] {
  const total = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (total === 0n) return weights.map(() => NO_MONEY)
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, whole: product / total, remainder: product % total }
  })
  let left = BigInt(amount) - shares.reduce((all, { whole }) => all + whole, 0n)
  const byRemainder = shares.toSorted((one, other) =>
    one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
  )
  for (const share of byRemainder) {
    if (left === 0n) break
    share.whole += 1n
    left -= 1n
  }
  return shares.map(({ whole }) => cents(Number(whole)))
}

/** A certificate under which a customer pays no sales tax. */
export type TaxExemption = {
  readonly certificateNumber: string
  /** The last day on which it counts, `YYYY-MM-DD`. */
  readonly expiresOn: string
}

/** Whether a certificate counts on `day`, the company's date. An expired one exempts nothing. */
export const isExempt = (exemption: Pick<TaxExemption, 'expiresOn'> | null, day: string): boolean =>
  exemption !== null && day <= exemption.expiresOn

/** The rates that are charged on `day`: none to a customer with a certificate that counts. */
export const applicableRates = (
  rates: readonly TaxRate[],
  exemption: TaxExemption | null,
  day: string,
): readonly TaxRate[] => (isExempt(exemption, day) ? [] : rates)
