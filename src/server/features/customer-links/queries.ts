// The desk's view of a customer's link, and the customer's view of the ticket.

import { formatSite } from '#domain/bookings/booking.ts'
import { CHALLENGE_DIGITS, challengeDigits, isLocked, stateOfLink } from '#domain/customer-links/link.ts'
import { hasBegun, progressOf, progressSince } from '#domain/customer-links/progress.ts'
import { technicianName } from '#domain/tickets/assignment.ts'
import { laborOf } from '#domain/tickets/job.ts'
import { partTotal } from '#domain/tickets/part.ts'
import { rateOf, type Ticket, totals } from '#domain/tickets/ticket.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { getAnswerSummary } from '#server/features/approvals/store.ts'
import { type Booking, findBookingOfTicket } from '#server/features/bookings/store.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { findHold } from '#server/features/on-hold/store.ts'
import { getRigClaimCode } from '#server/features/rig-claims/claim-code.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { toLinkPhotoDto } from '#server/files/file-keys.ts'
import { externalQuery, query, runQuery } from '#server/rpc/procedures.ts'
import { asLinkHolder, customerQuery, getLinkDetails, isVerified, linkedTicketOf } from './middleware.ts'
import { findLinkOfTicket } from './store.ts'
import { toLinkDto } from './token.ts'

export const getLink = query.customerLinks.get.handler(async ({ input, context }) => {
  const { work } = context
  authorize(work, 'link.share')
  const ticket = await getTicket(work, input.ticketId)
  const link = await findLinkOfTicket(work, ticket.ticketId)
  return {
    link: link === null ? null : toLinkDto(context.keyedHash, work.companyId, link, ticket),
    claim: await getRigClaimCode(work, context, ticket),
    canMail: context.mailContext.canDeliver,
  }
})

const publicCompany = ({ companyUUID, companyName, companyPhone, companyAddress, imageURL }: Company) => ({
  companyUUID,
  companyName,
  companyPhone,
  companyAddress,
  imageURL,
})

export const previewLink = externalQuery.customerView.preview.handler(async ({ input, context }) => {
  const { context: holding, linkId } = asLinkHolder(context, input.token)
  const details = await runQuery(holding, work => getLinkDetails(work, linkId))
  const { link, ticket, company } = details
  const state = stateOfLink(link, ticket, context.execution.now)
  const isAnswered = isVerified(context, details)
  return {
    company: publicCompany(company),
    standing: state !== 'open' || isAnswered ? state : isLocked(link) ? 'shut' : 'asks',
    digits: challengeDigits(ticket.customerDetails.phone) === null ? 0 : CHALLENGE_DIGITS,
  }
})

const toAppointment = (booking: Booking) => ({
  at: booking.wantedAt,
  place: booking.place,
  site: formatSite(booking),
})

/** When the customer's ticket came in. */
const receivedAt = ({ pendingTimestamp, activeTimestamp, lastMove }: Ticket): Date =>
  pendingTimestamp ?? activeTimestamp ?? lastMove.at

export const getCustomerView = customerQuery.customerView.get.handler(async ({ input, context }) => {
  const { work, pushContext } = context
  const ticket = await getTicket(work, linkedTicketOf(work))
  authorize(work, 'ticket.see', ticket)
  const company = await getCompany(work)
  const laborRate = rateOf(ticket, company.laborRate)
  const waiting = await findHold(work, ticket.ticketId)
  const { askedAt, changed } = await getAnswerSummary(work, ticket, laborRate)
  const progress = progressOf(ticket, askedAt !== null, waiting)
  const booking = await findBookingOfTicket(work, ticket.ticketId)
  const { make, model, year, vin, axleAmount } = ticket.customerRV
  const { firstName, lastName, address } = ticket.customerDetails
  return {
    ticketId: ticket.ticketId,
    company: publicCompany(company),
    firstName,
    customer: { firstName, lastName, address },
    customerRV: { make, model, year, vin, axleAmount },
    progress,
    hasBegun: hasBegun(ticket),
    since: progressSince(ticket, progress, waiting, askedAt),
    waiting,
    technician: technicianName(ticket),
    jobs: ticket.jobs.map(job => ({
      jobNumber: job.jobNumber,
      problem: job.problem,
      cause: job.cause,
      correction: job.correction,
      estimatedTime: job.estimatedTime,
      estimate: job.estimate,
      answer: job.answer,
      photos: job.photos.map(photo => toLinkPhotoDto(input.token, photo)),
      totalBalance: laborOf(job, laborRate),
      changedSince: changed.get(job.jobNumber) ?? null,
    })),
    parts: ticket.parts.map(part => ({
      jobNumber: part.jobNumber,
      quantity: part.quantity,
      description: part.description,
      perPartAmount: part.perPartAmount,
      totalAmount: partTotal(part),
    })),
    totals: { laborRate, ...totals(ticket, laborRate) },
    receivedAt: receivedAt(ticket),
    appointment: booking === null ? null : toAppointment(booking),
    completedTimestamp: ticket.state === 'recorded' ? ticket.completedTimestamp : null,
    claim: await getRigClaimCode(work, context, ticket),
    timeZone: work.timeZone,
    phoneKey: pushContext.publicKey,
  }
})
