// What an invoice comes to. Its lines are the ticket's, each of which was rounded once already: those of some job lines while
// the ticket is open, all that are left after Finalize. Each tax rate adds one more rounding. A credit note takes back whole
// lines, or an amount in proportion, with the tax on them.

import { allocate } from '#domain/lib/allocate.ts'
import { type Cents, cents, NO_MONEY, sum } from '#domain/lib/money.ts'
import { percentageOf } from '#domain/lib/percentage.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { Blocker } from '#domain/refusals/refusal-sentence.ts'
import type { Job } from '#domain/tickets/job.ts'
import { chargedHours, laborOf } from '#domain/tickets/labor.ts'
import { type Part, partLabel, partTotal } from '#domain/tickets/part.ts'
import { billedParts, partsByLine } from '#domain/tickets/totals.ts'
import type { TaxableKind, TaxRate } from './tax.ts'

/** A line of an invoice before discounts and tax. Fees are never taxed or discounted. */
export type Charge = {
  /** `labor-1` for job line 1, `part-` and the part's id, `supplies`, `trip`, `fee-1`. */
  readonly lineId: string
  readonly kind: TaxableKind | 'fee'
  readonly description: string
  /** The job line it is for; null for the whole ticket. */
  readonly jobNumber: number | null
  /** Hours of labor, or a count of parts; null for a lump sum, as labor at a flat price. */
  readonly quantity: number | null
  readonly amount: Cents
}

/** What is charged besides the ticket's own lines, with its name. */
export type ExtraCharge = { readonly name: string; readonly amount: Cents }

type ChargedTicket = {
  readonly jobs: readonly Pick<
    Job,
    | 'jobNumber'
    | 'problem'
    | 'estimatedTime'
    | 'answer'
    | 'namedRate'
    | 'flatPrice'
    | 'clockedHours'
    | 'approvedSupplies'
    | 'billed'
  >[]
  readonly parts: readonly Part[]
  readonly suppliesRule: SuppliesRule | null
}

const LUMP = { jobNumber: null, quantity: null } as const

/** The lines of the trip and the fees, which are no part of a ticket's Total Balance. */
export const extraChargesOf = (trip: ExtraCharge | null, fees: readonly ExtraCharge[]): Charge[] => [
  ...(trip === null
    ? []
    : [{ ...LUMP, lineId: 'trip', kind: 'trip' as const, description: trip.name, amount: trip.amount }]),
  ...fees.map(({ name, amount }, index) => ({
    ...LUMP,
    lineId: `fee-${index + 1}`,
    kind: 'fee' as const,
    description: name,
    amount,
  })),
]

/** The line of these shop supplies; none for nothing. */
export const suppliesCharges = (shares: Iterable<Cents>): Charge[] => {
  const amount = sum(shares)
  const line = {
    ...LUMP,
    lineId: 'supplies',
    kind: 'supplies',
    description: 'Shop supplies',
    amount,
  } as const
  return amount === 0 ? [] : [line]
}

/**
 * The lines of a ticket, which add up to its Total Balance, or those of the chosen job lines, with null for the parts that are
 * on none. Whatever is chosen together or one after the other adds up to the same. `laborRate` is in cents per hour.
 */
export function chargesOf(
  ticket: ChargedTicket,
  laborRate: Cents | null,
  isChosen: (jobNumber: number | null) => boolean = () => true,
): Charge[] {
  const charged = ticket.jobs.filter(({ jobNumber, answer }) => answer !== 'declined' && isChosen(jobNumber))
  const { supplies } = partsByLine(ticket)
  return [
    ...charged.map(job => ({
      lineId: `labor-${job.jobNumber}`,
      kind: 'labor' as const,
      description: job.problem,
      jobNumber: job.jobNumber,
      quantity: job.flatPrice === null ? chargedHours(job) : null,
      amount: laborOf(job, laborRate),
    })),
    ...billedParts(ticket)
      .filter(({ jobNumber }) => isChosen(jobNumber))
      .map(part => ({
        lineId: `part-${part.partId}`,
        kind: 'parts' as const,
        description: partLabel(part),
        jobNumber: part.jobNumber,
        quantity: part.quantity,
        amount: partTotal(part) ?? NO_MONEY,
      })),
    ...suppliesCharges([...supplies].filter(([key]) => isChosen(key)).map(([, share]) => share)),
  ]
}

