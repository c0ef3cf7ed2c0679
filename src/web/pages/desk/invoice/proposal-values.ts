// What is typed into the proposal of an invoice, and what the invoice comes to by it.

import { feeOf } from '#domain/billing/fee.ts'
import {
  type Charge,
  extraChargesOf,
  type InvoiceSums,
  invoiceSums,
  suppliesCharges,
} from '#domain/billing/invoice.ts'
import type { TaxRate } from '#domain/billing/tax.ts'
import { type Cents, isWholeCents, NO_MONEY } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import { tripFeeOf, tripName } from '#domain/pricing/trip.ts'
import type { client } from '#web/api/client.ts'
import type { TicketMoneyView } from '#web/features/billing/billing-views.ts'
import { tripRulesOf } from '#web/features/billing/trip-rules.ts'

export type Proposal = NonNullable<TicketMoneyView['proposal']>

type Unit = 'amount' | 'percentage'
type TypedDiscount = {
  key: string
  lineId: string
  unit: Unit
  value: number | string
  reason: string
}
export type TypedCharge = {
  key: string
  kind: 'trip' | 'fee'
  name: string
  /** A percentage is of the invoice before fees. */
  unit: Unit
  amount: number | string
  /** Of a trip by the company's rules. */
  trip?: TypedTrip
}
export type Typed = {
  /** The chosen job lines of an open ticket, as text; all that is left of a finalized one is billed. */
  jobNumbers: string[]
  taxRateIds: string[]
  discounts: TypedDiscount[]
  charges: TypedCharge[]
  isExempt: boolean
  certificateNumber: string
  expiresOn: string
  sendByEmail: boolean
}

/** How a trip's amount is computed; changed by hand, the amount stays. */
export type TypedTrip = { miles: number | string; isTyped: boolean; isReturn: boolean; isAfterHours: boolean }

/** The trip as the company's rules have it; its amount is blank where they have none. */
export function chargeForTrip({ trip: { rules } }: Proposal, trip: TypedTrip): Omit<TypedCharge, 'key'> {
  const { miles, isTyped, isReturn, isAfterHours } = trip
  const fee =
    rules === null || typeof miles !== 'number'
      ? null
      : tripFeeOf(tripRulesOf(rules), { miles: Math.max(0, miles), isReturn, isAfterHours })
  return {
    ...{ kind: 'trip', unit: 'amount', trip },
    name: typeof miles === 'number' ? tripName(miles, isTyped) : 'Trip',
    amount: typedDollars(fee),
  } as const
}

export const newTrip = ({ trip: { miles } }: Proposal): TypedTrip => ({
  ...{ miles: miles ?? '', isTyped: miles === null, isReturn: false, isAfterHours: false },
})

/** The trip of a mobile visit, if the company has rules that charge for it. */
function proposedCharges(proposal: Proposal): TypedCharge[] {
  const { rules, miles, isMobile } = proposal.trip
  if (!isMobile || rules === null || miles === null) return []
  const charge = chargeForTrip(proposal, newTrip(proposal))
  return charge.amount === 0 ? [] : [{ key: 'trip', ...charge }]
}

export const WHOLE_TICKET = ''

const exemptionOf = ({ exemption }: Proposal) => ({
  isExempt: false,
  certificateNumber: exemption?.certificateNumber ?? '',
  expiresOn: exemption === null || exemption.isExpired ? '' : exemption.expiresOn,
})

/** The chosen lines of the ticket. */
export function chosenLines(
  { lines, jobs }: Proposal,
  { jobNumbers }: Pick<Typed, 'jobNumbers'>,
): readonly Charge[] {
  if (jobs === null) return lines
  const isChosen = ({ jobNumber }: { readonly jobNumber: number | null }) =>
    jobNumbers.includes(String(jobNumber))
  return [
    ...lines.filter(isChosen),
    ...suppliesCharges(jobs.filter(isChosen).map(({ supplies }) => supplies)),
  ]
}

/**
 * What is proposed; of an open ticket the lines with a correction. A certificate from an earlier invoice counts once the desk
 * says that this customer is exempt.
 */
export const proposedValues = (proposal: Proposal): Typed => ({
  jobNumbers: (proposal.jobs ?? [])
    .filter(({ isDone, blockers }) => isDone && blockers.length === 0)
    .map(({ jobNumber }) => String(jobNumber)),
  taxRateIds: proposal.taxRates.filter(rate => rate.isDefault).map(({ taxRateId }) => taxRateId),
  discounts: [],
  charges: proposedCharges(proposal),
  ...exemptionOf(proposal),
  sendByEmail: false,
})

/** The typed text is shown as an error by the form; sums count it as nothing until it is a number. */
const numberOf = (typed: number | string): number => (typeof typed === 'number' ? Math.max(0, typed) : 0)

