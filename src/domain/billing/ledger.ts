// What was paid for a ticket. Entries are never changed; every balance is computed from all of them. Money belongs to
// the ticket's payer, so a deposit counts for the invoice as soon as there is one, and what is paid too much is credit. Of
// several invoices it pays the oldest first. A slip at the desk is voided on the same day, by a refund of all of it that
// names it.

import { dayOf } from '#domain/lib/company-time.ts'
import { type Cents, cents, formatMoney, NO_MONEY, sum } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { Blocker } from '#domain/refusals/refusal-sentence.ts'

export const ENTRY_KINDS = ['payment', 'deposit', 'refund'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** `card`: on a terminal elsewhere; no card number comes here. */
export const PAYMENT_METHODS = ['cash', 'check', 'card', 'transfer'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  cash: 'Cash',
  check: 'Check',
  card: 'Card',
  transfer: 'Bank transfer',
}

const METHOD_PHRASES: Readonly<Record<PaymentMethod, string>> = {
  cash: 'in cash',
  check: 'by check',
  card: 'by card',
  transfer: 'by bank transfer',
}

/** As in a sentence: `$120.00 by check`. */
export const describeAmount = (amount: Cents, method: PaymentMethod): string =>
  `${formatMoney(amount)} ${METHOD_PHRASES[method]}`

/**
 * Why the payment service moved money without the company: the customer's bank took it, gave it back, or did not take a
 * refund. Money out is a refund, money in a payment or deposit.
 */
export const ENTRY_CAUSES = ['dispute', 'dispute-won', 'refund-failed'] as const
export type EntryCause = (typeof ENTRY_CAUSES)[number]

const KIND_LABELS: Readonly<Record<EntryKind, string>> = {
  payment: 'Payment',
  deposit: 'Deposit',
  refund: 'Refund',
}

const CAUSE_LABELS: Readonly<Record<EntryCause, string>> = {
  dispute: 'Payment disputed',
  'dispute-won': 'Dispute won',
  'refund-failed': 'Refund failed',
}

type LabeledEntry = {
  readonly kind: EntryKind
  readonly voidsEntryId?: string | null
  readonly cause?: EntryCause | null
}

/** What an entry is called on screen and paper. */
export const entryLabel = ({ kind, voidsEntryId = null, cause = null }: LabeledEntry): string =>
  voidsEntryId !== null ? 'Void' : cause === null ? KIND_LABELS[kind] : CAUSE_LABELS[cause]

export type LedgerEntry = {
  readonly kind: EntryKind
  /** Greater than 0; a refund is money out. */
  readonly amount: Cents
}

/** An invoice with what its credit notes took back. */
export type InvoiceState = {
  readonly number: string
  readonly total: Cents
  /** Null without a credit note. */
  readonly credited: Cents | null
  /** The company's date, `YYYY-MM-DD`. */
  readonly dueOn: string
}

type ChargedInvoice = Pick<InvoiceState, 'total' | 'credited'>

/** What these credit notes of an invoice took back; null without one. */
export const creditedBy = (notes: readonly { readonly total: Cents }[]): Cents | null =>
  notes.length === 0 ? null : sum(notes.map(({ total }) => total))

/** Credit notes took all of it back. An invoice of $0.00 takes one of $0.00. */
export const isFullyCredited = ({ total, credited }: ChargedInvoice): boolean => credited === total

/** What an invoice comes to after its credit notes. */
export const chargedOf = ({ total, credited }: ChargedInvoice): Cents => cents(total - (credited ?? 0))

export type Balance = {
  /** All invoices less all credit notes. */
  readonly charged: Cents
  /** Payments and deposits less refunds. */
  readonly received: Cents
  readonly due: Cents
  /** Deposits that wait for an invoice. */
  readonly held: Cents
  /** What was paid beyond the invoice. */
  readonly credit: Cents
}

/** What a ticket's invoices and entries come to, in any order. */
export function balanceOf(invoices: readonly ChargedInvoice[], entries: readonly LedgerEntry[]): Balance {
  const charged = sum(invoices.map(chargedOf))
  const received = sum(entries.map(({ kind, amount }) => (kind === 'refund' ? cents(-amount) : amount)))
  const surplus = cents(Math.max(0, received - charged))
  const isOpen = invoices.some(invoice => !isFullyCredited(invoice))
  return {
    charged,
    received,
    due: cents(Math.max(0, charged - received)),
    held: isOpen ? NO_MONEY : surplus,
    credit: isOpen ? surplus : NO_MONEY,
  }
}

/**
 * A ticket's invoices, oldest first, each with what is left to pay of it as `open`: what is due falls on the newest ones.
 * The amounts add up to `due`; what went back beyond all that was paid is due on the last one that stands.
 */
export function withOpenAmounts<Invoice extends ChargedInvoice>(
  invoices: readonly Invoice[],
  { due }: Pick<Balance, 'due'>,
): (Invoice & { readonly open: Cents })[] {
  const charged = sum(invoices.map(chargedOf))
  const lastOpen = invoices.findLastIndex(invoice => !isFullyCredited(invoice))
  const bearer = lastOpen < 0 ? invoices.length - 1 : lastOpen
  let left = Math.min(due, charged)
  const newestFirst = invoices.toReversed().map(invoice => {
    const open = Math.min(left, chargedOf(invoice))
    left -= open
    return { ...invoice, open }
  })
  const beyond = Math.max(0, due - charged)
  return newestFirst
    .reverse()
    .map((invoice, index) => ({ ...invoice, open: cents(invoice.open + (index === bearer ? beyond : 0)) }))
}

/** The invoice that a payment is for: the oldest with something left to pay or, without one, the last. */
export const invoiceToPay = <Invoice extends ChargedInvoice>(
  invoices: readonly Invoice[],
  balance: Pick<Balance, 'due'>,
): Invoice | undefined =>
  withOpenAmounts(invoices, balance).find(({ open }) => open > 0) ??
  invoices.findLast(each => !isFullyCredited(each))

/** What a ticket's customer is billed, has paid, and owes. */
export type InvoicedAmounts = { readonly total: Cents; readonly paid: Cents; readonly due: Cents }

/** Of a ticket with an open invoice, less its credit notes; null for any other. */
export function invoicedAmountsOf(
  invoices: readonly ChargedInvoice[],
  entries: readonly LedgerEntry[],
): InvoicedAmounts | null {
  if (invoices.every(isFullyCredited)) return null
  const { charged: total, received: paid, due } = balanceOf(invoices, entries)
  return { total, paid, due }
}

/** `$500.00 paid, $870.91 due`; what was paid beyond the invoice is credit. */
export function describePaid({ total, paid, due }: InvoicedAmounts): string {
  if (due > 0)
    return paid > 0 ? `${formatMoney(paid)} paid, ${formatMoney(due)} due` : `${formatMoney(due)} due`
  return paid > total ? `Paid, ${formatMoney(cents(paid - total))} credit` : 'Paid'
}

/** What is missing of a deposit that was asked for; nothing once there is an invoice to pay. */
export const depositDue = (
  asked: Cents | null,
  { received, charged }: Pick<Balance, 'received' | 'charged'>,
): Cents => cents(asked === null || charged > 0 ? 0 : Math.max(0, asked - received))

/** @throws Refusal if the invoice was taken back or nothing is due on it. */
export function assertPayable(invoice: InvoiceState, { due }: Pick<Balance, 'due'>): void {
  const { number } = invoice
  if (isFullyCredited(invoice)) throw new Refusal([{ code: 'invoice.credited', number }])
  if (due === 0) throw new Refusal([{ code: 'invoice.paid', number }])
}

/** @throws Refusal if that is more than was paid and not refunded yet. */
export function assertRefundable(amount: Cents, { received }: Pick<Balance, 'received'>): void {
  if (amount > received) throw new Refusal([{ code: 'refund.too-much', received }])
}

type HandEntry = LedgerEntry & {
  readonly entryId: string
  readonly voidsEntryId: string | null
  readonly processorId: string | null
  readonly at: Date
}

/** The entries that customers see: without slips that were voided, and without what voids them. */
export const withoutVoided = <
  Entry extends { readonly entryId: string; readonly voidsEntryId: string | null },
>(
  entries: readonly Entry[],
): Entry[] => {
  const voided = new Set(entries.map(({ voidsEntryId }) => voidsEntryId))
  return entries.filter(({ entryId, voidsEntryId }) => voidsEntryId === null && !voided.has(entryId))
}

type VoidContext = {
  /** All of the ticket's. */
  readonly entries: readonly Pick<HandEntry, 'voidsEntryId'>[]
  readonly balance: Pick<Balance, 'received'>
  /** The company's date, `YYYY-MM-DD`, and its time zone. */
  readonly today: string
  readonly timeZone: string
}

/** Why a payment or deposit cannot be voided. */
export function blockersForVoiding(
  { entryId, kind, amount, processorId, at }: HandEntry,
  { entries, balance: { received }, today, timeZone }: VoidContext,
): Blocker[] {
  if (kind === 'refund' || processorId !== null) return [{ code: 'void.no-payment' }]
  if (entries.some(({ voidsEntryId }) => voidsEntryId === entryId)) return [{ code: 'void.done' }]
  const day = dayOf(at, timeZone)
  if (day !== today) return [{ code: 'void.later', day }]
  return amount > received ? [{ code: 'void.refunded', received }] : []
}

type CardEntry = LedgerEntry & {
  readonly processorId: string | null
  readonly reference: string
}

/**
 * What of a payment by card online can go back to the card; null for any other entry. Refunds, disputes and what came back
 * of them have the payment as their reference.
 */
export function refundableToCard(entry: CardEntry, entries: readonly CardEntry[]): Cents | null {
  const { amount, processorId, reference } = entry
  if (processorId === null || processorId !== reference) return null
  const later = entries.filter(each => each.reference === processorId && each.processorId !== processorId)
  return cents(amount - sum(later.map(each => (each.kind === 'refund' ? each.amount : cents(-each.amount)))))
}

/** Those of an open invoice, which a ticket's card shows. */
export const OPEN_MONEY_STATES = ['due', 'partly-paid', 'overdue', 'paid'] as const
export type OpenMoneyState = (typeof OPEN_MONEY_STATES)[number]

export type MoneyState = 'not-invoiced' | OpenMoneyState | 'credited'

/** What is owed in one word, of all invoices, which are oldest first. `today` is the company's date. */
export function moneyStateOf(
  invoices: readonly InvoiceState[],
  { due, received }: Pick<Balance, 'due' | 'received'>,
  today: string,
): MoneyState {
  if (invoices.length === 0) return 'not-invoiced'
  if (due === 0) return invoices.every(isFullyCredited) ? 'credited' : 'paid'
  if (withOpenAmounts(invoices, { due }).some(({ dueOn, open }) => dueOn < today && open > 0))
    return 'overdue'
  return received > 0 ? 'partly-paid' : 'due'
}

/** The same for a card, which says nothing without an open invoice. */
export function openMoneyStateOf(
  invoices: readonly InvoiceState[],
  entries: readonly LedgerEntry[],
  today: string,
): OpenMoneyState | null {
  const state = moneyStateOf(invoices, balanceOf(invoices, entries), today)
  return state === 'not-invoiced' || state === 'credited' ? null : state
}

type OpenMoney = {
  readonly state: MoneyState
  readonly due: Cents
  readonly held: Cents
  /** The number of the invoice to pay; undefined without one. */
  readonly number: string | undefined
  /** Whether what is not invoiced comes to anything. */
  readonly isCharged: boolean
  /** The fees that are proposed until it is completed. */
  readonly fees: Cents
}

/** Asked before a ticket is completed of whose money something is open; null if nothing is. */
export function completionQuestion(money: OpenMoney): string | null {
  const { state, due, held, number, isCharged, fees } = money
  if (fees > 0) {
    const question = completionQuestion({ ...money, fees: NO_MONEY })
    return `${formatMoney(fees)} of fees can be added now, and not afterwards. ${question ?? 'Complete the ticket anyway?'}`
  }
  if (due > 0) return `${formatMoney(due)} is still due on invoice ${number}. Complete the ticket anyway?`
  const isInvoiced = state !== 'not-invoiced' && state !== 'credited'
  if (isInvoiced)
    return isCharged ? 'Some of this ticket’s work is not invoiced. Complete the ticket anyway?' : null
  if (!isCharged && held === 0) return null
  const deposit = held > 0 ? `, and ${formatMoney(held)} is held for it` : ''
  return `This ticket is not invoiced${deposit}. Complete it anyway?`
}
