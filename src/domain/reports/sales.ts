// What was sold, by month and kind, and what the company makes on parts.

import type { CreditedLine, InvoiceSums } from '#domain/billing/invoice.ts'
import { type Cents, cents, NO_MONEY, sum, timesFraction } from '#domain/lib/money.ts'
import type { Report, ReportFigure } from './report.ts'
import { moneyFigure, numberFigure, percentOf } from './report-figure.ts'

type InvoiceLine = InvoiceSums['lines'][number]

/** An invoice or a credit note. */
export type SalesDocument = {
  readonly kind: 'invoice' | 'credit-note'
  readonly ticketId: number
  /** The company's date, `YYYY-MM-DD`. */
  readonly issuedOn: string
  readonly taxTotal: Cents
  /** Those of the invoice, also for its credit note. */
  readonly lines: readonly Pick<InvoiceLine, 'lineId' | 'kind' | 'quantity' | 'net'>[]
  /** What a credit note takes back; none for an invoice. */
  readonly credited: readonly Pick<CreditedLine, 'lineId' | 'net'>[]
  /** The lines that are work of another business. */
  readonly subletLineIds: readonly string[]
}

const KINDS = ['labor', 'parts', 'sublets', 'supplies', 'other'] as const
type SalesKind = (typeof KINDS)[number]

/** Part of a document: after discounts, before tax, negative for what was credited. */
type SoldLine = {
  readonly lineId: string
  readonly kind: SalesKind
  readonly amount: Cents
  /** How many of a part; 0 if it has none, or if only some of its price was credited. Negative for one that was credited whole. */
  readonly quantity: number
}

function kindOf(
  { lineId, kind }: Pick<InvoiceLine, 'lineId' | 'kind'>,
  sublets: readonly string[],
): SalesKind {
  if (kind === 'trip' || kind === 'fee') return 'other'
  return kind === 'parts' && sublets.includes(lineId) ? 'sublets' : kind
}

function soldLinesOf({ kind, lines, credited, subletLineIds }: SalesDocument): SoldLine[] {
  if (kind === 'invoice')
    return lines.map(line => ({
      ...{ lineId: line.lineId, kind: kindOf(line, subletLineIds), amount: line.net },
      quantity: line.quantity ?? 0,
    }))
  return credited.flatMap(({ lineId, net }) => {
    const line = lines.find(each => each.lineId === lineId)
    if (line === undefined) return []
    const quantity = net === line.net ? -(line.quantity ?? 0) : 0
    return [{ lineId, kind: kindOf(line, subletLineIds), amount: cents(-net), quantity }]
  })
}

const MONTHS = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `November 2025` of `2025-11`. */
const monthLabel = (month: string): string => MONTHS.format(new Date(`${month}-01T00:00:00Z`))

/** Adds up what tickets came to in each month: a row for each month, oldest first, and an entry for each of its tickets. */
function byMonth<Amounts>(
  documents: readonly SalesDocument[],
  amountsOf: (document: SalesDocument) => readonly Amounts[],
  figuresOf: (amounts: readonly Amounts[]) => readonly ReportFigure[],
  ticketFiguresOf: (amounts: readonly Amounts[]) => readonly ReportFigure[],
): Pick<Report, 'rows' | 'entries'> {
  const months = new Map<string, Map<number, Amounts[]>>()
  for (const document of documents) {
    const amounts = amountsOf(document)
    if (amounts.length === 0) continue
    const month = document.issuedOn.slice(0, 7)
    const tickets = months.get(month) ?? new Map<number, Amounts[]>()
    months.set(month, tickets.set(document.ticketId, [...(tickets.get(document.ticketId) ?? []), ...amounts]))
  }
  const sorted = [...months].sort(([one], [other]) => one.localeCompare(other))
  return {
    rows: sorted.map(([month, tickets]) => ({
      ...{ key: month, label: monthLabel(month), hint: '' },
      figures: figuresOf([...tickets.values()].flat()),
    })),
    entries: sorted.flatMap(([month, tickets]) =>
      [...tickets].map(([ticketId, amounts]) => ({
        ...{ row: month, ticketId, figures: ticketFiguresOf(amounts) },
      })),
    ),
  }
}

type Sold = { readonly kind: SalesKind | 'tax'; readonly amount: Cents }

const BILLING_IS_OFF = 'Billing is off. Turn it on under Company, Billing.'

const notesOf = (isBillingOn: boolean, note: string): string[] => (isBillingOn ? [note] : [BILLING_IS_OFF])

