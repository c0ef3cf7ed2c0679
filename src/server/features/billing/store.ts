// Billing in the database. Settings are one row, once a company has turned billing on; invoices and ledger entries are
// only ever added.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { CARD_CHECK_MS } from '#domain/billing/booking-payment.ts'
import { estimateTermsOf } from '#domain/billing/estimate-terms.ts'
import { chargesLeft } from '#domain/billing/invoice.ts'
import { documentNumber, type IssuedCreditNote, type IssuedInvoice } from '#domain/billing/issued-document.ts'
import {
  balanceOf,
  creditedBy,
  depositDue,
  type EntryCause,
  type EntryKind,
  invoiceToPay,
  isFullyCredited,
  type PaymentMethod,
} from '#domain/billing/ledger.ts'
import { type BillingSettings, DEFAULT_BILLING, type DocumentKind } from '#domain/billing/settings.ts'
import { applicableRates, isExempt, type TaxRate } from '#domain/billing/tax.ts'
import { documentKindOf, type EstimateTerms } from '#domain/documents/ticket-document.ts'
import { dayAfter, dayOf, timestampOf } from '#domain/lib/company-time.ts'
import { type Cents, sum } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { rateOf, type Ticket } from '#domain/tickets/ticket.ts'
import type { ExternalServices } from '#server/config/external-services.ts'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import { nextPosition } from '#server/db/next-position.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { findOpenLinkUrl, type LinkMailContext } from '#server/features/customer-links/store.ts'
import { isEstimateSigned } from '#server/features/signing/store.ts'
import { findExemption } from './exemption-store.ts'

/**
 * Selects these columns of the invoice `o` for which an entry of the ledger counts: its own or, once credit notes took that
 * back, the newest that stands; the oldest for a deposit. As of `until`, if it is given. `entry`: the entry's alias.
 */
export function openInvoice(
  { companyId }: UnitOfWork,
  entry: string,
  columns: string,
  until: Date | null = null,
) {
  const isIssued = (alias: string) =>
    until === null ? sql`` : sql`and ${sql.ref(`${alias}.issued_at`)} <= ${until}`
  const own = sql.ref(`${entry}.invoice_id`)
  return sql`
    select ${sql.raw(columns)} from invoice o
    where o.company_id = ${companyId} and o.ticket_id = ${sql.ref(`${entry}.ticket_id`)} and o.kind = 'invoice'
      ${isIssued('o')} and not exists (
        select from invoice n
        where n.company_id = ${companyId} and n.credits_invoice_id = o.invoice_id ${isIssued('n')}
        having sum(n.total) = o.total)
    order by o.invoice_id is distinct from ${own}, case when ${own} is null then o.number else -o.number end
    limit 1`
}

/** The columns of each kind's next number and its prefix. */
const COUNTERS = {
  invoice: { number: 'nextInvoiceNumber', prefix: 'invoicePrefix' },
  'credit-note': { number: 'nextCreditNoteNumber', prefix: 'creditNotePrefix' },
} as const satisfies Record<DocumentKind, object>

const chosenSettings = statement(scope => scope.from('billingSetting').selectAll())

/** The company's settings; the defaults for what it never chose. */
export async function getBillingSettings(work: UnitOfWork): Promise<BillingSettings> {
  const row = await chosenSettings(work).executeTakeFirst()
  if (row === undefined) return DEFAULT_BILLING
  const {
    companyId: _,
    turnedOnAt,
    cardAccount: __,
    cardsReady: ___,
    cardsCheckUntil: ____,
    earlierPeriods: _____,
    ...settings
  } = row
  return { ...settings, isOn: turnedOnAt !== null }
}

/** The settings of a company that bills. @throws Refusal otherwise. */
export async function getOpenSettings(work: UnitOfWork): Promise<BillingSettings> {
  const settings = await getBillingSettings(work)
  if (!settings.isOn) throw new Refusal([{ code: 'billing.off' }])
  return settings
}

/** Of two changes at once, or a change and an invoice, the second waits for the first. */
export async function lockSettings(work: UnitOfWork): Promise<BillingSettings> {
  await work.from('billingSetting').select('companyId').forUpdate().execute()
  return getOpenSettings(work)
}

