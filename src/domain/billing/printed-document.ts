// Invoice, receipt and credit note as they are printed: all their text, from what was frozen. The amounts of an invoice's
// lines add up to its subtotal, and from there to what is due.

import type { EmphasizedValue, LabeledValue, ScannedLink } from '#domain/documents/ticket-document.ts'
import { qualificationLine } from '#domain/employees/qualification.ts'
import { dayOf, formatDate } from '#domain/lib/company-time.ts'
import { formatHours } from '#domain/lib/hours.ts'
import { type Cents, cents, formatMoney, sum, timesFraction } from '#domain/lib/money.ts'
import { formatPercentage } from '#domain/lib/percentage.ts'
import { type ClaimCode, CODE_REVOKED } from '#domain/rig-claims/claim-code.ts'
import { rigName } from '#domain/rigs/rig.ts'
import {
  type CustomerSignature,
  type PrintedSignature,
  printedSignature,
} from '#domain/signatures/signature.ts'
import { techniciansLine } from '#domain/tickets/assignment.ts'
import { byTheClock, formatBilledHours } from '#domain/tickets/labor.ts'
import { rigVisitLines } from '#domain/tickets/rig-visit.ts'
import { NO_RIG_VISIT } from '#domain/tickets/rig-visit-fields.ts'
import { describeFeeTerms } from './fee-rules.ts'
import { dueOn, type IssuedCreditNote, type IssuedInvoice, type Payer, termsOf } from './issued-document.ts'
import {
  type Balance,
  balanceOf,
  chargedOf,
  creditedBy,
  type EntryCause,
  entryLabel,
  isFullyCredited,
  type LedgerEntry,
  METHOD_LABELS,
  type PaymentMethod,
  withOpenAmounts,
  withoutVoided,
} from './ledger.ts'

type PrintedLine = {
  readonly description: string
  readonly quantity: string
  readonly unitPrice: string
  readonly amount: string
}

/** A job line with what was found and done, and the charges for it. */
type PrintedJob = {
  readonly jobNumber: number
  readonly complaint: string
  /** Cause and correction, where there is one. */
  readonly findings: readonly LabeledValue[]
  readonly lines: readonly PrintedLine[]
}

/** All text as printed. */
export type PrintedDocument = {
  readonly title:
    | 'Invoice'
    | 'Receipt'
    | 'Refund receipt'
    | 'Voided payment'
    | 'Credit note'
    | 'Purchase order'
  readonly number: string
  /** Name first, then address and phone. */
  readonly company: readonly string[]
  readonly about: readonly LabeledValue[]
  readonly payerTitle: 'Bill to' | 'Received from' | 'Refunded to' | 'Customer' | 'Credit to' | 'Vendor'
  readonly payer: readonly string[]
  /** What is beside the payer; the RV if it is absent. */
  readonly rigTitle?: 'RV' | 'Ship to'
  readonly rig: readonly string[]
  readonly jobs: readonly PrintedJob[]
  /** Charges for the whole ticket. */
  readonly lines: readonly PrintedLine[]
  readonly totals: readonly EmphasizedValue[]
  readonly notes: readonly string[]
  readonly footText: string
  /** What the customer signed of it. */
  readonly signatures?: readonly PrintedSignature[]
  /** What a signature on it is; null for no place to sign. */
  readonly signature: string | null
  /** The customer's page of the ticket; null without a link. */
  readonly link: ScannedLink | null
}

/** What all of a ticket's documents need besides what was frozen. */
export type PrintContext = {
  readonly ticketId: number
  readonly timeZone: string
  /** The customer's page of the ticket; null without a link. */
  readonly url: string | null
  /** Whether it can be paid there. */
  readonly isPayable: boolean
  /** How the rig is claimed; null for a rig that cannot be. */
  readonly claim: (ClaimCode & { readonly isCompleted: boolean }) | null
  /** What the customer signed on the ticket. */
  readonly signatures: readonly CustomerSignature[]
  /** How customers read a technician's name. */
  readonly nameOf: (name: string) => string
}

