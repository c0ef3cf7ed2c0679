// Invoices, credit notes, payments and refunds in double entry. All of it goes through Accounts Receivable: a deposit is a
// credit of the customer there until an invoice takes it, so that the account's balance is what `balanceOf` says is due,
// less what is held.

import { type Cents, cents, sum } from '#domain/lib/money.ts'
import { formatPercentage } from '#domain/lib/percentage.ts'
import type { Charge, CreditedLine } from './invoice.ts'
import type { IssuedCreditNote, IssuedInvoice, Payer } from './issued-document.ts'
import { type EntryCause, type EntryKind, entryLabel, METHOD_LABELS, type PaymentMethod } from './ledger.ts'

/** The accounts, with the item an invoice's line is sold as and the type that QuickBooks Desktop calls them. */
export const ACCOUNTS = {
  receivable: { name: 'Accounts Receivable', item: '', type: 'AR' },
  funds: { name: 'Undeposited Funds', item: '', type: 'OCASSET' },
  tax: { name: 'Sales Tax Collected', item: 'Sales tax', type: 'OCLIAB' },
  labor: { name: 'Labor Sales', item: 'Labor', type: 'INC' },
  parts: { name: 'Parts Sales', item: 'Parts', type: 'INC' },
  supplies: { name: 'Shop Supplies Sales', item: 'Shop supplies', type: 'INC' },
  trip: { name: 'Trip Sales', item: 'Trip', type: 'INC' },
  fee: { name: 'Fees', item: 'Fee', type: 'INC' },
} as const
export type Account = keyof typeof ACCOUNTS

export type Posting = {
  readonly account: Account
  readonly description: string
  /** A debit is positive, a credit negative. */
  readonly amount: Cents
}

export type BookEntry = {
  /** Of the invoice, the credit note, or the ledger's entry. */
  readonly entryId: string
  readonly kind: 'invoice' | 'credit-note' | 'void' | EntryKind
  /** The company's date, `YYYY-MM-DD`. */
  readonly day: string
  /** Of an invoice; empty for all others. */
  readonly dueOn: string
  /** The document's, or that of the invoice that a payment counts for; empty without one. */
  readonly number: string
  /** Of a credit note, the invoice that it takes back from; empty for all others. */
  readonly credits: string
  readonly ticketId: number
  readonly payer: Payer
  /** The ticket's own record of its customer, not the one that it was merged into; null without one. */
  readonly customerId: string | null
  readonly email: string
  readonly phone: string
  /** Of money in and out. */
  readonly payment: {
    readonly method: PaymentMethod
    readonly reference: string
    readonly note: string
    /** The invoice that it was taken for, if that was taken back since; empty otherwise. */
    readonly creditedNumber: string
    /** The payment or deposit that it voids; null for all others. */
    readonly voidsEntryId: string | null
  } | null
  /** Add up to 0; none of them is 0. */
  readonly postings: readonly Posting[]
}

type Common = Pick<
  BookEntry,
  'entryId' | 'day' | 'number' | 'ticketId' | 'payer' | 'customerId' | 'email' | 'phone'
>

const isMoved = ({ amount }: Posting): boolean => amount !== 0
const negative = (amount: Cents): Cents => cents(-amount)

/** `2 × Motor`, as far as a line says how many. */
const lineLabel = ({ kind, quantity, description }: Charge): string => {
  if (quantity === null) return description
  return kind === 'labor' ? `${quantity} h ${description}` : `${quantity} × ${description}`
}

/** An issued invoice: what the customer owes, against sales and tax. Discounts are taken off the sales they are of. */
export function invoiceEntry(
  common: Common,
  { lines, taxes, total }: Pick<IssuedInvoice, 'lines' | 'taxes' | 'total'>,
  dueOn: string,
): BookEntry {
  const postings: Posting[] = [
    { account: 'receivable', description: `Invoice ${common.number}`, amount: total },
    ...lines.map(line => ({
      ...{ account: line.kind, description: lineLabel(line), amount: negative(line.net) },
    })),
    ...taxes.map(({ name, percentage, amount }) => ({
      account: 'tax' as const,
      description: `${name} ${formatPercentage(percentage)}`,
      amount: negative(amount),
    })),
  ]
  return { ...common, kind: 'invoice', dueOn, credits: '', payment: null, postings: postings.filter(isMoved) }
}