export function turnOnBilling(work: UnitOfWork): void {
  work.upsert('billingSetting', { turnedOnAt: work.now }, { key: [] })
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.turn-on-billing', card: null })
}

/** When billing was on, which what was finalized then still waits from. */
export async function turnOffBilling(work: UnitOfWork): Promise<void> {
  const { turnedOnAt, earlierPeriods } = await work
    .from('billingSetting')
    .select(['turnedOnAt', 'earlierPeriods'])
    .executeTakeFirstOrThrow()
  const periods = [...earlierPeriods, { from: turnedOnAt, to: work.now }]
  work.save('billingSetting', {}, { turnedOnAt: null, earlierPeriods: JSON.stringify(periods) })
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.turn-off-billing', card: null })
}

/** How many of the unsettled tickets are named. */
const NAMED_COUNT = 5

/**
 * The company's tickets with money due, held or left as credit: how many, and the first of them, those with most money
 * first. `due` is negative for what is held.
 */
export async function listUnsettled(work: UnitOfWork) {
  const { rows } = await sql<{ ticketId: number; due: Cents; count: number }>`
    select ticket_id, sum(amount)::bigint as due, count(*) over () as count
    from (${movedMoney(work)}) as moved
    group by ticket_id having sum(amount) <> 0
    order by abs(sum(amount)) desc, ticket_id limit ${NAMED_COUNT}`.execute(work.database)
  return { count: rows[0]?.count ?? 0, tickets: rows.map(({ ticketId, due }) => ({ ticketId, due })) }
}

/**
 * What each document and entry adds to what its ticket's customer owes, and to what was charged, and when an invoice is due;
 * before `until`, if given.
 */
export const movedMoney = ({ companyId }: UnitOfWork, until: Date | null = null) => {
  const isBefore = (column: string) => (until === null ? sql`` : sql`and ${sql.ref(column)} < ${until}`)
  return sql`
  select ticket_id, case kind when 'invoice' then total else -total end as amount,
         case kind when 'invoice' then total else -total end as charged,
         case kind when 'invoice' then due_on end as due_on
    from invoice where company_id = ${companyId} ${isBefore('issued_at')}
  union all
  select ticket_id, case kind when 'refund' then amount else -amount end, 0, null
    from ledger_entry where company_id = ${companyId} ${isBefore('at')}`
}

export const toBillingColumns = ({
  feePresets,
  shopSupplies,
  laborRates,
  tripRules,
  feeRules,
  clockRule,
  bookingPayment,
  ...columns
}: Omit<BillingSettings, 'isOn'>) => ({
  ...columns,
  feePresets: JSON.stringify(feePresets),
  feeRules: JSON.stringify(feeRules),
  laborRates: JSON.stringify(laborRates),
  tripRules: tripRules && JSON.stringify(tripRules),
  clockRule: clockRule && JSON.stringify(clockRule),
  bookingPayment: bookingPayment && JSON.stringify(bookingPayment),
  shopSupplies: shopSupplies && JSON.stringify(shopSupplies),
})

export function saveBillingSettings(work: UnitOfWork, settings: Omit<BillingSettings, 'isOn'>): void {
  work.save('billingSetting', {}, toBillingColumns(settings))
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.change-billing', card: null })
}

/** The highest number that was used; 0 without any. */
export async function highestNumber(work: UnitOfWork, kind: DocumentKind): Promise<number> {
  const row = await work
    .from('invoice')
    .select(({ fn }) => fn.max('number').as('highest'))
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.highest ?? 0
}

/**
 * The next number, which the transaction holds until it ends: others wait, and if it is rolled back they get this one, so
 * there are no gaps.
 */
async function takeNumber(work: UnitOfWork, kind: DocumentKind): Promise<{ number: number; prefix: string }> {
  const { number, prefix } = COUNTERS[kind]
  const taken = await work
    .update('billingSetting')
    .set({ [number]: sql`${sql.ref(number)} + 1` })
    // Turned off meanwhile.
    .where('turnedOnAt', 'is not', null)
    .returning([
      sql<number>`${sql.ref(number)} - 1`.as('number'),
      sql<string>`${sql.ref(prefix)}`.as('prefix'),
    ])
    .executeTakeFirst()
  if (taken === undefined) throw new Refusal([{ code: 'billing.off' }])
  return taken
}

