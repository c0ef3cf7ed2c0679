// What a ticket's money looks like at the desk.

import { may } from '#domain/account/permission.ts'
import { chargesOf, creditable, creditedLineTotal } from '#domain/billing/invoice.ts'
import { FORMER_PAYER } from '#domain/billing/issued-document.ts'
import { balanceOf, blockersForVoiding, moneyStateOf, refundableToCard } from '#domain/billing/ledger.ts'
import type { BillingSettings } from '#domain/billing/settings.ts'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { milesBetween } from '#domain/lib/distance.ts'
import { NO_MONEY } from '#domain/lib/money.ts'
import { roundMiles } from '#domain/pricing/trip.ts'
import { rateOf, type Ticket } from '#domain/tickets/ticket.ts'
import { toCoordinates } from '#server/db/coordinate-columns.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany, getLaborRate } from '#server/features/companies/store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { mayCorrect } from './correction-permission-procedures.ts'
import { isReadyEmailDue } from './emails.ts'
import { findExemption, withExpiry } from './exemption-store.ts'
import {
  findOpenInvoice,
  getBillingSettings,
  getEstimateTerms,
  getMoney,
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

/** What an invoice issued now would be made of; null for a ticket that cannot be invoiced. */
async function getProposal(
  work: UnitOfWork,
  ticket: Ticket,
  { discountLimit, feePresets, tripRules }: BillingSettings,
  { isCorrector, withReadyEmail }: { readonly isCorrector: boolean; readonly withReadyEmail: boolean },
) {
  const isFinal =
    ticket.state === 'completed' || (ticket.state === 'recorded' && ticket.importedBalance === null)
  if (!isFinal) return null
  const rates = await listTaxRates(work)
  const exemption = await findExemption(work, ticket.ticketId)
  return {
    lines: chargesOf(ticket, ticket.laborRate),
    taxRates: rates.filter(({ isArchived }) => !isArchived),
    feePresets,
    trip: { rules: tripRules, ...(await getVisit(work, ticket)) },
    exemption: exemption && withExpiry(work, exemption),
    discountLimit: isCorrector ? null : discountLimit,
    withReadyEmail,
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
const toView = ({ document, creditNotes, ...invoice }: StoredInvoice, isPayerHidden: boolean) => ({
  ...document,
  ...invoice,
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
      deposit: null,
      estimate: null,
      proposal: null,
      invoices: [],
      entries: [],
    }
  const money = await getMoney(work, ticketId)
  const { invoices, entries, balance, deposit } = money
  const isOpen = findOpenInvoice(invoices) !== undefined
  const laborRate = rateOf(ticket, await getLaborRate(work))
  const isPayerHidden = isFormerCustomer(ticket.customerDetails) && !may(work.actor, 'company.see-details')
  const isCorrector = await mayCorrect(work)
  const today = dayOf(work.now, work.timeZone)
  return {
    isOn: true,
    mayCorrect: isCorrector,
    laborRates: settings.laborRates,
    state: moneyStateOf(invoices, balance, today),
    balance,
    deposit,
    estimate: await getEstimateTerms(work, context, ticket, { settings, laborRate, money }),
    proposal: isOpen
      ? null
      : await getProposal(work, ticket, settings, {
          isCorrector,
          withReadyEmail: await isReadyEmailDue(work, context, ticket, invoices),
        }),
    invoices: invoices.map(invoice => toView(invoice, isPayerHidden)),
    entries: entries.map(entry => ({
      ...entry,
      refundable: refundableToCard(entry, entries),
      isVoidable:
        isCorrector &&
        blockersForVoiding(entry, { entries, balance, today, timeZone: work.timeZone }).length === 0,
    })),
  }
})