/** The lines that no invoice has. Together with those that were billed they add up to the Total Balance. */
export function chargesLeft(ticket: ChargedTicket, laborRate: Cents | null): Charge[] {
  const billed = ticket.jobs.flatMap(job => (job.billed ? [job.jobNumber] : []))
  return chargesOf(ticket, laborRate, jobNumber => jobNumber === null || !billed.includes(jobNumber))
}

/** Taken off a line, or off the whole ticket if `lineId` is null: an amount, or a percentage of what it is taken from. */
export type Discount = {
  readonly lineId: string | null
  readonly amount: Cents | null
  /** Ten-thousandths of a percent. */
  readonly percentage: number | null
  readonly reason: string
}

/** A line after discounts. */
type InvoiceLine = Charge & {
  readonly discount: Cents
  readonly net: Cents
}

type InvoiceDiscount = Discount & { readonly taken: Cents }

/** One rate's tax. `shares` is how much of it each line bears, so that a credit note takes back the same cents. */
type InvoiceTax = Pick<TaxRate, 'taxRateId' | 'name' | 'percentage'> & {
  readonly base: Cents
  readonly amount: Cents
  readonly shares: Readonly<Record<string, Cents>>
}

export type InvoiceSums = {
  readonly lines: readonly InvoiceLine[]
  readonly discounts: readonly InvoiceDiscount[]
  readonly taxes: readonly InvoiceTax[]
  /** Before discounts and tax. */
  readonly subtotal: Cents
  readonly discountTotal: Cents
  readonly taxTotal: Cents
  readonly total: Cents
}

/** Why a discount cannot be taken off, and what is taken off instead. */
function takenOff({ amount, percentage }: Discount, from: Cents, label: string) {
  const taken = amount ?? percentageOf(from, percentage ?? 0)
  return taken > from
    ? { taken: from, blockers: [{ code: 'invoice.discount', label, taken, from } as const] }
    : { taken, blockers: [] }
}

function taxBy(rate: TaxRate, lines: readonly InvoiceLine[]): InvoiceTax {
  const { taxRateId, name, percentage, appliesTo } = rate
  const taxed = lines.filter(({ kind }) => kind !== 'fee' && appliesTo.includes(kind))
  const base = sum(taxed.map(({ net }) => net))
  const amount = percentageOf(base, percentage)
  const shares = allocate(
    amount,
    taxed.map(({ net }) => net),
  )
  return {
    taxRateId,
    name,
    percentage,
    base,
    amount,
    shares: Object.fromEntries(taxed.map(({ lineId }, index) => [lineId, shares[index] ?? NO_MONEY])),
  }
}

/**
 * An invoice's lines after discounts, the tax of each rate, and the total. Discounts of lines come first, each from what
 * is left of its line; one of the whole ticket is shared among the lines but fees. Without rates there is no tax. A discount
 * takes off no more than there is, so that no total is negative; `blockers` says which would.
 */