type NumberedInvoice = {
  readonly number: string
  readonly total: Cents
  readonly credited: Cents | null
  readonly dueOn: string
  readonly issuedAt: Date
  readonly document: IssuedInvoice
  readonly creditNotes: readonly { readonly number: string; readonly total: Cents; readonly issuedAt: Date }[]
}

type PrintedEntry = LedgerEntry & {
  readonly entryId: string
  readonly method: PaymentMethod
  readonly reference: string
  readonly note: string
  readonly cause?: EntryCause | null
  readonly at: Date
  readonly voidsEntryId: string | null
}

const negative = (amount: Cents): Cents => cents(-amount)

const nonEmpty = (lines: readonly (string | null)[]): string[] =>
  lines.filter(line => line !== null && line !== '') as string[]

/** `Nov 20, 2025` */
const printedDay = (day: string): string => `${formatDate(day)}, ${Number(day.slice(0, 4))}`

const plain = (label: string, amount: Cents): EmphasizedValue => ({
  label,
  value: formatMoney(amount),
  isStrong: false,
})
const strong = (label: string, amount: Cents): EmphasizedValue => ({
  ...plain(label, amount),
  isStrong: true,
})

type Line = IssuedInvoice['lines'][number]

/** The price of one hour or one part, where it is known and times the quantity it is the amount. */
function unitPriceOf({ kind, lineId, quantity, amount }: Line, document: IssuedInvoice): Cents | null {
  if (quantity === null) return null
  const price = document.unitPrices?.[lineId] ?? (kind === 'labor' ? document.laborRate : null)
  if (price === null) return null
  const scale = kind === 'labor' ? 100 : 1000
  return timesFraction(price, Math.round(quantity * scale), scale) === amount ? price : null
}

function printedLineOf(line: Line, document: IssuedInvoice): PrintedLine {
  const { kind, lineId, description, quantity, amount } = line
  const price = unitPriceOf(line, document)
  const isLabor = kind === 'labor'
  const rateName = isLabor && quantity === null ? 'flat price' : document.rateNames?.[lineId]
  const isByClock = quantity !== null && document.clockTerms?.[lineId] !== undefined
  const formatQuantity = isByClock ? formatBilledHours : isLabor ? formatHours : String
  return {
    description: isLabor
      ? ['Labor', rateName ?? [], isByClock ? byTheClock(quantity) : []].flat().join(', ')
      : description,
    quantity: quantity === null ? '' : formatQuantity(quantity),
    unitPrice: price === null ? '' : formatMoney(price),
    amount: formatMoney(amount),
  }
}

function printedJobsOf(document: IssuedInvoice, nameOf: PrintContext['nameOf']): PrintedJob[] {
  return document.jobs.map(({ jobNumber, problem, cause, correction, component = '', technicians = [] }) => ({
    jobNumber,
    complaint: problem,
    findings: [
      { label: 'Component', value: component },
      { label: 'Cause', value: cause },
      { label: 'Correction', value: correction },
      techniciansLine(technicians.map(nameOf)),
      { label: 'Labor', value: document.clockTerms?.[`labor-${jobNumber}`] ?? '' },
    ].filter(({ value }) => value !== ''),
    lines: document.lines
      .filter(line => line.jobNumber === jobNumber)
      .map(line => printedLineOf(line, document)),
  }))
}

function discountLabel(
  { lineId, percentage, reason }: IssuedInvoice['discounts'][number],
  { lines }: IssuedInvoice,
): string {
  const line = lines.find(each => each.lineId === lineId)
  const of = line === undefined ? '' : ` on ${line.kind === 'labor' ? 'labor: ' : ''}${line.description}`
  const share = percentage === null ? '' : ` ${formatPercentage(percentage)}`
  return `Discount${share}${of} (${reason})`
}

const sellerLines = ({ companyName, companyAddress, companyPhone }: IssuedInvoice['seller']): string[] =>
  nonEmpty([companyName, companyAddress, companyPhone])

const payerLines = ({ name, address }: Payer): string[] => nonEmpty([name, address])

const rigLines = (rig: IssuedInvoice['rig']): string[] =>
  nonEmpty([rigName(rig), rig.vin && `VIN ${rig.vin}`, ...rigVisitLines(rig.visit ?? NO_RIG_VISIT)])