/**
 * Sales by month of what these documents were issued for: of each kind what its lines come to after discounts and before tax,
 * with the tax. An invoice counts in its month, a credit note takes away in its own.
 */
export function salesReport(documents: readonly SalesDocument[], isBillingOn: boolean): Report {
  const totalOf = (sold: readonly Sold[], kinds: readonly Sold['kind'][]) =>
    moneyFigure(sum(sold.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount)))
  return {
    columns: [
      { label: 'Sales before tax', unit: 'money' },
      { label: 'Labor', unit: 'money' },
      { label: 'Parts', unit: 'money' },
      { label: 'Sublets', unit: 'money' },
      { label: 'Shop supplies', unit: 'money' },
      { label: 'Trips and fees', unit: 'money' },
      { label: 'Tax', unit: 'money' },
    ],
    ticketColumns: [
      { label: 'Sales before tax', unit: 'money' },
      { label: 'Tax', unit: 'money' },
    ],
    notes: notesOf(
      isBillingOn,
      'By the day of the invoice, paid or not, after discounts. Credit notes count in their own month.',
    ),
    ...byMonth<Sold>(
      documents,
      document => [
        ...soldLinesOf(document),
        {
          kind: 'tax',
          amount: document.kind === 'invoice' ? document.taxTotal : cents(-document.taxTotal),
        },
      ],
      sold => [totalOf(sold, KINDS), ...KINDS.map(kind => totalOf(sold, [kind])), totalOf(sold, ['tax'])],
      sold => [totalOf(sold, KINDS), totalOf(sold, ['tax'])],
    ),
  }
}

/** What a number of pieces of a part cost together. */
export type PartCost = { readonly total: Cents; readonly quantity: number }

const costOf = ({ total, quantity: counted }: PartCost, quantity: number): Cents =>
  timesFraction(total, Math.round(quantity * 1000), Math.round(counted * 1000))

/** A part that was sold. `cost` is null if nobody knows it. */
type SoldPart = { readonly amount: Cents; readonly cost: Cents | null }

/**
 * Margin = sold − cost, of parts that were on a purchase order or in stock; in percent of what they were sold for. Sold: after
 * discounts and credit notes, before tax. Cost: that of one on average × quantity, half up to a cent, which a part that was
 * credited whole takes back. `costs` is by line of the invoice. Work of other businesses is left out.
 */
export function partsMarginReport(
  documents: readonly SalesDocument[],
  costs: ReadonlyMap<string, PartCost>,
  isBillingOn: boolean,
): Report {
  const partsOf = (document: SalesDocument): SoldPart[] =>
    soldLinesOf(document)
      .filter(({ kind }) => kind === 'parts')
      .map(({ lineId, amount, quantity }) => {
        const cost = costs.get(lineId)
        return {
          amount,
          cost: cost === undefined ? null : costOf(cost, quantity),
        }
      })
  const totalsOf = (parts: readonly SoldPart[]) => {
    const known = parts.filter(({ cost }) => cost !== null)
    const sold = sum(known.map(({ amount }) => amount))
    const cost = sum(known.map(part => part.cost ?? NO_MONEY))
    const unknown = sum(parts.filter(part => part.cost === null).map(({ amount }) => amount))
    return { sold, cost, margin: cents(sold - cost), unknown }
  }
  return {
    columns: [
      { label: 'Margin', unit: 'money' },
      { label: 'Of sales', unit: 'percent' },
      { label: 'Sold', unit: 'money' },
      { label: 'Cost', unit: 'money' },
      { label: 'Sold without a cost', unit: 'money' },
    ],
    ticketColumns: [
      { label: 'Margin', unit: 'money' },
      { label: 'Sold', unit: 'money' },
      { label: 'Cost', unit: 'money' },
      { label: 'Sold without a cost', unit: 'money' },
    ],
    notes: notesOf(
      isBillingOn,
      'Parts on invoices of these days, after discounts and credit notes and before tax, less what they cost on their purchase orders or in stock. Parts that were neither ordered here nor in stock are sold without a cost. Sublets are left out.',
    ),
    ...byMonth(
      documents,
      partsOf,
      parts => {
        const { sold, cost, margin, unknown } = totalsOf(parts)
        return [
          ...[moneyFigure(margin), numberFigure(percentOf(margin, sold)), moneyFigure(sold)],
          ...[moneyFigure(cost), moneyFigure(unknown)],
        ]
      },
      parts => {
        const { sold, cost, margin, unknown } = totalsOf(parts)
        return [margin, sold, cost, unknown].map(moneyFigure)
      },
    ),
  }
}