export type StoredTaxRate = TaxRate & { readonly isDefault: boolean; readonly isArchived: boolean }

/** All tax rates, archived ones included, by name. */
export async function listTaxRates(work: UnitOfWork): Promise<StoredTaxRate[]> {
  const rows = await work
    .from('taxRate')
    .select(['taxRateId', 'name', 'percentage', 'appliesTo', 'isDefault', 'archivedAt'])
    .orderBy('name')
    .orderBy('taxRateId')
    .execute()
  return rows.map(({ archivedAt, ...rate }) => ({ ...rate, isArchived: archivedAt !== null }))
}

/** Whether invoices of the ticket's customer usually bear tax: there is a default rate, and no certificate exempts them. */
export async function isUsuallyTaxed(work: UnitOfWork, ticketId: number): Promise<boolean> {
  const rate = await work
    .from('taxRate')
    .innerJoin('billingSetting', 'billingSetting.companyId', 'taxRate.companyId')
    .select('taxRate.taxRateId')
    .where('taxRate.isDefault', '=', true)
    .where('billingSetting.turnedOnAt', 'is not', null)
    .executeTakeFirst()
  return rate !== undefined && !isExempt(await findExemption(work, ticketId), dayOf(work.now, work.timeZone))
}

export function saveTaxRate(
  work: UnitOfWork,
  { appliesTo, ...rate }: TaxRate & { readonly isDefault: boolean },
  verb: 'add-tax-rate' | 'change-tax-rate',
): void {
  if (rate.isDefault) work.save('taxRate', { isDefault: true }, { isDefault: false })
  const row = { ...rate, appliesTo: [...appliesTo], archivedAt: null }
  work.upsert('taxRate', row, { key: ['taxRateId'], keep: ['archivedAt'] })
  work.recordChange({ kind: 'company', id: work.companyId, verb: `company.${verb}`, card: null })
}

export function archiveTaxRate(work: UnitOfWork, taxRateId: string): void {
  work.save('taxRate', { taxRateId }, { archivedAt: work.now, isDefault: false })
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.archive-tax-rate', card: null })
}

type StoredDocument<Kind extends DocumentKind, Document> = {
  readonly kind: Kind
  readonly invoiceId: string
  /** As it is printed. */
  readonly number: string
  readonly total: Cents
  readonly issuedAt: Date
  readonly issuedByName: string
  readonly document: Document
}

type StoredCreditNote = StoredDocument<'credit-note', IssuedCreditNote>
export type StoredInvoice = StoredDocument<'invoice', IssuedInvoice> & {
  /** Whether it has only chosen job lines of a ticket that was open. */
  readonly isPartial: boolean
  /** Of one with a fee by rule alone; null for all others. */
  readonly feeKey: string | null
  readonly dueOn: string
  readonly credited: Cents | null
  readonly creditNotes: readonly StoredCreditNote[]
}

const documentsOfTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope
    .from('invoice')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .orderBy('kind', 'desc')
    .orderBy('number'),
)

/** The ticket's invoices with their credit notes, oldest first. */
export async function listInvoices(work: UnitOfWork, ticketId: number): Promise<StoredInvoice[]> {
  const rows = await documentsOfTicket(work, { ticketId }).execute()
  const commonOf = ({ invoiceId, total, issuedAt, issuedByName, ...row }: (typeof rows)[number]) => ({
    ...{ invoiceId, total, issuedAt, issuedByName },
    number: documentNumber(row),
  })
  return rows
    .filter(({ kind }) => kind === 'invoice')
    .map(row => {
      const creditNotes = rows
        .filter(({ creditsInvoiceId }) => creditsInvoiceId === row.invoiceId)
        .map(note => ({
          ...commonOf(note),
          kind: 'credit-note' as const,
          document: note.document as IssuedCreditNote,
        }))
      return {
        ...commonOf(row),
        kind: 'invoice' as const,
        dueOn: row.dueOn,
        isPartial: row.isPartial,
        feeKey: row.feeKey,
        document: row.document as IssuedInvoice,
        credited: creditedBy(creditNotes),
        creditNotes,
      }
    })
}

