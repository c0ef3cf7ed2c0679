// What a day came to, as an owner reads it in the evening: on the page, in the email, and as CSV.

import type { BilledAmounts } from '#domain/billing/billed-amounts.ts'
import type { MethodTotals } from '#domain/billing/day-close.ts'
import { METHOD_LABELS } from '#domain/billing/ledger.ts'
import { formatHours } from '#domain/lib/hours.ts'
import { type Cents, cents, formatMoney, sum } from '#domain/lib/money.ts'

export type EndOfDayFigures = {
  readonly tickets: { readonly opened: number; readonly finalized: number; readonly completed: number }
  /** Decimal hours: estimated of the lines of the tickets that were finalized, without declined ones. */
  readonly hoursSold: number
  /** Within the day, also of clocks that still run. */
  readonly clockedMs: number
  /** Decimal hours that customers were asked to approve, each line once and as it was last asked for. */
  readonly hoursAsked: number
  /** Those of them that are approved. */
  readonly hoursApproved: number
  /** Null as long as the company does not bill. */
  readonly money:
    | (BilledAmounts & {
        readonly methods: readonly MethodTotals[]
        /** What customers owe at the end of the day. */
        readonly owed: Cents
        /** Deposits that wait for an invoice. */
        readonly held: Cents
        /** What customers paid beyond their invoices. */
        readonly credit: Cents
      })
    | null
}

/** A figure with its unit; null where there is nothing to compute it from. */
export type Figure = { readonly label: string; readonly hint?: string; readonly isStrong?: true } & (
  | { readonly unit: 'count' | 'hours'; readonly value: number }
  | { readonly unit: 'percent'; readonly value: number | null }
  | { readonly unit: 'money'; readonly value: Cents | null }
)

export type FigureSection = { readonly title: string; readonly figures: readonly Figure[] }

const MS_PER_HOUR = 3_600_000

/** `6h15m`, `$120.00`, `67%`; a dash where there is none. */
export function formatFigure(figure: Figure): string {
  if (figure.value === null) return '–'
  switch (figure.unit) {
    case 'count':
      return figure.value.toLocaleString('en-US')
    case 'hours':
      return formatHours(figure.value)
    case 'percent':
      return `${figure.value}%`
    case 'money':
      return formatMoney(figure.value)
  }
}

const count = (label: string, value: number): Figure => ({ label, unit: 'count', value })
const hours = (label: string, value: number, hint: string): Figure => ({ label, unit: 'hours', value, hint })
const money = (label: string, value: Cents | null): Figure => ({ label, unit: 'money', value })

/** Approved of what was asked for, in whole percent; null if nothing was. */
const closeRatioOf = ({ hoursAsked, hoursApproved }: EndOfDayFigures): number | null =>
  hoursAsked === 0 ? null : Math.round((100 * hoursApproved) / hoursAsked)

function moneySections({ methods, owed, held, credit, ...billed }: NonNullable<EndOfDayFigures['money']>) {
  const received = sum(methods.map(({ expected }) => expected))
  return [
    {
      title: 'Billed',
      figures: [
        { ...money('Sales before tax', billed.sales), hint: 'After discounts and credit notes' },
        { ...money('Of these, exempt from tax', billed.exemptSales), hint: 'By a customer’s certificate' },
        money('Sales tax', billed.tax),
        {
          ...money('Billed', cents(billed.invoiced - billed.credited)),
          ...(billed.credited > 0 && {
            hint: `${formatMoney(billed.invoiced)} invoiced, ${formatMoney(billed.credited)} credited`,
          }),
          isStrong: true,
        },
        {
          ...money('Average repair order', billed.averageOrder),
          hint: 'Sales before tax of the day’s invoices, for each ticket',
        },
      ],
    },
    {
      title: 'Paid',
      figures: [
        ...methods.map(({ method, in: moneyIn, out, expected }) => ({
          ...money(METHOD_LABELS[method], expected),
          ...(out > 0 && { hint: `In ${formatMoney(moneyIn)}, out ${formatMoney(out)}` }),
        })),
        { ...money('Received', received), hint: 'Payments and deposits, less refunds', isStrong: true },
      ],
    },
    {
      title: 'At the end of the day',
      figures: [
        { ...money('Owed by customers', owed), hint: 'On all invoices' },
        { ...money('Deposits held', held), hint: 'They wait for an invoice' },
        { ...money('Customers’ credit', credit), hint: 'Paid beyond their invoices' },
      ],
    },
  ] satisfies FigureSection[]
}

/** The figures in the order in which they are read, with what each counts. */
export function sectionsOf(day: EndOfDayFigures): FigureSection[] {
  const { tickets, hoursSold, clockedMs, hoursAsked, hoursApproved } = day
  return [
    {
      title: 'Tickets',
      figures: [
        { ...count('Opened', tickets.opened), hint: 'Created at the desk, or checked in' },
        count('Finalized', tickets.finalized),
        count('Completed', tickets.completed),
      ],
    },
    {
      title: 'Hours',
      figures: [
        hours('Hours sold', hoursSold, 'Estimated, of the lines on tickets finalized this day'),
        hours('Hours clocked', clockedMs / MS_PER_HOUR, 'On this day, running clocks too'),
      ],
    },
    {
      title: 'Approvals',
      figures: [
        hours('Hours asked for', hoursAsked, 'Of the lines that customers were asked to approve this day'),
        hours('Hours approved', hoursApproved, 'Of those, until now'),
        {
          ...{ label: 'Close ratio', unit: 'percent', value: closeRatioOf(day), isStrong: true },
          hint: 'Hours approved of hours asked for',
        },
      ],
    },
    ...(day.money === null ? [] : moneySections(day.money)),
  ]
}
