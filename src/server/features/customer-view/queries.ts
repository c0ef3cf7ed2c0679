// What a customer's link shows of their ticket.

import { invoicedAmountsOf } from '#domain/billing/ledger.ts'
import { formatSite } from '#domain/bookings/booking.ts'
import { changeHoursOf } from '#domain/bookings/change-appointment.ts'
import { viewLineComponent } from '#domain/components/line-component.ts'
import { hasBegun, progressOf, progressSince } from '#domain/customer-view/progress.ts'
import type { Preferences } from '#domain/preferences/preferences.ts'
import { daysSentence } from '#domain/ticket-days/ticket-days.ts'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import { laborOf } from '#domain/tickets/labor.ts'
import {
  printedTechnician,
  printedTechnicians,
  qualificationsOn,
} from '#domain/tickets/names-for-customers.ts'
import { partTotal } from '#domain/tickets/part.ts'
import { isInWork, rateOf, type Ticket, wasNeverAccepted } from '#domain/tickets/ticket.ts'
import { BEFORE_TAX, PLUS_TAX, pricedTotals } from '#domain/tickets/totals.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listAddenda } from '#server/features/addenda/store.ts'
import { getAnswerSummary } from '#server/features/approvals/store.ts'
import { getCustomerMoney } from '#server/features/billing/fee-store.ts'
import {
  getBillingSettings,
  getEstimateTerms,
  getMoney,
  isUsuallyTaxed,
  type Money,
} from '#server/features/billing/store.ts'
import { takesBookings } from '#server/features/bookings/rules-store.ts'
import { type Booking, findBookingOfTicket } from '#server/features/bookings/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listForDocuments } from '#server/features/components/line-store.ts'
import { customerQuery } from '#server/features/customer-links/middleware.ts'
import { listQualifications } from '#server/features/employees/qualification-store.ts'
import { listFirstNameOnly } from '#server/features/employees/store.ts'
import { findHold } from '#server/features/on-hold/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { listPromisedDays } from '#server/features/promised-days/store.ts'
import { getRigClaimCode } from '#server/features/rig-claims/claim-codes.ts'
import { listSignatures } from '#server/features/signatures/store.ts'
import { findEstimateToSign } from '#server/features/signing/store.ts'
import { listTicketDays } from '#server/features/ticket-days/store.ts'
import { listCustomerAnswers } from '#server/features/tickets/store.ts'
import { findWalkaround } from '#server/features/walkarounds/store.ts'
import { toLinkPhotoDto } from '#server/files/file-keys.ts'

const toAppointment = (booking: Booking, ticket: Ticket, preferences: Preferences) => ({
  at: booking.wantedAt,
  place: booking.place,
  site: formatSite(booking),
  isAccepted: !wasNeverAccepted(ticket),
  arrivingAt: isConfirmed(ticket) ? booking.arrivingAt : null,
  changeHours: changeHoursOf(ticket, preferences),
})

/** When the customer's ticket came in. */
const receivedAt = ({ pendingTimestamp, activeTimestamp, lastTransition }: Ticket): Date =>
  pendingTimestamp ?? activeTimestamp ?? lastTransition.at

/** What the customer pays besides the ticket's total. */
async function balanceHintOf(work: UnitOfWork, ticket: Ticket, money: Money | null) {
  if (money === null) return null
  if (money.invoices.length > 0) return BEFORE_TAX
  return ticket.state !== 'recorded' && (await isUsuallyTaxed(work, ticket.ticketId)) ? PLUS_TAX : null
}

export const getCustomerView = customerQuery.customerView.get.handler(async ({ input, context }) => {
  const { work, ticket, pushContext } = context
  const company = await getCompany(work)
  const laborRate = rateOf(ticket, company.laborRate)
  const { ticketId } = ticket
  const [hold, { askedAt, changed }, answers, settings, booking, preferences] = await Promise.all([
    findHold(work, ticketId),
    getAnswerSummary(work, ticket, laborRate),
    listCustomerAnswers(work, ticketId),
    getBillingSettings(work),
    findBookingOfTicket(work, ticketId),
    getPreferences(work),
  ])
  const [money, firstNameOnly, qualifications, components, promises, days] = await Promise.all([
    settings.isOn ? getMoney(work, ticketId) : null,
    listFirstNameOnly(work),
    listQualifications(work),
    listForDocuments(work, ticket),
    preferences.promisesDays && isInWork(ticket) ? listPromisedDays(work, ticketId) : [],
    listTicketDays(work, ticket),
  ])
  const { asked, approvals } = answers
  const progress = progressOf(ticket, askedAt !== null, hold)
  const { customerDetails: customer, customerRV, rigVisit } = ticket
  const named = { ...ticket, firstNameOnly }
  const technician = printedTechnician(named)
  const workedOn = ticket.jobs.map(job => printedTechnicians(named, job))
  const promised = promises.at(-1) ?? null
  return {
    ticketId,
    company,
    firstName: customer.firstName,
    customer,
    customerRV,
    rigVisit,
    progress,
    hasBegun: hasBegun(ticket),
    since: progressSince(ticket, progress, hold, askedAt),
    hold,
    promised,
    days: daysSentence(days.spans),
    technician,
    jobs: ticket.jobs.map((job, index) => ({
      ...job,
      component: viewLineComponent(job, components),
      technicians: workedOn[index] ?? [],
      photos: job.photos.map(photo => toLinkPhotoDto(input.token, photo)),
      totalBalance: laborOf(job, laborRate),
      suggestedTime: asked.has(job.jobNumber) ? job.suggestedTime : null,
      approval: approvals.get(job.jobNumber) ?? null,
      changedSince: changed.get(job.jobNumber) ?? null,
    })),
    qualifications: qualificationsOn(named, [technician, ...workedOn.flat()], qualifications),
    parts: ticket.parts.map(part => ({ ...part, sublet: part.sublet && {}, totalAmount: partTotal(part) })),
    totals: {
      ...pricedTotals(ticket, laborRate),
      balanceHint: await balanceHintOf(work, ticket, money),
      invoiced: money && invoicedAmountsOf(money.invoices, money.entries),
    },
    receivedAt: receivedAt(ticket),
    appointment: booking === null ? null : toAppointment(booking, ticket, preferences),
    money: money && (await getCustomerMoney(work, ticket, money, context.externalServices.cards)),
    estimate: await getEstimateTerms(work, context, ticket, { settings, laborRate, money }),
    walkaround: await findWalkaround(work, ticketId),
    signatures: await listSignatures(work, ticketId),
    toSign: await findEstimateToSign(work, ticket, answers, laborRate),
    completedTimestamp: ticket.state === 'recorded' ? ticket.completedTimestamp : null,
    addenda: (await listAddenda(work, ticketId)).map(({ by: _, photos, ...addendum }) => ({
      ...addendum,
      photos: photos.map(photo => toLinkPhotoDto(input.token, photo)),
    })),
    canBookAgain: progress === 'done' && (await takesBookings(work, company)),
    claim: await getRigClaimCode(work, context, ticket),
    timeZone: work.timeZone,
    pushKey: pushContext.publicKey,
  }
})