/** The first invoice that has not been taken back; undefined without one. */
export const findOpenInvoice = (invoices: readonly StoredInvoice[]): StoredInvoice | undefined =>
  invoices.find(invoice => !isFullyCredited(invoice))

/** The invoice of all that was left after Finalize, unless it was taken back; undefined without one. */
const findFinalInvoice = (invoices: readonly StoredInvoice[]): StoredInvoice | undefined =>
  findOpenInvoice(invoices.filter(({ isPartial }) => !isPartial))

/** The invoice that a payment for the ticket is for now; undefined without one that stands. */
export async function findInvoiceToPay(
  work: UnitOfWork,
  ticketId: number,
): Promise<StoredInvoice | undefined> {
  const invoices = await listInvoices(work, ticketId)
  return invoiceToPay(invoices, balanceOf(invoices, await listEntries(work, ticketId)))
}

/** A finalized ticket's last invoice, if invoices have all that it comes to; undefined while something is left to bill. */
export function lastOfBilled(ticket: Ticket, invoices: readonly StoredInvoice[]): StoredInvoice | undefined {
  const last = invoices.findLast(invoice => !isFullyCredited(invoice))
  const isLeft =
    findFinalInvoice(invoices) === undefined &&
    chargesLeft(ticket, rateOf(ticket, null)).some(({ amount }) => amount > 0)
  return isLeft ? undefined : last
}

/** @throws Refusal while the ticket has an invoice of its final lines that was not taken back. */
export async function assertNotInvoiced(work: UnitOfWork, ticketId: number): Promise<void> {
  const final = findFinalInvoice(await listInvoices(work, ticketId))
  if (final !== undefined) throw new Refusal([{ code: 'invoice.reopen', number: final.number }])
}

/**
 * @throws Refusal while the ticket's customer owes money, or has money at the company: a deposit, or credit, unless
 * `mayHold`.
 */
export async function assertSettled(work: UnitOfWork, ticketId: number, mayHold = false): Promise<void> {
  const invoices = await listInvoices(work, ticketId)
  const balance = balanceOf(invoices, await listEntries(work, ticketId))
  const { due, held, credit } = balance
  if (held + credit > 0 && !mayHold) throw new Refusal([{ code: 'deposit.held', held: sum([held, credit]) }])
  const number = invoiceToPay(invoices, balance)?.number
  if (due > 0 && number !== undefined) throw new Refusal([{ code: 'invoice.due', due, number }])
}

/**
 * @throws Refusal if the company does not bill, the deposit is more than the ticket's `total`, or the ticket has an
 * invoice: then a payment is asked for.
 */
export async function assertDepositAskable(
  work: UnitOfWork,
  ticketId: number,
  { deposit, total }: { readonly deposit: Cents; readonly total: Cents },
): Promise<void> {
  await getOpenSettings(work)
  if (deposit > total) throw new Refusal([{ code: 'deposit.too-much', total }])
  const open = findOpenInvoice(await listInvoices(work, ticketId))
  if (open !== undefined) throw new Refusal([{ code: 'deposit.invoiced', number: open.number }])
}

