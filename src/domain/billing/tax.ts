// Sales tax. Rules differ by state, so nothing is built in: a company names its rates, and what each applies to.

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