const linkOf = ({ url, isPayable }: PrintContext, isDue: boolean): PrintedDocument['link'] =>
  url === null
    ? null
    : {
        url,
        caption: isDue && isPayable ? 'Scan to see this ticket and pay online' : 'Scan to see this ticket',
      }

const entryRow = (entry: PrintedEntry, timeZone: string): string => {
  const { method, reference, at } = entry
  return [
    `${entryLabel(entry)} ${printedDay(dayOf(at, timeZone))}`,
    `${METHOD_LABELS[method].toLowerCase()}${reference === '' || reference.startsWith('pi_') ? '' : ` ${reference}`}`,
  ].join(', ')
}

/** The money of an invoice's ticket. `invoices` are oldest first. */
type TicketMoney = {
  readonly invoices: readonly Pick<NumberedInvoice, 'number' | 'total' | 'credited'>[]
  readonly entries: readonly PrintedEntry[]
}

/** What came after the total: credit notes and money, then what is due. */
function settlementOf(
  invoice: NumberedInvoice,
  { invoices, entries, balance }: TicketMoney & { readonly balance: Balance },
  timeZone: string,
): EmphasizedValue[] {
  const { due, credit } = balance
  const notes = invoice.creditNotes.map(({ number, total, issuedAt }) =>
    plain(`Credit note ${number}, ${printedDay(dayOf(issuedAt, timeZone))}`, negative(total)),
  )
  // What was paid belongs to the invoice that is open.
  if (isFullyCredited(invoice)) return [...notes, strong('Balance due', cents(0))]
  // Payments are for the whole ticket: each of its invoices has what they pay of it.
  if (invoices.filter(each => !isFullyCredited(each)).length > 1) {
    const own = withOpenAmounts(invoices, balance).find(({ number }) => number === invoice.number)
    const open = own?.open ?? cents(0)
    const paid = cents(chargedOf(invoice) - open)
    return [
      ...notes,
      ...(paid > 0 ? [plain('Paid', negative(paid))] : []),
      strong('Balance due', open),
      ...(due > open ? [plain('Due on all invoices of this ticket', due)] : []),
      ...(credit > 0 ? [plain('Your credit', credit)] : []),
    ]
  }
  return [
    ...notes,
    ...entries.map(entry =>
      plain(entryRow(entry, timeZone), entry.kind === 'refund' ? entry.amount : negative(entry.amount)),
    ),
    ...(entries.length < 2
      ? []
      : [
          plain(
            'Paid',
            sum(entries.map(({ kind, amount }) => (kind === 'refund' ? negative(amount) : amount))),
          ),
        ]),
    credit > 0 ? strong('Your credit', credit) : strong('Balance due', due),
  ]
}

function exemptionNotes({ exemption }: IssuedInvoice): string[] {
  if (exemption === null) return []
  const { certificateNumber, expiresOn } = exemption
  return [`Tax exempt: certificate ${certificateNumber}, valid until ${printedDay(expiresOn)}.`]
}

const qualificationNotes = ({ qualifications = [] }: IssuedInvoice, { nameOf }: PrintContext): string[] =>
  qualifications.map(qualification =>
    qualificationLine({ ...qualification, technician: nameOf(qualification.technician) }),
  )

