// What a ticket's money looks like at the desk.

import { may } from '#domain/account/permission.ts'
import { blockersForBilling } from '#domain/billing/bill-trip.ts'
import { hasAppointmentFee } from '#domain/billing/fee-proposals.ts'
import { chargesLeft, chargesOf, creditable, creditedLineTotal } from '#domain/billing/invoice.ts'
import { FORMER_PAYER } from '#domain/billing/issued-document.ts'
import {
  balanceOf,
  blockersForVoiding,
  isFullyCredited,
  moneyStateOf,
  refundableToCard,
  withOpenAmounts,
} from '#domain/billing/ledger.ts'
import type { BillingSettings } from '#domain/billing/settings.ts'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { milesBetween } from '#domain/lib/distance.ts'
import { type Cents, NO_MONEY } from '#domain/lib/money.ts'
import { roundMiles } from '#domain/pricing/trip.ts'
import { blockerSentence } from '#domain/refusals/refusal-sentence.ts'
import { arrivalOf, describeClockedTime } from '#domain/tickets/clocked-hours.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { withSettledClock } from '#domain/tickets/labor.ts'
import { isInWork, rateOf, type Ticket } from '#domain/tickets/ticket.ts'
import { partsByLine } from '#domain/tickets/totals.ts'
import { toCoordinates } from '#server/db/coordinate-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany, getLaborRate } from '#server/features/companies/store.ts'
import type { LinkMailContext } from '#server/features/customer-links/store.ts'
import { getMissingAnswers, getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { findBookingPaymentView } from './booking-payment-store.ts'
import { mayCorrect } from './correction-permission-procedures.ts'
import { isReadyEmailDue } from './emails.ts'
import { findExemption, withExpiry } from './exemption-store.ts'
import { getProposedFees, paymentFeesOf } from './fee-store.ts'
import {
  getBillingSettings,
  getEstimateTerms,
  getMoney,
  lastOfBilled,
  listTaxRates,
  type StoredInvoice,
} from './store.ts'

/** Where the work was done: how far from the company, and whether it came to the customer. */
async function getVisit(work: UnitOfWork, { ticketId, customerDetails }: Ticket) {
  const { coordinates: from } = await getCompany(work)
  const booking = await work
    .from('booking')
    .select(['latitude', 'longitude', 'place'])
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()
  const to = (booking && toCoordinates(booking)) ?? customerDetails.coordinates
  return {
    miles: from === null || to === null ? null : roundMiles(milesBetween(from, to)),
    isMobile: booking?.place === 'site',
  }
}

/** What an invoice may have of a finalized ticket: all that is left. */
const toBillOfFinal = (ticket: Ticket, invoices: readonly StoredInvoice[]) =>
  lastOfBilled(ticket, invoices) === undefined
    ? { lines: chargesLeft(ticket, rateOf(ticket, null)), clocked: clockedLinesOf(ticket), jobs: null }
    : null

/** The lines without an invoice that are billed by the clock, with how their hours came about. */
const clockedLinesOf = (ticket: Ticket) =>
  ticket.jobs
    .filter(({ clockRule, answer, billed }) => clockRule !== null && answer !== 'declined' && billed === null)
    .map(job => ({
      jobNumber: job.jobNumber,
      label: jobLabel(job),
      details: describeClockedTime(job, ticket.jobs, arrivalOf(ticket)),
    }))

/** What it may have of an open one: the job lines without an invoice, each with what is missing before it can be billed. */
async function getToBillOfOpen(work: UnitOfWork, found: Ticket) {
  const ticket = { ...found, jobs: withSettledClock(found.jobs) }
  const company = await getCompany(work)
  const { laborRate } = company
  const missing = await getMissingAnswers(work, ticket, company)
  const jobs = ticket.jobs.filter(({ answer, billed }) => answer !== 'declined' && billed === null)
  if (jobs.length === 0) return null
  const { supplies } = partsByLine(ticket)
  const isListed = (jobNumber: number | null) => jobs.some(job => job.jobNumber === jobNumber)
  return {
    lines: chargesOf(ticket, laborRate, isListed).filter(({ kind }) => kind !== 'supplies'),
    clocked: clockedLinesOf(ticket),
    jobs: jobs.map(job => ({
      jobNumber: job.jobNumber,
      label: jobLabel(job),
      isDone: job.correction !== '',
      supplies: supplies.get(job.jobNumber) ?? NO_MONEY,
      blockers: blockersForBilling(ticket, [job], laborRate, missing).map(blocker =>
        blockerSentence(blocker, work.timeZone, work.now),
      ),
    })),
  }
}

function getToBill(work: UnitOfWork, ticket: Ticket, invoices: readonly StoredInvoice[]) {
  const isFinal =
    ticket.state === 'completed' || (ticket.state === 'recorded' && ticket.importedBalance === null)
  if (isFinal) return toBillOfFinal(ticket, invoices)
  return isInWork(ticket) ? getToBillOfOpen(work, ticket) : null
}

const hasTrip = (invoice: StoredInvoice): boolean =>
  !isFullyCredited(invoice) && invoice.document.lines.some(({ kind }) => kind === 'trip')

/** What an invoice issued now would be made of; null for a ticket that cannot be invoiced. */
async function getProposal(
  work: UnitOfWork,
  context: LinkMailContext,
  ticket: Ticket,
  { discountLimit, feePresets, tripRules }: BillingSettings,
  { isCorrector, invoices }: { readonly isCorrector: boolean; readonly invoices: readonly StoredInvoice[] },
) {
  const toBill = await getToBill(work, ticket, invoices)
  if (toBill === null) return null
  const rates = await listTaxRates(work)
  const visit = await getVisit(work, ticket)
  // What is left after trips were billed need not be another one.
  const isOfTrip = toBill.jobs !== null || !invoices.some(hasTrip)
  const exemption = await findExemption(work, ticket.ticketId)
  return {
    ...toBill,
    taxRates: rates.filter(({ isArchived }) => !isArchived),
    feePresets,
    trip: { rules: tripRules, ...visit, isMobile: visit.isMobile && isOfTrip },
    exemption: exemption && withExpiry(work, exemption),
    discountLimit: isCorrector ? null : discountLimit,
    withReadyEmail: await isReadyEmailDue(work, context, ticket, invoices),
  }
}

function withLeft(document: StoredInvoice['document'], creditNotes: StoredInvoice['creditNotes']) {
  const left = creditable(
    document,
    creditNotes.flatMap(note => note.document.lines),
  )
  const leftOf = new Map(left.map(line => [line.lineId, creditedLineTotal(line)]))
  return document.lines.map(line => ({ ...line, left: leftOf.get(line.lineId) ?? NO_MONEY }))
}

/** After a customer's details were removed, who they were is for the owner alone. */
const toView = (
  { document, creditNotes, credited, ...invoice }: StoredInvoice & { readonly open: Cents },
  isPayerHidden: boolean,
) => ({
  ...document,
  ...invoice,
  credited: credited ?? NO_MONEY,
  lines: withLeft(document, creditNotes),
  payer: isPayerHidden ? FORMER_PAYER : document.payer,
  creditNotes: creditNotes.map(({ document: { lines, reason, taxTotal }, ...note }) => ({
    ...note,
    lines,
    reason,
    taxTotal,
  })),
})

export const getTicketMoney = query.billing.getTicket.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await getTicket(work, input.ticketId)
  const { ticketId } = ticket
  const settings = await getBillingSettings(work)
  if (!settings.isOn)
    return {
      isOn: false,
      mayCorrect: false,
      state: 'not-invoiced',
      balance: balanceOf([], []),
      laborRates: [],
      laborChoices: { flatPrice: false, clock: null },
      deposit: null,
      bookingPayment: null,
      estimate: null,
      proposal: null,
      fees: [],
      paymentFees: [],
      pickupOn: null,
      hasAppointmentFee: false,
      invoices: [],
      entries: [],
    }
  const money = await getMoney(work, ticketId)
  const { invoices, entries, balance, deposit } = money
  const bookingPayment = await findBookingPaymentView(work, ticket, money)
  const laborRate = rateOf(ticket, await getLaborRate(work))
  const isPayerHidden = isFormerCustomer(ticket.customerDetails) && !may(work.actor, 'company.see-details')
  const isCorrector = await mayCorrect(work)
  const today = dayOf(work.now, work.timeZone)
  const open = withOpenAmounts(invoices, balance)
  return {
    isOn: true,
    mayCorrect: isCorrector,
    laborRates: settings.laborRates,
    laborChoices: { flatPrice: settings.offersFlatPrice, clock: settings.clockRule },
    state: moneyStateOf(invoices, balance, today),
    balance,
    deposit,
    bookingPayment,
    estimate: await getEstimateTerms(work, context, ticket, { settings, laborRate, money }),
    proposal: await getProposal(work, context, ticket, settings, { isCorrector, invoices }),
    ...(await getProposedFees(work, ticket, settings, open)),
    paymentFees: paymentFeesOf(settings, invoices, balance),
    hasAppointmentFee: bookingPayment !== null || hasAppointmentFee(ticket, settings.feeRules),
    invoices: open.map(invoice => toView(invoice, isPayerHidden)),
    entries: entries.map(entry => ({
      ...entry,
      refundable: refundableToCard(entry, entries),
      isVoidable:
        isCorrector &&
        blockersForVoiding(entry, { entries, balance, today, timeZone: work.timeZone }).length === 0,
    })),
  }
})
