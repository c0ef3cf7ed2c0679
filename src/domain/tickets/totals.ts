// What a ticket comes to. Apart from the ticket itself, because its page gets the totals from the server.

import { type Cents, sum } from '#domain/lib/money.ts'
import { describeSupplies, type SuppliesRule, shopSuppliesOf } from '#domain/pricing/supplies.ts'
import type { Job } from './job.ts'
import { type LaborLine, laborOf, laborSum } from './labor.ts'
import { type Part, partTotal } from './part.ts'
import type { Ticket } from './ticket.ts'

type Totals = {
  readonly totalPartsAmount: Cents
  readonly shopSupplies: Cents
  readonly totalLaborBalance: Cents
  readonly totalBalance: Cents
}

/** The parts of a ticket that determine its amounts. */
type ChargedLines = {
  readonly jobs: readonly (LaborLine & Pick<Job, 'jobNumber'>)[]
  readonly parts: readonly Pick<Part, 'jobNumber' | 'quantity' | 'perPartAmount'>[]
  readonly suppliesRule: SuppliesRule | null
  readonly importedBalance?: Cents | null | undefined
}

/** The parts that the customer pays for: not those of job lines that they declined. */
export function billedParts<P extends Pick<Part, 'jobNumber'>>(ticket: {
  readonly jobs: readonly Pick<Job, 'jobNumber' | 'answer'>[]
  readonly parts: readonly P[]
}): P[] {
  const declined = new Set(ticket.jobs.filter(job => job.answer === 'declined').map(job => job.jobNumber))
  return ticket.parts.filter(({ jobNumber }) => jobNumber === null || !declined.has(jobNumber))
}

/**
 * Specification 9: parts total = Σ quantity × price; shop supplies = 10 % of it, unless the company has its own rule;
 * labor = Σ hours × rate; balance = all three. Declined job lines and their parts, and parts without a price, are
 * excluded. `laborRate` in cents per hour; without one labor is $0.00. A ticket that was brought along keeps its balance.
 */
export function totals(ticket: ChargedLines, laborRate: Cents | null): Totals {
  const totalPartsAmount = sum(
    billedParts(ticket)
      .map(partTotal)
      .filter(total => total !== null),
  )
  const shopSupplies = shopSuppliesOf(totalPartsAmount, ticket.suppliesRule)
  const totalLaborBalance = sum(ticket.jobs.map(job => laborOf(job, laborRate)))
  const totalBalance = ticket.importedBalance ?? sum([totalPartsAmount, shopSupplies, totalLaborBalance])
  return { totalPartsAmount, shopSupplies, totalLaborBalance, totalBalance }
}

/** Said of a ticket that keeps the balance it came along with. */
export const KEEPS_BALANCE = 'Brought along with its total, which its lines need not add up to.'

/** Said beside the Total Balance of a ticket with an invoice, which comes to another total. */
export const BEFORE_TAX = 'Before tax, fees and discounts'

/** Said to customers beside a price, if the company usually adds tax. */
export const PLUS_TAX = 'Plus tax'

/** A ticket's totals with the rates they were computed with, as they are sent to pages. */
export function pricedTotals(ticket: Ticket, laborRate: Cents | null) {
  const { suppliesRule } = ticket
  const importedBalance = ticket.state === 'recorded' ? ticket.importedBalance : null
  return {
    laborRate,
    laborHint: importedBalance === null ? laborSum(ticket.jobs, laborRate) : KEEPS_BALANCE,
    suppliesRule,
    suppliesHint:
      suppliesRule === null
        ? 'Parts + 10% shop supplies'
        : `Parts + supplies: ${describeSupplies(suppliesRule)}`,
    importedBalance,
    ...totals({ ...ticket, importedBalance }, laborRate),
  }
}