/** An invoice with what was paid for it until now. `payer` is who it names, which may be hidden. */
export function printInvoice(
  invoice: NumberedInvoice,
  payer: Payer,
  money: TicketMoney,
  context: PrintContext,
): PrintedDocument {
  const { number, document, issuedAt } = invoice
  const { ticketId, timeZone } = context
  const issuedOn = dayOf(issuedAt, timeZone)
  const jobNumbers = document.jobs.map(({ jobNumber }) => jobNumber)
  const signatures = context.signatures.filter(({ invoiceNumber }) => invoiceNumber === number)
  const balance = balanceOf(money.invoices, money.entries)
  return {
    title: 'Invoice',
    number,
    company: sellerLines(document.seller),
    about: [
      { label: 'Invoice', value: number },
      { label: 'Ticket', value: String(ticketId) },
      { label: 'Date', value: printedDay(issuedOn) },
      { label: 'Terms', value: termsOf(document) },
      { label: 'Due', value: printedDay(dueOn(issuedOn, document)) },
    ],
    payerTitle: 'Bill to',
    payer: payerLines(payer),
    rig: rigLines(document.rig),
    jobs: printedJobsOf(document, context.nameOf),
    lines: document.lines
      .filter(({ jobNumber }) => jobNumber === null || !jobNumbers.includes(jobNumber))
      .map(line => printedLineOf(line, document)),
    totals: [
      plain('Subtotal', document.subtotal),
      ...document.discounts.map(discount =>
        plain(discountLabel(discount, document), negative(discount.taken)),
      ),
      ...document.taxes.map(({ name, percentage, base, amount }) =>
        plain(`${name} ${formatPercentage(percentage)} on ${formatMoney(base)}`, amount),
      ),
      strong('Total', invoice.total),
      ...settlementOf(invoice, { ...money, balance }, timeZone),
    ],
    notes: [
      ...exemptionNotes(document),
      ...(document.feeTerms === undefined ? [] : describeFeeTerms(document.feeTerms)),
      ...qualificationNotes(document, context),
      ...claimNotes(context),
    ],
    footText: document.footText,
    ...(signatures.length > 0 && {
      signatures: signatures.map(signature => printedSignature(signature, timeZone)),
    }),
    signature: signatures.length > 0 ? null : 'Customer signature',
    link: linkOf(context, !isFullyCredited(invoice) && balance.due > 0),
  }
}

type NumberedCreditNote = {
  readonly number: string
  readonly total: Cents
  readonly issuedAt: Date
  readonly document: IssuedCreditNote
}

/** A credit note for `invoice`. */
export function printCreditNote(
  { number, total, issuedAt, document }: NumberedCreditNote,
  invoice: Pick<NumberedInvoice, 'document'>,
  payer: Payer,
  context: PrintContext,
): PrintedDocument {
  const credited = document.lines.filter(({ net, taxes }) => net !== 0 || sum(Object.values(taxes)) !== 0)
  const taxes = invoice.document.taxes
    .map(tax => ({ ...tax, amount: sum(document.lines.map(line => line.taxes[tax.taxRateId] ?? cents(0))) }))
    .filter(({ amount }) => amount !== 0)
  return {
    title: 'Credit note',
    number,
    company: sellerLines(document.seller),
    about: [
      { label: 'Credit note', value: number },
      { label: 'For invoice', value: document.invoiceNumber },
      { label: 'Ticket', value: String(context.ticketId) },
      { label: 'Date', value: printedDay(dayOf(issuedAt, context.timeZone)) },
    ],
    payerTitle: 'Credit to',
    payer: payerLines(payer),
    rig: rigLines(invoice.document.rig),
    jobs: [],
    lines: credited.map(({ lineId, description, net }) => ({
      description: lineId.startsWith('labor-') ? `Labor: ${description}` : description,
      quantity: '',
      unitPrice: '',
      amount: formatMoney(net),
    })),
    totals: [
      plain('Subtotal', sum(credited.map(({ net }) => net))),
      ...taxes.map(({ name, percentage, amount }) =>
        plain(`${name} ${formatPercentage(percentage)}`, amount),
      ),
      strong('Total credit', total),
    ],
    notes: [`Reason: ${document.reason}`],
    footText: '',
    signature: null,
    link: linkOf(context, false),
  }
}

type ReceiptInput = {
  readonly company: IssuedInvoice['seller']
  readonly payer: Payer
  readonly rig: IssuedInvoice['rig']
  /** The ticket's invoices and entries, oldest first; later ones than this entry are left out. */
  readonly invoices: readonly NumberedInvoice[]
  readonly entries: readonly PrintedEntry[]
  /** Which of the entries it is for, from 0. */
  readonly index: number
  /** The invoice that was open when it was recorded; null without one. */
  readonly invoiceNumber: string | null
}