const centsOf = (typed: number | string): Cents => {
  const dollars = numberOf(typed)
  return isWholeCents(dollars) ? typedCents(dollars) : NO_MONEY
}

const percentageOfTyped = (typed: number | string): number => Math.round(numberOf(typed) * PERCENTAGE_SCALE)

type Typing = { readonly proposal: Proposal; readonly typed: Typed }

function sumsWith({ proposal, typed }: Typing, extras: readonly Charge[]) {
  const rates: TaxRate[] = proposal.taxRates
    .filter(({ taxRateId }) => !typed.isExempt && typed.taxRateIds.includes(taxRateId))
    .map(rate => ({ ...rate, percentage: Math.round(rate.percentage * PERCENTAGE_SCALE) }))
  const discounts = typed.discounts.map(({ lineId, unit, value, reason }) => ({
    lineId: lineId === WHOLE_TICKET ? null : lineId,
    amount: unit === 'amount' ? centsOf(value) : null,
    percentage: unit === 'percentage' ? percentageOfTyped(value) : null,
    reason,
  }))
  return invoiceSums([...chosenLines(proposal, typed), ...extras], discounts, rates)
}

const tripOf = ({ charges }: Typed) => {
  const trip = charges.find(({ kind }) => kind === 'trip')
  return trip === undefined ? null : { name: trip.name, amount: centsOf(trip.amount) }
}

/** What each fee comes to, in order; a percentage is of the invoice before fees. */
export function feeAmounts(typing: Typing): Cents[] {
  const fees = typing.typed.charges.filter(({ kind }) => kind === 'fee')
  const { total } = sumsWith(typing, extraChargesOf(tripOf(typing.typed), []))
  return fees.map(({ unit, amount }) =>
    feeOf(
      unit === 'amount'
        ? { amount: centsOf(amount), percentage: null }
        : { amount: null, percentage: percentageOfTyped(amount) },
      total,
    ),
  )
}

/** What the invoice comes to as typed; a sentence if a discount takes off too much. */
export function sumsOf(proposal: Proposal, typed: Typed): InvoiceSums | string {
  const amounts = feeAmounts({ proposal, typed })
  const fees = typed.charges
    .filter(({ kind }) => kind === 'fee')
    .map(({ name }, index) => ({ name, amount: amounts[index] ?? NO_MONEY }))
  const { blockers, ...sums } = sumsWith({ proposal, typed }, extraChargesOf(tripOf(typed), fees))
  return blockers.length > 0 ? 'A discount is more than what it is taken off.' : sums
}

type NewInvoice = Parameters<typeof client.billing.issueInvoice>[0]

export function toInput(ticketId: number, proposal: Proposal, typed: Typed): NewInvoice {
  const sums = sumsOf(proposal, typed)
  const trip = typed.charges.find(({ kind }) => kind === 'trip')
  const amounts = feeAmounts({ proposal, typed })
  const { certificateNumber, expiresOn, sendByEmail } = typed
  return {
    ticketId,
    ...(proposal.jobs !== null && { jobNumbers: typed.jobNumbers.map(Number) }),
    taxRateIds: typed.taxRateIds,
    discounts: typed.discounts.map(({ lineId, unit, value, reason }) => ({
      ...(lineId === WHOLE_TICKET ? {} : { lineId }),
      [unit]: unit === 'amount' ? typedCents(value) : (value as number),
      reason,
    })),
    ...(trip === undefined ? {} : { trip: { name: trip.name, amount: typedCents(trip.amount) } }),
    fees: typed.charges
      .filter(({ kind }) => kind === 'fee')
      .map(({ name, unit, amount }, index) => ({
        name,
        amount:
          unit === 'percentage' && typeof amount === 'number'
            ? (amounts[index] ?? NO_MONEY)
            : typedCents(amount),
      })),
    ...(typed.isExempt ? { exemption: { certificateNumber, expiresOn } } : {}),
    sendByEmail,
    expectedTotal: typeof sums === 'string' ? NO_MONEY : sums.total,
  }
}

/** The contract's field for each of the form's. */
function toFormPath(path: string, { charges }: Typed): string {
  const fee = /^fees\.(\d+)\.(\w+)$/.exec(path)
  const indexOf = (kind: TypedCharge['kind'], nth: number): number =>
    charges.map((charge, index) => (charge.kind === kind ? index : -1)).filter(index => index >= 0)[nth] ?? 0
  if (fee !== null) return `charges.${indexOf('fee', Number(fee[1]))}.${fee[2]}`
  return path
    .replace(/^trip\./, `charges.${indexOf('trip', 0)}.`)
    .replace(/^exemption\./, '')
    .replace(/^(discounts\.\d+)\.(amount|percentage)$/, '$1.value')
}

export const toFormErrors = (errors: Readonly<Record<string, unknown>>, typed: Typed) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [toFormPath(path, typed), message as string]),
  )
