// The reports as CSV: each on its own page, and all of them at the end of the day.

import { METHOD_LABELS } from '#domain/billing/ledger.ts'
import { AGE_LABELS } from '#domain/billing/receivables.ts'
import { type Figure, sectionsOf } from '#domain/end-of-day/end-of-day.ts'
import { dayOf, formatTime } from '#domain/lib/company-time.ts'
import { cents } from '#domain/lib/money.ts'
import type { State } from '#domain/tickets/ticket.ts'
import type {
  DayMoneyView,
  EndOfDayView,
  ReceivablesView,
  SalesView,
} from '#web/features/billing/billing-views.ts'
import { amountCell } from '#web/features/csv/amount-cell.ts'

type NotInvoicedTicket = ReceivablesView['notInvoiced']['tickets'][number]

export const STATE_LABELS: Readonly<Record<State, string>> = {
  pending: 'Requested',
  active: 'In work',
  approval: 'In work',
  completed: 'Finalized',
  recorded: 'Completed',
  declined: 'Called off',
  closed: 'Closed',
}

/** When the work was finalized or completed, on the company's calendar; null before. */
export const finalDayOf = ({ state, since }: NotInvoicedTicket, timeZone: string): string | null =>
  state === 'completed' || state === 'recorded' ? dayOf(since, timeZone) : null

/** Of the tickets that nobody was invoiced for. */
export const notInvoicedCsvRowsOf = (tickets: readonly NotInvoicedTicket[], timeZone: string): string[][] => [
  ['Ticket', 'Customer', 'State', 'Since', 'Total Balance', 'Deposit Held'],
  ...tickets.map(ticket => [
    ...[String(ticket.ticketId), ticket.customer, STATE_LABELS[ticket.state]],
    ...[finalDayOf(ticket, timeZone) ?? '', amountCell(ticket.totalBalance), amountCell(ticket.held)],
  ]),
]

/** Of the open invoices, and of what customers paid beyond theirs. */
export const receivablesCsvRowsOf = ({
  customers,
  credits,
}: Pick<ReceivablesView, 'customers' | 'credits'>): string[][] => [
  ['Customer', 'Contact', 'Invoice', 'Ticket', 'Issued On', 'Due On', 'Days Past Due', 'Age', 'Due'],
  ...customers.flatMap(({ name, contact, invoices }) =>
    invoices.map(({ number, ticketId, issuedOn, dueOn, daysPastDue, age, due }) => [
      ...[name, contact, number, String(ticketId), issuedOn, dueOn, String(Math.max(0, daysPastDue))],
      ...[AGE_LABELS[age], amountCell(due)],
    ]),
  ),
  ...credits.map(({ customer, ticketId, credit }) => [
    ...[customer, '', '', String(ticketId), '', '', '', 'Credit', amountCell(cents(-credit))],
  ]),
]

/** Of the last days that were closed. */
export const dayClosesCsvRowsOf = (closes: DayMoneyView['latest']): string[][] => [
  ['Day', 'Method', 'In', 'Out', 'Expected', 'Counted', 'Difference', 'Closed By', 'Closed At (UTC)', 'Note'],
  ...closes.flatMap(({ day, closedByName, closedAt, note, lines }) =>
    lines.map(({ method, in: moneyIn, out, expected, counted }) => [
      ...[day, METHOD_LABELS[method], amountCell(moneyIn), amountCell(out), amountCell(expected)],
      ...[amountCell(counted), amountCell(cents(counted - expected))],
      ...[closedByName, closedAt.toISOString(), note],
    ]),
  ),
]

const KINDS = { labor: 'Labor', parts: 'Parts', supplies: 'Shop supplies', other: 'Trips and fees' } as const
export const KIND_LABELS = Object.entries(KINDS) as [keyof typeof KINDS, string][]

/** Of the sales and tax by month. */
export const salesCsvRowsOf = (months: SalesView['months']): string[][] => [
  [
    'Month',
    'Sales Before Tax',
    ...Object.values(KINDS),
    'Exempt From Tax',
    'Tax Rate',
    'Percent',
    'Taxed Sales',
    'Tax',
  ],
  ...months.flatMap(({ month, sales, tax, rates, exempt, ...kinds }) => [
    [
      ...[month, amountCell(sales), ...KIND_LABELS.map(([kind]) => amountCell(kinds[kind]))],
      amountCell(exempt),
      ...['All', '', '', amountCell(tax)],
    ],
    ...rates.map(({ name, percentage, base, amount }) => [
      ...[month, '', '', '', '', '', '', name, String(percentage), amountCell(base), amountCell(amount)],
    ]),
  ]),
]

function cellOf(figure: Figure): string {
  if (figure.value === null) return ''
  if (figure.unit === 'money') return amountCell(figure.value)
  return figure.unit === 'hours' ? figure.value.toFixed(2) : String(figure.value)
}

const UNIT_LABELS: Readonly<Record<Figure['unit'], string>> = {
  count: '',
  hours: 'hours',
  percent: '%',
  money: '$',
}

/** Of a day's figures, and of the next day's appointments. */
export const endOfDayCsvRowsOf = (end: EndOfDayView): string[][] => [
  ['Day', 'Section', 'Figure', 'Value', 'Unit'],
  ...sectionsOf(end).flatMap(({ title, figures }) =>
    figures.map(figure => [end.day, title, figure.label, cellOf(figure), UNIT_LABELS[figure.unit]]),
  ),
  ...end.appointments.map(({ at, customer, rig, ticketId }) => [
    ...[end.nextDay, 'Appointments', `${customer}, ${rig}, ticket ${ticketId}`],
    ...[formatTime(at, end.timeZone), ''],
  ]),
]
