// What a ticket comes to. Apart from the ticket itself, because its page gets the totals from the server.

import { type Cents, cents, NO_MONEY, sum } from '#domain/lib/money.ts'
import { describeSupplies, type SuppliesRule, suppliesShares } from '#domain/pricing/supplies.ts'
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

type SuppliedJob = Pick<Job, 'jobNumber' | 'answer' | 'approvedSupplies' | 'billed'>
type PricedPart = Pick<Part, 'jobNumber' | 'quantity' | 'perPartAmount'> & {
  /** Null for the shop's own; who does it and at what cost counts for nothing here. */
  readonly sublet: object | null
}

/** The parts of a ticket that determine its amounts. */
export type ChargedLines = {
  readonly jobs: readonly (LaborLine & SuppliedJob)[]
  readonly parts: readonly PricedPart[]
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

/** What parts and shop supplies come to, by line. Parts of declined lines, and those without a price, are excluded. */
type PartsByLine = {
  /** The key is the job's number; null for the parts on no line. */
  readonly parts: ReadonlyMap<number | null, Cents>
  readonly supplies: ReadonlyMap<number | null, Cents>
}

function sumByLine(parts: readonly PricedPart[]): Map<number | null, Cents> {
  const amounts = new Map<number | null, Cents>()
  for (const part of parts)
    amounts.set(part.jobNumber, cents((amounts.get(part.jobNumber) ?? 0) + (partTotal(part) ?? 0)))
  return amounts
}

/**
 * Divides a ticket's parts and supplies among its lines. Sublet work takes no supplies. A line that the customer approved
 * keeps its share of the supplies as long as its parts come to what they came to then, and one that was billed what its
 * invoice has.
 */
export function partsByLine({
  jobs,
  parts,
  suppliesRule,
}: {
  readonly jobs: readonly SuppliedJob[]
  readonly parts: readonly PricedPart[]
  readonly suppliesRule: SuppliesRule | null
}): PartsByLine {
  const billed = billedParts({ jobs, parts })
  const amounts = sumByLine(billed)
  const supplied = sumByLine(billed.filter(({ sublet }) => sublet === null))
  const fixedOf = new Map(
    jobs.flatMap(({ jobNumber, answer, approvedSupplies, billed }) => {
      if (billed) return [[jobNumber, billed.supplies] as const]
      return answer === 'approved' && approvedSupplies?.parts === (amounts.get(jobNumber) ?? NO_MONEY)
        ? [[jobNumber, approvedSupplies.supplies] as const]
        : []
    }),
  )
  // In the order of the lines; parts on none come last.
  const keys = [...amounts.keys()].sort((one, other) => (one ?? Infinity) - (other ?? Infinity))
  const shares = suppliesShares(
    keys.map(key => ({
      parts: supplied.get(key) ?? NO_MONEY,
      fixed: key === null ? null : (fixedOf.get(key) ?? null),
    })),
    suppliesRule,
  )
  return { parts: amounts, supplies: new Map(keys.map((key, index) => [key, shares[index] ?? NO_MONEY])) }
}

/**
 * Specification 9: parts total = Σ quantity × price; shop supplies = 10 % of it, unless the company has its own rule;
 * labor = Σ hours × rate; balance = all three. Declined job lines and their parts, and parts without a price, are
 * excluded. What was approved of supplies stays, also where it is a cent beside what their sum would be rounded to.
 * `laborRate` in cents per hour; without one labor is $0.00. An imported ticket keeps its balance.
 */
export function totals(ticket: ChargedLines, laborRate: Cents | null): Totals {
  const { parts, supplies } = partsByLine(ticket)
  const totalPartsAmount = sum(parts.values())
  const shopSupplies = sum(supplies.values())
  const totalLaborBalance = sum(ticket.jobs.map(job => laborOf(job, laborRate)))
  const totalBalance = ticket.importedBalance ?? sum([totalPartsAmount, shopSupplies, totalLaborBalance])
  return { totalPartsAmount, shopSupplies, totalLaborBalance, totalBalance }
}

/** Said of a ticket that keeps the balance it was imported with. */
export const KEEPS_BALANCE = 'Imported with its total, which its lines need not add up to.'

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
