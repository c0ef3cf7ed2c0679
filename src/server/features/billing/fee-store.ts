// Fees by rule in the database: which are proposed, and the invoices that have them.

import {
  type FeeProposal,
  type LateInvoice,
  NO_FEE_CHOICES,
  pickupDayOf,
  proposedFees,
} from '#domain/billing/fee-proposals.ts'
import { chargedTerms, describeMethodFee, type MethodFee } from '#domain/billing/fee-rules.ts'
import { extraChargesOf, invoiceSums } from '#domain/billing/invoice.ts'
import { dueOn, freezeInvoice } from '#domain/billing/issued-document.ts'
import {
  balanceOf,
  invoiceToPay,
  METHOD_LABELS,
  type PaymentMethod,
  withOpenAmounts,
  withoutVoided,
} from '#domain/billing/ledger.ts'
import type { BillingSettings } from '#domain/billing/settings.ts'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { type Cents, cents, formatMoney, NO_MONEY } from '#domain/lib/money.ts'
import { percentageOf } from '#domain/lib/percentage.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { recordActivity } from '#server/features/tickets/store.ts'
import { findAgreedPayment, findBookingPaymentView, settleBookingPayment } from './booking-payment-store.ts'
import {
  addDocument,
  assertSettled,
  canTakeCards,
  getBillingSettings,
  listEntries,
  listInvoices,
  type Money,
  type StoredInvoice,
} from './store.ts'

/** What the desk chose of a ticket's fees. */
export async function getFeeChoices(work: UnitOfWork, ticketId: number) {
  const row = await work
    .from('ticket')
    .select('feeChoices')
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()
  return row?.feeChoices ?? NO_FEE_CHOICES
}

type OpenInvoices = readonly (StoredInvoice & { readonly open: Cents })[]

/** The fees that the ticket may be charged now, and the day by which its RV is to be picked up; none for a former customer. */
export async function getProposedFees(
  work: UnitOfWork,
  ticket: Ticket,
  { feeRules: rules, isOn }: BillingSettings,
  invoices: OpenInvoices,
): Promise<{ readonly fees: readonly FeeProposal[]; readonly pickupOn: string | null }> {
  if (!isOn || isFormerCustomer(ticket.customerDetails)) return { fees: [], pickupOn: null }
  const { ticketId } = ticket
  const choices = await getFeeChoices(work, ticketId)
  const terms = await findAgreedPayment(work, ticketId)
  const { received, charged } = balanceOf(invoices, terms === null ? [] : await listEntries(work, ticketId))
  const { timeZone, now } = work
  const facts = {
    ...{ rules, ticket, choices, timeZone },
    bookingPayment: terms && { terms, unspent: cents(received - charged) },
    invoices: invoices.map(
      ({ document, ...invoice }): LateInvoice => ({ ...invoice, feeTerms: document.feeTerms }),
    ),
    addedKeys: invoices.flatMap(({ feeKey }) => feeKey ?? []),
  }
  return { fees: proposedFees(facts, now), pickupOn: pickupDayOf(ticket, rules, choices, timeZone) }
}

/** @throws Refusal if money is due, or is held that pays no fee and does not go back by itself, before the ticket is `closed`. */
export async function assertClosable(work: UnitOfWork, closed: Ticket): Promise<void> {
  const { ticketId } = closed
  const invoices = await listOpenInvoices(work, ticketId)
  const { fees } = await getProposedFees(work, closed, await getBillingSettings(work), invoices)
  const { isReturned } = await settleBookingPayment(work, closed)
  await assertSettled(work, ticketId, fees.length > 0 || isReturned)
}

/** The fees by method that a payment of these invoices bears: those of the invoice that it is for. */
export function paymentFeesOf(
  { feeRules }: BillingSettings,
  invoices: readonly StoredInvoice[],
  balance: { readonly due: Cents },
): readonly MethodFee[] {
  return chargedTerms(invoiceToPay(invoices, balance)?.document.feeTerms, feeRules).methods
}