export function invoiceSums(
  charges: readonly Charge[],
  discounts: readonly Discount[],
  rates: readonly TaxRate[],
): InvoiceSums & { readonly blockers: readonly Blocker[] } {
  const net = new Map(charges.map(({ lineId, amount }) => [lineId, amount]))
  const blockers: Blocker[] = []
  const netOf = (lineId: string): Cents => net.get(lineId) ?? NO_MONEY
  const applied = [
    ...discounts.filter(({ lineId }) => lineId !== null),
    ...discounts.filter(({ lineId }) => lineId === null),
  ].map(discount => {
    const { lineId } = discount
    const targets = charges.filter(charge =>
      lineId === null ? charge.kind !== 'fee' : charge.lineId === lineId,
    )
    const [only] = targets
    const isKnown = lineId === null || (only !== undefined && only.kind !== 'fee')
    const left = targets.map(target => netOf(target.lineId))
    const label = lineId === null ? 'the ticket' : (only?.description ?? '')
    const { taken, blockers: ofDiscount } = takenOff(discount, sum(left), label)
    blockers.push(...(isKnown ? ofDiscount : [{ code: 'invoice.line-unknown' } as const]))
    const shares = allocate(taken, left)
    for (const [index, target] of targets.entries())
      net.set(target.lineId, cents((left[index] ?? 0) - (shares[index] ?? 0)))
    return { ...discount, taken }
  })
  const lines = charges.map(charge => ({
    ...charge,
    discount: cents(charge.amount - netOf(charge.lineId)),
    net: netOf(charge.lineId),
  }))
  const taxes = rates.map(rate => taxBy(rate, lines))
  const subtotal = sum(charges.map(({ amount }) => amount))
  const discountTotal = sum(applied.map(({ taken }) => taken))
  const taxTotal = sum(taxes.map(({ amount }) => amount))
  return {
    lines,
    discounts: applied,
    taxes,
    subtotal,
    discountTotal,
    taxTotal,
    total: cents(subtotal - discountTotal + taxTotal),
    blockers,
  }
}

/** What a credit note takes back of one line: of the line itself, and of each tax on it. */
export type CreditedLine = {
  readonly lineId: string
  readonly description: string
  readonly net: Cents
  /** By `taxRateId`. */
  readonly taxes: Readonly<Record<string, Cents>>
}

type CreditNoteSums = {
  readonly lines: readonly CreditedLine[]
  readonly taxTotal: Cents
  readonly total: Cents
}

/** What is left of an invoice's lines after these credit notes. */
export function creditable(
  { lines, taxes }: Pick<InvoiceSums, 'lines' | 'taxes'>,
  credited: readonly CreditedLine[],
): CreditedLine[] {
  const less = (amount: Cents, taken: readonly Cents[]): Cents => cents(amount - sum(taken))
  return lines.map(({ lineId, description, net }) => {
    const earlier = credited.filter(line => line.lineId === lineId)
    return {
      lineId,
      description,
      net: less(
        net,
        earlier.map(line => line.net),
      ),
      taxes: Object.fromEntries(
        taxes.map(({ taxRateId, shares }) => [
          taxRateId,
          less(
            shares[lineId] ?? NO_MONEY,
            earlier.map(line => line.taxes[taxRateId] ?? NO_MONEY),
          ),
        ]),
      ),
    }
  })
}

const amountsOf = ({ net, taxes }: CreditedLine): Cents[] => [net, ...Object.values(taxes)]

/** With its tax. */
export const creditedLineTotal = (line: CreditedLine): Cents => sum(amountsOf(line))

const creditSums = (lines: readonly CreditedLine[]): CreditNoteSums => ({
  lines,
  taxTotal: sum(lines.flatMap(({ taxes }) => Object.values(taxes))),
  total: sum(lines.map(creditedLineTotal)),
})

/** Takes back all that is left of these lines, with the tax on them. */
export const creditLines = (left: readonly CreditedLine[], lineIds: readonly string[]): CreditNoteSums =>
  creditSums(left.filter(({ lineId }) => lineIds.includes(lineId)))

/**
 * Takes back an amount, tax included, shared among all that is left of the lines and their taxes in proportion. @throws
 * Refusal if that is more than is left.
 */
export function creditAmount(left: readonly CreditedLine[], amount: Cents): CreditNoteSums {
  const cells = left.flatMap(amountsOf)
  if (amount > sum(cells)) throw new Refusal([{ code: 'credit.too-much', left: sum(cells) }])
  const shares = allocate(amount, cells)
  let next = 0
  const take = (): Cents => shares[next++] ?? NO_MONEY
  return creditSums(
    left
      .map(({ lineId, description, taxes }) => ({
        lineId,
        description,
        net: take(),
        taxes: Object.fromEntries(Object.keys(taxes).map(taxRateId => [taxRateId, take()])),
      }))
      .filter(line => creditedLineTotal(line) > 0),
  )
}
