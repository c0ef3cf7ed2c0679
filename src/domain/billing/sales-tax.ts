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
  /** Whether a certificate exempted the invoice from tax, also for its credit note. */
  readonly isExempt: boolean
  /** Those of the invoice, also for its credit note. */
  readonly taxes: readonly ChargedTax[]
  /** Those of the invoice, also for its credit note. */
  readonly lines: readonly Pick<InvoiceSums['lines'][number], 'lineId' | 'kind' | 'net'>[]
  /** What a credit note takes back; none for an invoice. */
  readonly credited: readonly CreditedLine[]
}

type RateTotals = {
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
  /** What the sales are of: together they are all of it. */
  readonly labor: Cents
  readonly parts: Cents
  readonly supplies: Cents
  /** Trips and fees. */
  readonly other: Cents
  /** The part of the sales that a certificate exempted from tax. */
  readonly exempt: Cents
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

/** What a document's lines of these kinds come to after discounts; negative for a credit note. */
function salesOf({ kind, lines, credited }: TaxedDocument, kinds: readonly string[]): Cents {
  const nets = lines.filter(line => kinds.includes(line.kind))
  if (kind === 'invoice') return sum(nets.map(({ net }) => net))
  const ids = new Set(nets.map(({ lineId }) => lineId))
  return cents(-sum(credited.filter(({ lineId }) => ids.has(lineId)).map(({ net }) => net)))
}

/** The months that have documents, oldest first; within a month the rates by name. */
export function salesByMonth(documents: readonly TaxedDocument[]): MonthlySales[] {
  const monthOf = ({ issuedOn }: TaxedDocument): string => issuedOn.slice(0, 7)
  const months = [...new Set(documents.map(monthOf))].sort()
  return months.map(month => {
    const own = documents.filter(document => monthOf(document) === month)
    const signed = (amount: Cents, { kind }: TaxedDocument): Cents =>
      kind === 'invoice' ? amount : cents(-amount)
    const salesIn = (some: readonly TaxedDocument[]): Cents =>
      sum(some.map(document => signed(cents(document.total - document.taxTotal), document)))
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
      sales: salesIn(own),
      tax: sum(own.map(document => signed(document.taxTotal, document))),
      labor: sum(own.map(document => salesOf(document, ['labor']))),
      parts: sum(own.map(document => salesOf(document, ['parts']))),
      supplies: sum(own.map(document => salesOf(document, ['supplies']))),
      other: sum(own.map(document => salesOf(document, ['trip', 'fee']))),
      exempt: salesIn(own.filter(({ isExempt }) => isExempt)),
      rates: [...rates.values()].sort(
        (one, other) => one.name.localeCompare(other.name, 'en-US') || one.percentage - other.percentage,
      ),
    }
  })
}
