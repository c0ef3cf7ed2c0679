// Sales and sales tax by month and rate, for a tax return: an invoice counts in the month it was issued, a credit note
// takes away in its own.

import { type Cents, cents, sum } from '#domain/lib/money.ts'
import type { CreditedLine, InvoiceSums } from './invoice.ts'

/** `shares` says which lines a rate applied to. */
type ChargedTax = InvoiceSums['taxes'][number]

export type TaxedDocument = {
  readonly kind: 'invoice' | 'credit-note'
  /** The company's date, `YYYY-MM-DD`. */
  readonly issuedOn: string
  readonly total: Cents
  readonly taxTotal: Cents
  /** Those of the invoice, also for its credit note. */
  readonly taxes: readonly ChargedTax[]
  /** What a credit note takes back; none for an invoice. */
  readonly credited: readonly CreditedLine[]
}

export type RateTotals = {
  readonly name: string
  /** Ten-thousandths of a percent. */
  readonly percentage: number
  /** What was taxed, before tax. */
  readonly base: Cents
  readonly amount: Cents
}

export type MonthlySales = {
  /** `YYYY-MM`. */
  readonly month: string
  /** After discounts, before tax. */
  readonly sales: Cents
  readonly tax: Cents
  readonly rates: readonly RateTotals[]
}

/** A rate's part of a document; negative for a credit note. */
function rateTotalsOf({ kind, credited }: TaxedDocument, tax: ChargedTax): RateTotals {
  const { taxRateId, name, percentage, shares } = tax
  if (kind === 'invoice') return { name, percentage, base: tax.base, amount: tax.amount }
  const lines = credited.filter(({ lineId }) => lineId in shares)
  const [base, amount] = [
    sum(lines.map(({ net }) => net)),
    sum(lines.map(line => line.taxes[taxRateId] ?? cents(0))),
  ]
  return { name, percentage, base: cents(-base), amount: cents(-amount) }
}

/** The months that have documents, oldest first; within a month the rates by name. */
export function salesByMonth(documents: readonly TaxedDocument[]): MonthlySales[] {
  const monthOf = ({ issuedOn }: TaxedDocument): string => issuedOn.slice(0, 7)
  const months = [...new Set(documents.map(monthOf))].sort()
  return months.map(month => {
    const own = documents.filter(document => monthOf(document) === month)
    const signed = (amount: Cents, { kind }: TaxedDocument): Cents =>
      kind === 'invoice' ? amount : cents(-amount)
    const rates = new Map<string, RateTotals>()
    for (const document of own)
      for (const tax of document.taxes) {
        const { name, percentage, base, amount } = rateTotalsOf(document, tax)
        const key = `${percentage} ${name}`
        const before = rates.get(key)
        rates.set(key, {
          ...{ name, percentage },
          base: cents((before?.base ?? 0) + base),
          amount: cents((before?.amount ?? 0) + amount),
        })
      }
    return {
      month,
      sales: sum(own.map(document => signed(cents(document.total - document.taxTotal), document))),
      tax: sum(own.map(document => signed(document.taxTotal, document))),
      rates: [...rates.values()].sort(
        (one, other) => one.name.localeCompare(other.name, 'en-US') || one.percentage - other.percentage,
      ),
    }
  })
}
