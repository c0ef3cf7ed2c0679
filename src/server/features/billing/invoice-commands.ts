// Issues invoices and credit notes. The ticket's lock comes first and the number last, so that a transaction holds the
// company's counter as short as it can.

import { blockersForBilling, suppliesByLine } from '#domain/billing/bill-trip.ts'
import {
  type Charge,
  type CreditedLine,
  chargesLeft,
  chargesOf,
  creditAmount,
  creditable,
  creditLines,
  extraChargesOf,
  invoiceSums,
} from '#domain/billing/invoice.ts'
import { dueOn, freezeInvoice, type IssuedCreditNote } from '#domain/billing/issued-document.ts'
import { applicableRates, isExempt, type TaxRate } from '#domain/billing/tax.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import type { Cents } from '#domain/lib/money.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import { type Job, jobOf } from '#domain/tickets/job.ts'
import { withSettledClock } from '#domain/tickets/labor.ts'
import { assertInWork, type Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listForDocuments } from '#server/features/components/line-store.ts'
import { linkUrlFor, wasLinkClosed } from '#server/features/customer-links/store.ts'
import { listQualifications } from '#server/features/employees/qualification-store.ts'
import { saveLaborOf } from '#server/features/tickets/job-store.ts'
import { getMissingAnswers, getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { authorizeCorrection, mayCorrect } from './correction-permission-procedures.ts'
import { assertHasEmail, emailDocument, emailReadyWithInvoice, isReadyEmailDue } from './emails.ts'
import { deleteExemption, saveExemption } from './exemption-store.ts'
import {
  addDocument,
  getOpenSettings,
  lastOfBilled,
  listInvoices,
  listTaxRates,
  type StoredInvoice,
} from './store.ts'

/** What an invoice is made of: chosen job lines of an open ticket, or all that are left of a finalized one. */
type ToBill = {
  readonly jobs: readonly Job[]
  readonly laborRate: Cents | null
  readonly charges: readonly Charge[]
}

/** @throws Refusal if one of these job lines cannot be billed yet. */
async function getChosen(work: UnitOfWork, found: Ticket, jobNumbers: readonly number[]): Promise<ToBill> {
  assertInWork(found)
  const ticket = { ...found, jobs: withSettledClock(found.jobs) }
  const jobs = ticket.jobs.filter(({ jobNumber }) => jobNumbers.includes(jobNumber))
  for (const jobNumber of jobNumbers) jobOf(ticket, jobNumber)
  const company = await getCompany(work)
  const { laborRate } = company
  const missing = await getMissingAnswers(work, ticket, company)
  assertNoBlockers(blockersForBilling(ticket, jobs, laborRate, missing))
  const isChosen = (jobNumber: number | null) => jobNumber !== null && jobNumbers.includes(jobNumber)
  return { jobs, laborRate, charges: chargesOf(ticket, laborRate, isChosen) }
}

/** @throws Refusal if the ticket is not finalized, or nothing is left of it. */
function getLeft(ticket: Ticket, invoices: readonly StoredInvoice[]): ToBill {
  if (ticket.state !== 'completed' && ticket.state !== 'recorded')
    throw new Refusal([{ code: 'ticket.not-yet', step: 'finalize' }])
  if (ticket.state === 'recorded' && ticket.importedBalance !== null)
    throw new Refusal([{ code: 'invoice.imported' }])
  const last = lastOfBilled(ticket, invoices)
  if (last !== undefined) throw new Refusal([{ code: 'invoice.issued', number: last.number }])
  const { laborRate } = ticket
  const jobs = ticket.jobs.filter(({ billed }) => billed === null)
  return { jobs, laborRate, charges: chargesLeft(ticket, laborRate) }
}

/** The chosen rates, in the order of the company's list. */
async function getChosenRates(work: UnitOfWork, ids: readonly string[]): Promise<TaxRate[]> {
  const rates = await listTaxRates(work)
  if (ids.some(id => !rates.some(({ taxRateId }) => taxRateId === id)))
    throw invalid({ taxRateIds: 'Choose a tax rate of your company.' })
  const chosen = rates.filter(({ taxRateId }) => ids.includes(taxRateId))
  const archived = chosen.find(({ isArchived }) => isArchived)
  if (archived !== undefined) throw new Refusal([{ code: 'tax-rate.archived', name: archived.name }])
  return chosen.map(({ taxRateId, name, percentage, appliesTo }) => ({
    taxRateId,
    name,
    percentage,
    appliesTo,
  }))
}

export const issueInvoice = command.billing.issueInvoice.handler(async ({ input, context }) => {
  const { work } = context
  const settings = await getOpenSettings(work)
  const ticket = await getTicket(work, input.ticketId)
  const { ticketId } = ticket
  const { jobNumbers, trip = null, fees, exemption = null } = input
  const isPartial = jobNumbers !== undefined
  const invoices = await listInvoices(work, ticketId)
  const toBill = isPartial ? await getChosen(work, ticket, jobNumbers) : getLeft(ticket, invoices)
  if (input.sendByEmail) assertHasEmail(ticket)
  const unclear = input.discounts.findIndex(
    ({ amount, percentage }) => (amount === undefined) === (percentage === undefined),
  )
  if (unclear >= 0) throw invalid({ [`discounts.${unclear}.amount`]: 'Enter an amount or a percentage.' })
  const today = dayOf(work.now, work.timeZone)
  if (exemption !== null && !isExempt(exemption, today))
    throw invalid({
      'exemption.expiresOn': `This certificate expired on ${formatDayWithYear(exemption.expiresOn)}, so it exempts nothing.`,
    })
  const discounts = input.discounts.map(({ lineId = null, amount = null, percentage = null, reason }) => ({
    lineId,
    amount,
    percentage,
    reason,
  }))
  const rates = applicableRates(await getChosenRates(work, input.taxRateIds), exemption, today)
  const { blockers, ...sums } = invoiceSums(
    [...toBill.charges, ...extraChargesOf(trip, fees)],
    discounts,
    rates,
  )
  assertNoBlockers(blockers)
  const { discountLimit } = settings
  if (discountLimit !== null && sums.discountTotal > discountLimit && !(await mayCorrect(work)))
    throw new Refusal([{ code: 'invoice.discount-limit', limit: discountLimit }])
  if (sums.total !== input.expectedTotal)
    throw new Refusal([{ code: 'invoice.other-total', total: sums.total }])
  if (exemption !== null) await saveExemption(work, ticket, exemption)
  const frozen = freezeInvoice(
    { ticket, components: await listForDocuments(work, ticket), ...toBill },
    sums,
    await getCompany(work),
    settings,
    exemption,
    await listQualifications(work),
  )
  const document = isPartial ? { ...frozen, suppliesByLine: suppliesByLine(ticket, toBill.jobs) } : frozen
  if (isPartial) saveLaborOf(work, ticketId, toBill.jobs)
  const isReadyDue = await isReadyEmailDue(work, context, ticket, invoices)
  // The invoice has its code, unless the desk turned the link off.
  if (!(await wasLinkClosed(work, ticketId))) await linkUrlFor(work, context, ticket)
  const issued = await addDocument(work, {
    ticketId,
    kind: 'invoice',
    isPartial,
    document,
    creditsInvoiceId: null,
    dueOn: dueOn(today, settings),
  })
  recordActivity(work, ticket, isPartial ? 'bill-trip' : 'issue-invoice', {
    invoice: issued.number,
    invoiceId: issued.invoiceId,
  })
  if (isReadyDue) return { ...issued, email: await emailReadyWithInvoice(work, context, ticket, issued) }
  const email = input.sendByEmail ? await emailDocument(work, context, ticket, issued) : null
  return { ...issued, email }
})

export const forgetExemption = command.billing.forgetExemption.handler(
  async ({ input, context: { work } }) => {
    await getOpenSettings(work)
    const ticket = await getTicket(work, input.ticketId)
    if (await deleteExemption(work, ticket.ticketId)) recordActivity(work, ticket, 'forget-exemption')
    return { done: true }
  },
)

/** What earlier credit notes left of an invoice's lines. */
const leftOf = ({ document, creditNotes }: StoredInvoice): CreditedLine[] =>
  creditable(
    document,
    creditNotes.flatMap(note => note.document.lines),
  )

/** Takes back all that is left of an invoice. */
export function creditAll(invoice: StoredInvoice) {
  const left = leftOf(invoice)
  return creditLines(
    left,
    left.map(({ lineId }) => lineId),
  )
}

type CreditNote = Pick<IssuedCreditNote, 'lines' | 'taxTotal' | 'total' | 'reason'>

/** Issues a credit note for an invoice. The caller holds the ticket's lock. */
export async function addCreditNote(
  work: UnitOfWork,
  ticket: Ticket,
  { invoiceId, number, document: { seller, payer } }: StoredInvoice,
  note: CreditNote,
): Promise<{ invoiceId: string; number: string }> {
  const issued = await addDocument(work, {
    ticketId: ticket.ticketId,
    kind: 'credit-note',
    document: { ...note, seller, payer, invoiceNumber: number },
    creditsInvoiceId: invoiceId,
    dueOn: dayOf(work.now, work.timeZone),
  })
  recordActivity(work, ticket, 'issue-credit-note', { invoice: issued.number, invoiceId: issued.invoiceId })
  return issued
}

export const issueCreditNote = command.billing.issueCreditNote.handler(async ({ input, context }) => {
  const { work } = context
  await authorizeCorrection(work)
  await getOpenSettings(work)
  const { ticketId, invoiceId, amount, lineIds, reason } = input
  const ticket = await getTicket(work, ticketId)
  const invoice = (await listInvoices(work, ticketId)).find(each => each.invoiceId === invoiceId)
  if (invoice === undefined) throw notFound()
  const { number, creditNotes, total } = invoice
  const isFree = total === 0
  if (!isFree && (amount === undefined) === (lineIds === undefined))
    throw invalid({ amount: 'Enter an amount or choose lines.' })
  if (input.sendByEmail) assertHasEmail(ticket)
  const left = leftOf(invoice)
  const sums = amount === undefined ? creditLines(left, lineIds ?? []) : creditAmount(left, amount)
  if (isFree ? creditNotes.length > 0 : sums.total === 0)
    throw new Refusal([{ code: 'credit.nothing', number }])
  const issued = await addCreditNote(work, ticket, invoice, { ...sums, reason })
  const email = input.sendByEmail ? await emailDocument(work, context, ticket, issued) : null
  return { ...issued, email }
})