/** The deposit that was last asked for with an approval that the customer may still give; null without one. */
export async function findAskedDeposit(work: UnitOfWork, ticketId: number): Promise<Cents | null> {
  const row = await work
    .from('approvalRequest')
    .innerJoin('approvalLine as line', join =>
      join
        .onRef('line.companyId', '=', 'approvalRequest.companyId')
        .onRef('line.ticketId', '=', 'approvalRequest.ticketId')
        .onRef('line.requestId', '=', 'approvalRequest.requestId'),
    )
    .select('approvalRequest.deposit')
    .where('approvalRequest.ticketId', '=', ticketId)
    .where('approvalRequest.deposit', 'is not', null)
    .where('approvalRequest.depositWithdrawnAt', 'is', null)
    .where('line.state', 'in', ['open', 'approved'])
    .orderBy('approvalRequest.position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.deposit ?? null
}

/** Asks for none of the ticket's deposits any more: an earlier one does not count again. */
export async function withdrawAskedDeposits(work: UnitOfWork, ticketId: number): Promise<void> {
  await work
    .update('approvalRequest')
    .set({ depositWithdrawnAt: work.now })
    .where('ticketId', '=', ticketId)
    .where('deposit', 'is not', null)
    .where('depositWithdrawnAt', 'is', null)
    .execute()
}

/** A ticket's invoices and payments, and the deposit that is asked for, with what of it is missing. */
export async function getMoney(work: UnitOfWork, ticketId: number) {
  const invoices = await listInvoices(work, ticketId)
  const entries = await listEntries(work, ticketId)
  const balance = balanceOf(invoices, entries)
  const asked = findOpenInvoice(invoices) === undefined ? await findAskedDeposit(work, ticketId) : null
  const deposit = asked === null ? null : { asked, due: depositDue(asked, balance) }
  return { invoices, entries, balance, deposit }
}

export type Money = Awaited<ReturnType<typeof getMoney>>

type EstimateFacts = {
  readonly settings: BillingSettings
  readonly laborRate: Cents | null
  /** Null if it was not read yet. */
  readonly money: Money | null
}

/** What the estimate of a company that bills has besides; null for other companies, and once it is no estimate. */
export async function getEstimateTerms(
  work: UnitOfWork,
  context: LinkMailContext & { readonly externalServices: Pick<ExternalServices, 'cards'> },
  ticket: Ticket,
  { settings, laborRate, money }: EstimateFacts,
): Promise<EstimateTerms | null> {
  if (!settings.isOn || documentKindOf(ticket.state) !== 'estimate') return null
  const rates = (await listTaxRates(work)).filter(({ isDefault, isArchived }) => isDefault && !isArchived)
  const exemption = await findExemption(work, ticket.ticketId)
  const { balance, deposit } = money ?? (await getMoney(work, ticket.ticketId))
  return estimateTermsOf({
    ...{ ticket, laborRate, settings, deposit, received: balance.received },
    rates: applicableRates(rates, exemption, dayOf(work.now, work.timeZone)),
    url: await findOpenLinkUrl(work, context, ticket),
    isPayable: await canTakeCards(work, context.externalServices.cards),
    isSigned: await isEstimateSigned(work, ticket, laborRate),
  })
}

export type CardAccount = { readonly account: string | null; readonly isReady: boolean }

/** The company's account at the payment service. */
export async function getCardAccount(work: UnitOfWork): Promise<CardAccount> {
  const row = await work
    .from('billingSetting')
    .select(['cardAccount as account', 'cardsReady as isReady'])
    .executeTakeFirst()
  return row ?? { account: null, isReady: false }
}

/** Whether the company's customers can pay by card. */
export const canTakeCards = async (work: UnitOfWork, cards: object | null): Promise<boolean> =>
  cards !== null && (await getCardAccount(work)).isReady

export function saveCardAccount(work: UnitOfWork, { account, isReady }: CardAccount): void {
  work.save('billingSetting', {}, { cardAccount: account, cardsReady: isReady })
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.change-billing', card: null })
}

/** Has the payment service asked for what its webhook may not tell us. */
export const openCardCheck = (work: UnitOfWork): void =>
  work.save('billingSetting', {}, { cardsCheckUntil: new Date(work.now.getTime() + CARD_CHECK_MS) })

/** Every company whose payment service is to be asked. */
export async function listOpenCardChecks(services: AcrossCompanies, now: Date) {
  const among = await listInReach(services)
  const { rows } = await sql<{ companyId: string; timeZone: string }>`
    select * from open_card_checks(${now}, ${among}::uuid[])`.execute(services.database)
  return rows
}

/** The ticket on which a payment or refund of the payment service was entered; null if it was not. */
export async function findProcessorEntry(work: UnitOfWork, processorId: string) {
  const row = await work
    .from('ledgerEntry')
    .select(['ticketId', 'entryId', 'amount'])
    .where('processorId', '=', processorId)
    .executeTakeFirst()
  return row ?? null
}

type NewDocument = { readonly ticketId: number; readonly dueOn: string } & (
  | {
      readonly kind: 'invoice'
      readonly isPartial: boolean
      readonly feeKey?: string
      readonly document: IssuedInvoice
      readonly creditsInvoiceId: null
    }
  | { readonly kind: 'credit-note'; readonly document: IssuedCreditNote; readonly creditsInvoiceId: string }
)

/** Numbers a document and adds it. Returns its id and its number as it is printed. */
export async function addDocument(
  work: UnitOfWork,
  { document, ...row }: NewDocument,
): Promise<{ invoiceId: string; number: string }> {
  const { now, timeZone, by } = work
  const taken = await takeNumber(work, row.kind)
  const invoiceId = randomUUID()
  const { total, taxTotal } = document
  work.insert('invoice', {
    ...{ invoiceId, ...row, ...taken, total, taxTotal },
    payerKind: 'customer',
    issuedAt: now,
    issuedBy: by.id,
    issuedByName: by.name,
    issuedOn: dayOf(now, timeZone),
    document: JSON.stringify(document),
  })
  return { invoiceId, number: documentNumber(taken) }
}

type NewEntry = {
  readonly ticketId: number
  readonly kind: EntryKind
  readonly method: PaymentMethod
  readonly amount: Cents
  readonly invoiceId: string | null
  readonly reference: string
  readonly note: string
  /** The payment, refund or movement at the payment service; omitted for one by hand. */
  readonly processorId?: string
  /** What a refund voids; omitted for any other entry. */
  readonly voidsEntryId?: string
  /** Omitted for what the company did. */
  readonly cause?: EntryCause
}

/** Adds an entry to the ledger; the caller holds the ticket's lock. Returns its id. */
export async function addEntry(work: UnitOfWork, entry: NewEntry): Promise<string> {
  const { now: at, by } = work
  const position = await nextPosition(work.from('ledgerEntry').where('ticketId', '=', entry.ticketId))
  const entryId = randomUUID()
  work.insert('ledgerEntry', { entryId, position, ...entry, at, by: by.id, byName: by.name })
  return entryId
}

const entriesOfTicket = statement((scope, { ticketId }: { ticketId: number }) =>
  scope
    .from('ledgerEntry')
    .select(['entryId', 'kind', 'method', 'amount', 'invoiceId', 'reference', 'note', 'processorId'])
    .select(['cause', 'at', 'byName', 'voidsEntryId'])
    .where('ticketId', '=', ticketId)
    .orderBy('position'),
)

/** What was paid for the ticket, oldest first. */
export const listEntries = (work: UnitOfWork, ticketId: number) =>
  entriesOfTicket(work, { ticketId }).execute()

/** A day's entries of the ledger. Its first and last moment are those of the company's time zone now. */
export const listEntriesOf = (work: UnitOfWork, day: string) =>
  work
    .from('ledgerEntry')
    .innerJoin('ticket', join =>
      join
        .onRef('ticket.companyId', '=', 'ledgerEntry.companyId')
        .onRef('ticket.ticketId', '=', 'ledgerEntry.ticketId'),
    )
    .select(['entryId', 'kind', 'method', 'amount', 'voidsEntryId', 'cause', 'reference', 'at', 'byName'])
    .select(['ledgerEntry.ticketId', 'firstName', 'lastName'])
    .where('at', '>=', timestampOf(day, 0, work.timeZone))
    .where('at', '<', timestampOf(dayAfter(day), 0, work.timeZone))
    .orderBy('at')
    .orderBy('ledgerEntry.ticketId')
    .orderBy('ledgerEntry.position')
    .execute()

/** The next number is above all that were imported: one that was used is never used again. */
export async function raiseNextNumber(work: UnitOfWork, kind: DocumentKind): Promise<void> {
  const { highest } = await work
    .from('invoice')
    .where('kind', '=', kind)
    .select(({ fn }) => fn.max<number | null>('number').as('highest'))
    .executeTakeFirstOrThrow()
  if (highest === null) return
  const column = COUNTERS[kind].number
  await work
    .update('billingSetting')
    .set({ [column]: highest + 1 })
    .where(column, '<=', highest)
    .execute()
}