/** What paying this amount by a method adds. */
export const paymentFeeOf = (fees: readonly MethodFee[], method: PaymentMethod, amount: Cents): Cents =>
  percentageOf(amount, fees.find(fee => fee.method === method)?.percentage ?? 0)

/** What a payment by card of all that is due adds. */
export async function getCardFee(work: UnitOfWork, ticketId: number): Promise<Cents> {
  const settings = await getBillingSettings(work)
  const invoices = await listInvoices(work, ticketId)
  const balance = balanceOf(invoices, await listEntries(work, ticketId))
  if (balance.due === 0) return NO_MONEY
  return paymentFeeOf(paymentFeesOf(settings, invoices, balance), 'card', balance.due)
}

/** What a ticket's customer sees of its money; null while there is nothing of it. */
export async function getCustomerMoney(work: UnitOfWork, ticket: Ticket, money: Money, cards: object | null) {
  const { invoices, balance, deposit } = money
  const entries = withoutVoided(money.entries)
  const bookingPayment = await findBookingPaymentView(work, ticket, money)
  if (invoices.length + entries.length === 0 && deposit === null && bookingPayment === null) return null
  const fees = paymentFeesOf(await getBillingSettings(work), invoices, balance)
  return {
    ...balance,
    deposit,
    bookingPayment,
    canPayByCard: await canTakeCards(work, cards),
    cardFee: paymentFeeOf(fees, 'card', balance.due),
    feeNotes: balance.due > 0 ? fees.map(describeMethodFee) : [],
    invoices: withOpenAmounts(invoices, balance),
    entries,
  }
}

/** Issues an invoice with a fee alone, which bears no late fee itself. The caller holds the ticket's lock. */
export async function addFeeInvoice(
  work: UnitOfWork,
  ticket: Ticket,
  { key, name, amount }: Pick<FeeProposal, 'key' | 'name' | 'amount'>,
): Promise<{ invoiceId: string; number: string }> {
  const settings = await getBillingSettings(work)
  const { blockers: _, ...sums } = invoiceSums(extraChargesOf(null, [{ name, amount }]), [], [])
  const terms = { ...settings, feeRules: { ...settings.feeRules, late: null } }
  const lines = { ticket, components: [], jobs: [], laborRate: null }
  const issued = await addDocument(work, {
    ...{ ticketId: ticket.ticketId, kind: 'invoice', isPartial: true, feeKey: key, creditsInvoiceId: null },
    document: freezeInvoice(lines, sums, await getCompany(work), terms, null, []),
    dueOn: dueOn(dayOf(work.now, work.timeZone), settings),
  } as const)
  recordActivity(work, ticket, 'add-fee', { invoice: issued.number, invoiceId: issued.invoiceId })
  return issued
}

/** The key of the fee by method that a payment bears. */
export const paymentFeeKey = (entryId: string): string => `payment-${entryId}`

type PaidFee = {
  readonly entryId: string
  readonly method: PaymentMethod
  /** What was paid besides the fee. */
  readonly amount: Cents
  readonly fee: Cents
}

/** Issues the invoice of the fee by method that this payment has paid with it. */
export const addPaymentFee = (
  work: UnitOfWork,
  ticket: Ticket,
  { entryId, method, amount, fee }: PaidFee,
): Promise<{ invoiceId: string; number: string }> =>
  addFeeInvoice(work, ticket, {
    key: paymentFeeKey(entryId),
    name: `${METHOD_LABELS[method]} fee for the payment of ${formatMoney(amount)}`,
    amount: fee,
  })

/** The invoices of a ticket with what is open of each, and its money. */
export async function listOpenInvoices(work: UnitOfWork, ticketId: number) {
  const invoices = await listInvoices(work, ticketId)
  return withOpenAmounts(invoices, balanceOf(invoices, await listEntries(work, ticketId)))
}
