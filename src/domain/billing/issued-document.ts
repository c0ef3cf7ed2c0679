// What is frozen when an invoice or a credit note is issued: nothing of it changes when the ticket, the customer or the
// company does. Of the payer it has name and billing address alone.

import type { RigComponent } from '#domain/components/component.ts'
import { printedComponent, viewLineComponent } from '#domain/components/line-component.ts'
import { type CustomerDetails, FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import type { NamedQualification, Qualification } from '#domain/employees/qualification.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import type { Cents } from '#domain/lib/money.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { describeClockRule } from '#domain/pricing/clock-rule.ts'
import { fullName, namesOfClocked } from '#domain/tickets/assignment.ts'
import type { Job } from '#domain/tickets/job.ts'
import { qualificationsOn } from '#domain/tickets/names-for-customers.ts'
import { rigVisitFacts } from '#domain/tickets/rig-visit.ts'
import type { RigVisit } from '#domain/tickets/rig-visit-fields.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { type FeeTerms, feeTermsOf } from './fee-rules.ts'
import type { CreditedLine, InvoiceSums } from './invoice.ts'
import type { BillingSettings } from './settings.ts'
import type { TaxExemption } from './tax.ts'

type Seller = {
  readonly companyName: string
  readonly companyPhone: string
  readonly companyAddress: string | null
  readonly email: string
}

/** Always the customer for now; a warranty company or an insurer later. */
export type Payer = { readonly name: string; readonly address: string }

export type IssuedInvoice = InvoiceSums & {
  readonly seller: Seller
  readonly payer: Payer
  readonly rig: {
    readonly vin: string
    readonly make: string
    readonly model: string
    readonly year: string
    /** Its meters, and when the shop had it, if any of it was typed by then. */
    readonly visit?: RigVisit
  }
  /** Complaint, cause and correction of each job line. */
  readonly jobs: readonly {
    readonly jobNumber: number
    readonly problem: string
    readonly cause: string
    readonly correction: string
    /** The component of the RV that it is on, as from `printedComponent`, if it is on one. */
    readonly component?: string
    /** Who clocked on it; older invoices have none. */
    readonly technicians?: readonly string[]
  }[]
  /** What their names rest on, if they entered it; older invoices have none. */
  readonly qualifications?: readonly NamedQualification[]
  readonly laborRate: Cents | null
  /** The price of one of each part, and of an hour at a rate by name, by line; older invoices have none. */
  readonly unitPrices?: Readonly<Record<string, Cents>>
  /** The names of such rates, by line. */
  readonly rateNames?: Readonly<Record<string, string>>
  /** How labor was billed by the clock, by line: as from `describeClockRule`. */
  readonly clockTerms?: Readonly<Record<string, string>>
  /** The share of the shop supplies of each job line, by its line of labor; only of what was billed before Finalize. */
  readonly suppliesByLine?: Readonly<Record<string, Cents>>
  readonly exemption: TaxExemption | null
  readonly paymentTermsDays: number
  /** The fees by payment method, and for paying late; missing without any. */
  readonly feeTerms?: FeeTerms
  readonly footText: string
}

export type IssuedCreditNote = {
  readonly seller: Seller
  readonly payer: Payer
  /** The invoice that it takes back from. */
  readonly invoiceNumber: string
  readonly reason: string
  readonly lines: readonly CreditedLine[]
  readonly taxTotal: Cents
  readonly total: Cents
}

/** A number as it is printed: `R-1001`. */
export const documentNumber = ({ prefix, number }: { readonly prefix: string; readonly number: number }) =>
  `${prefix}${number}`

/** The customer as payer. */
export const payerOf = ({ firstName, lastName, address }: CustomerDetails): Payer => ({
  name: fullName({ firstName, lastName }).trim(),
  address: address ?? '',
})

/** Shown of the payer to all but the owner, once the customer's details were removed. */
export const FORMER_PAYER: Payer = { name: FORMER_CUSTOMER, address: '' }

const sellerOf = ({ companyName, companyPhone, companyAddress, email }: Seller): Seller => ({
  companyName,
  companyPhone,
  companyAddress,
  email,
})

type InvoicedLines = {
  readonly ticket: Ticket
  /** What the ticket's RV is made of. */
  readonly components: readonly RigComponent[]
  readonly jobs: readonly Job[]
  readonly laborRate: Cents | null
}

/**
 * The document of an invoice issued for these job lines of a ticket, with what those of `everyone` who are named on it have
 * entered. `laborRate` is in cents per hour.
 */
export function freezeInvoice(
  { ticket, components, jobs, laborRate }: InvoicedLines,
  sums: InvoiceSums,
  company: Seller,
  {
    paymentTermsDays,
    footText,
    feeRules,
  }: Pick<BillingSettings, 'paymentTermsDays' | 'footText' | 'feeRules'>,
  exemption: TaxExemption | null,
  everyone: readonly (Qualification & { readonly employeeId: string })[],
): IssuedInvoice {
  const { rigVisit } = ticket
  const feeTerms = feeTermsOf(feeRules)
  const atNamedRates = jobs.flatMap(({ jobNumber, namedRate, flatPrice }) =>
    namedRate === null || flatPrice !== null
      ? []
      : [{ lineId: `labor-${jobNumber}`, name: namedRate.name, amount: namedRate.amount }],
  )
  const byClock = jobs.flatMap(({ jobNumber, clockRule, answer }) =>
    clockRule === null || answer === 'declined'
      ? []
      : [[`labor-${jobNumber}`, describeClockRule(clockRule)] as const],
  )
  const described = jobs
    .filter(({ answer }) => answer !== 'declined')
    .map(job => {
      const { jobNumber, problem, cause, correction } = job
      const component = printedComponent(viewLineComponent(job, components))
      const technicians = namesOfClocked(job.sessions)
      return {
        ...{ jobNumber, problem, cause, correction },
        ...(component !== '' && { component }),
        ...(technicians.length > 0 && { technicians }),
      }
    })
  const named = described.flatMap(({ technicians = [] }) => technicians)
  const qualifications = qualificationsOn({ ...ticket, firstNameOnly: [] }, named, everyone)
  return {
    ...sums,
    seller: sellerOf(company),
    payer: payerOf(ticket.customerDetails),
    rig: {
      ...pickFields(ticket.customerRV, ['vin', 'make', 'model', 'year']),
      ...(rigVisitFacts(rigVisit).length > 0 && { visit: rigVisit }),
    },
    jobs: described,
    ...(qualifications.length > 0 && { qualifications }),
    laborRate,
    unitPrices: Object.fromEntries([
      ...atNamedRates.map(({ lineId, amount }) => [lineId, amount] as const),
      ...ticket.parts.flatMap(({ partId, perPartAmount }) =>
        perPartAmount === null ? [] : [[`part-${partId}`, perPartAmount] as const],
      ),
    ]),
    rateNames: Object.fromEntries(atNamedRates.map(({ lineId, name }) => [lineId, name])),
    ...(byClock.length > 0 && { clockTerms: Object.fromEntries(byClock) }),
    exemption,
    paymentTermsDays,
    ...(feeTerms && { feeTerms }),
    footText,
  }
}

/** The day by which an invoice is to be paid, `YYYY-MM-DD`. */
export const dueOn = (issuedOn: string, { paymentTermsDays }: Pick<BillingSettings, 'paymentTermsDays'>) =>
  addDays(issuedOn, paymentTermsDays)

/** The terms as they are printed: `Net 30 days`. */
export const termsOf = ({ paymentTermsDays }: Pick<BillingSettings, 'paymentTermsDays'>): string =>
  paymentTermsDays === 0 ? 'Due on receipt' : `Net ${paymentTermsDays} days`