/** What was paid until an entry. Slips that were voided since do not count, but on their own receipt. */
function entriesUntil({ entries, index }: ReceiptInput): PrintedEntry[] {
  const counted = withoutVoided(entries)
  const entry = entries[index]
  return entries
    .slice(0, index + 1)
    .filter(each => counted.includes(each) || each === entry || each.entryId === entry?.voidsEntryId)
}

/** What was charged and paid right after an entry. */
function balanceAfter(input: ReceiptInput, at: Date): Balance {
  const { invoices, invoiceNumber } = input
  const issued = invoiceNumber === null ? [] : invoices.filter(({ issuedAt }) => issuedAt <= at)
  return balanceOf(
    issued.map(({ total, creditNotes }) => ({
      total,
      credited: creditedBy(creditNotes.filter(({ issuedAt }) => issuedAt <= at)),
    })),
    entriesUntil(input),
  )
}

/** The number of a receipt: the ticket's, and which of its entries. */
const receiptNumber = (ticketId: number, index: number): string => `${ticketId}-${index + 1}`

/** An invoice is often printed before its ticket is completed, and the code works from then on. */
function claimNotes({ claim }: PrintContext): string[] {
  if (claim === null) return []
  if (claim.code === null) return [CODE_REVOKED]
  const note = `Add this RV to your account at ${claim.url} with code ${claim.code}`
  return [claim.isCompleted ? `${note}.` : `${note}, as soon as the shop has completed your ticket.`]
}

/** The receipt of a payment, deposit or refund. */
export function printReceipt(input: ReceiptInput, context: PrintContext): PrintedDocument {
  const { company, payer, rig, entries, index, invoiceNumber } = input
  const entry = entries[index]
  if (entry === undefined) throw new RangeError(`There is no entry ${index}.`)
  const { kind, method, amount, reference, note, at } = entry
  const { charged, due, held, credit } = balanceAfter(input, at)
  const isVoid = entry.voidsEntryId !== null
  const isRefund = kind === 'refund' && !isVoid
  const voided = entries.find(({ voidsEntryId }) => voidsEntryId === entry.entryId)
  const number = receiptNumber(context.ticketId, index)
  return {
    title: isVoid ? 'Voided payment' : isRefund ? 'Refund receipt' : 'Receipt',
    number,
    company: sellerLines(company),
    about: [
      { label: 'Receipt', value: number },
      { label: 'Ticket', value: String(context.ticketId) },
      ...(invoiceNumber === null ? [] : [{ label: 'For invoice', value: invoiceNumber }]),
      { label: 'Date', value: printedDay(dayOf(at, context.timeZone)) },
      { label: isRefund ? 'Refunded by' : 'Paid by', value: METHOD_LABELS[method] },
      ...(reference === '' ? [] : [{ label: 'Reference', value: reference }]),
    ],
    payerTitle: isVoid ? 'Customer' : isRefund ? 'Refunded to' : 'Received from',
    payer: payerLines(payer),
    rig: rigLines(rig),
    jobs: [],
    lines: [],
    totals: [
      strong(
        isVoid
          ? 'Amount voided'
          : kind === 'deposit'
            ? 'Deposit received'
            : isRefund
              ? 'Amount refunded'
              : 'Amount received',
        amount,
      ),
      ...(charged > 0 ? [plain('Charged so far', charged)] : []),
      plain(
        'Paid so far',
        sum(entriesUntil(input).map(each => (each.kind === 'refund' ? negative(each.amount) : each.amount))),
      ),
      ...(held > 0 ? [plain('Held for your invoice', held)] : []),
      ...(credit > 0 ? [plain('Your credit', credit)] : []),
      ...(invoiceNumber === null ? [] : [strong('Balance due', due)]),
    ],
    notes: nonEmpty([
      note === '' ? null : `Reason: ${note}`,
      voided === undefined
        ? null
        : `This receipt does not count: it was voided on ${printedDay(dayOf(voided.at, context.timeZone))}.`,
    ]),
    footText: '',
    signature: isRefund ? 'Received by' : null,
    link: linkOf(context, due > 0),
  }
}

/** The file name without extension; also the document's title. */
export const printedName = ({ title, number }: Pick<PrintedDocument, 'title' | 'number'>): string =>
  `${title} ${number}`