/** A credit note: the same accounts as its invoice, the other way round. */
export function creditNoteEntry(
  common: Common,
  note: Pick<IssuedCreditNote, 'lines' | 'total' | 'invoiceNumber'>,
  invoice: Pick<IssuedInvoice, 'lines' | 'taxes'>,
): BookEntry {
  const kindOf = ({ lineId }: CreditedLine) =>
    invoice.lines.find(line => line.lineId === lineId)?.kind ?? 'fee'
  const postings: Posting[] = [
    {
      account: 'receivable',
      description: `Credit note ${common.number} for invoice ${note.invoiceNumber}`,
      amount: negative(note.total),
    },
    ...note.lines.map(line => ({
      ...{ account: kindOf(line), description: line.description, amount: line.net },
    })),
    ...invoice.taxes.map(({ taxRateId, name, percentage }) => ({
      account: 'tax' as const,
      description: `${name} ${formatPercentage(percentage)}`,
      amount: sum(note.lines.map(({ taxes }) => taxes[taxRateId] ?? cents(0))),
    })),
  ]
  return {
    ...common,
    ...{ kind: 'credit-note', dueOn: '', credits: note.invoiceNumber, payment: null },
    postings: postings.filter(isMoved),
  } as const
}

type Payment = NonNullable<BookEntry['payment']> & {
  readonly kind: EntryKind
  readonly amount: Cents
  readonly cause?: EntryCause | null
}

/** After "paid": for what, and where it counts now that this was taken back. `number` is the ticket's open invoice; empty without one. */
export const creditedMemo = (creditedNumber: string, number: string): string =>
  `for ${creditedNumber}, which was credited; ${number === '' ? 'held for the next invoice' : `counts for ${number}`}`

/** A payment, deposit or refund, or what voids one. */
export function paymentEntry(common: Common, payment: Payment): BookEntry {
  const { kind, amount, method, reference, note, creditedNumber, voidsEntryId } = payment
  const received = kind === 'refund' ? negative(amount) : amount
  const description = [
    entryLabel(payment),
    `${METHOD_LABELS[method].toLowerCase()}${reference === '' ? '' : ` ${reference}`}`,
    ...(creditedNumber === '' ? [] : [`Paid ${creditedMemo(creditedNumber, common.number)}`]),
  ].join(', ')
  return {
    ...common,
    kind: voidsEntryId === null ? kind : 'void',
    ...{ dueOn: '', credits: '' },
    payment: { method, reference, note, creditedNumber, voidsEntryId },
    postings: [
      { account: 'funds', description, amount: received },
      { account: 'receivable', description, amount: negative(received) },
    ],
  }
}

/** `$` of a posting as it is in files: two decimals, no sign. */
export const amountText = (amount: Cents): string => (Math.abs(amount) / 100).toFixed(2)

const NO_AMOUNT: Posting = { account: 'receivable', description: 'Comes to $0.00', amount: cents(0) }

/**
 * The entries as a journal, a row for each debit and credit; those of one entry stand together. A document of $0.00 has one
 * row. `nameOf` tells customers of one name apart.
 */
export const journalRows = (
  entries: readonly BookEntry[],
  nameOf: (entry: BookEntry) => string = ({ payer }) => payer.name,
): string[][] => [
  ['Entry', 'Date', 'Kind', 'Number', 'Ticket', 'Customer', 'Account', 'Debit', 'Credit', 'Memo'],
  ...entries.flatMap((entry, index) =>
    (entry.postings.length === 0 ? [NO_AMOUNT] : entry.postings).map(({ account, amount, description }) => [
      ...[String(index + 1), entry.day, entry.kind, entry.number, String(entry.ticketId), nameOf(entry)],
      ACCOUNTS[account].name,
      ...[amount >= 0 ? amountText(amount) : '', amount < 0 ? amountText(amount) : '', description],
    ]),
  ),
]
