// What customers owe, by how long it is overdue. The due date is day 0: an invoice due today is 0 days past due.

import { daysBetween } from '#domain/lib/calendar-date.ts'
import { type Cents, sum } from '#domain/lib/money.ts'

export const AGES = ['not-due', '0-30', '31-60', '61-90', 'over-90'] as const
export type Age = (typeof AGES)[number]

export const AGE_LABELS: Readonly<Record<Age, string>> = {
  'not-due': 'Not due yet',
  '0-30': '0–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  'over-90': 'Over 90 days',
}

/** The age of an invoice by its days past due, which are negative before its due date. */
function ageOf(daysPastDue: number): Age {
  if (daysPastDue < 0) return 'not-due'
  if (daysPastDue <= 30) return '0-30'
  if (daysPastDue <= 60) return '31-60'
  return daysPastDue <= 90 ? '61-90' : 'over-90'
}

/** An invoice with something left to pay. */
export type OpenInvoice = {
  readonly ticketId: number
  /** The company's record of the ticket's customer; null without one. */
  readonly customerId: string | null
  readonly invoiceId: string
  readonly number: string
  /** Both on the company's calendar, `YYYY-MM-DD`. */
  readonly issuedOn: string
  readonly dueOn: string
  readonly due: Cents
  readonly payerName: string
  readonly email: string
  readonly phone: string
}

type Aged<Invoice> = Invoice & { readonly daysPastDue: number; readonly age: Age }

type CustomerReceivables<Invoice> = {
  readonly customerId: string | null
  readonly name: string
  /** Their email, or their phone number without one; empty without both. */
  readonly contact: string
  readonly total: Cents
  /** Oldest due date first. */
  readonly invoices: readonly Aged<Invoice>[]
}

export type Receivables<Invoice> = {
  readonly total: Cents
  readonly totals: Readonly<Record<Age, Cents>>
  /** Those who owe most come first. */
  readonly customers: readonly CustomerReceivables<Invoice>[]
}

/** The email, or the phone number without one; empty without both. */
const contactOf = ({ email, phone }: OpenInvoice): string => (email === '' ? phone : email.toLowerCase())

/** The same person: the same record, and without one the same name and contact. People may share an email, and others a name. */
const customerKeyOf = (invoice: OpenInvoice): string =>
  invoice.customerId ?? JSON.stringify([invoice.payerName.toLowerCase(), contactOf(invoice)])

/** Open invoices by customer and age. `today` is the company's date. */
export function receivablesOf<Invoice extends OpenInvoice>(
  invoices: readonly Invoice[],
  today: string,
): Receivables<Invoice> {
  const aged = invoices
    .map(invoice => {
      const daysPastDue = daysBetween(invoice.dueOn, today)
      return { ...invoice, daysPastDue, age: ageOf(daysPastDue) }
    })
    .sort((one, other) => other.daysPastDue - one.daysPastDue || one.ticketId - other.ticketId)
  const byCustomer = new Map<string, Aged<Invoice>[]>()
  for (const invoice of aged) {
    const key = customerKeyOf(invoice)
    const own = byCustomer.get(key)
    if (own === undefined) byCustomer.set(key, [invoice])
    else own.push(invoice)
  }
  const dueOf = (some: readonly Aged<Invoice>[]): Cents => sum(some.map(({ due }) => due))
  const totals = Object.fromEntries(
    AGES.map(age => [age, dueOf(aged.filter(invoice => invoice.age === age))]),
  ) as Record<Age, Cents>
  const customers = [...byCustomer.values()]
    .map(own => {
      const last = own.at(-1)
      const { customerId = null, payerName: name = '' } = last ?? {}
      return { customerId, name, contact: last ? contactOf(last) : '', total: dueOf(own), invoices: own }
    })
    .sort((one, other) => other.total - one.total || one.name.localeCompare(other.name, 'en-US'))
  return { total: dueOf(aged), totals, customers }
}
