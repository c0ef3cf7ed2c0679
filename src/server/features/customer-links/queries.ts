// What the desk knows of a customer's link, and what the link shows.

import { printSite } from '#domain/bookings/booking.ts'
import { askedDigits, DIGITS_ASKED, isShut, stateOfLink } from '#domain/customer-links/link.ts'
import { hasBegun, progressOf, progressSince } from '#domain/customer-links/progress.ts'
import { technicianName } from '#domain/tickets/assignment.ts'
import { laborOf } from '#domain/tickets/job.ts'
import { partTotal } from '#domain/tickets/part.ts'
import { rateOf, type Ticket, totals } from '#domain/tickets/ticket.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { readAnswers } from '#server/features/approvals/store.ts'
import { type Booking, findBookingOf } from '#server/features/bookings/store.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { findWaiting } from '#server/features/on-hold/store.ts'
import { claimOf } from '#server/features/rig-claims/claim-code.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { linkPhotoAnswer } from '#server/files/file-keys.ts'
import { asQuery, lookup, query } from '#server/rpc/procedures.ts'
import { asHolder, followerQuery, getLinked, hasAnswered, linkedTicketOf } from './middleware.ts'
import { findLinkOf } from './store.ts'
import { linkAnswer } from './token.ts'

export const readLink = query.links.get.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'link.give')
  const ticket = await getTicket(work, input.ticketId)
  const link = await findLinkOf(work, ticket.ticketId)
  return {
    link: link === null ? null : linkAnswer(context.fingerprint, work.companyId, link, ticket),
    claim: await claimOf(work, context, ticket),
    canMail: context.post.reaches,
  }
})

const publicFacts = ({ companyUUID, companyName, companyPhone, companyAddress, imageURL }: Company) => ({
  ...{ companyUUID, companyName, companyPhone, companyAddress, imageURL },
})

export const lookAtLink = lookup.follow.look.handler(async ({ input, context }) => {
  const { context: holding, linkId } = asHolder(context, input.token)
  const linked = await asQuery(holding, work => getLinked(work, linkId))
  const { link, ticket, company } = linked
  const state = stateOfLink(link, ticket, context.occasion.now)
  const isAnswered = hasAnswered(context, linked)
  return {
    company: publicFacts(company),
    standing: state !== 'open' || isAnswered ? state : isShut(link) ? 'shut' : 'asks',
    digits: askedDigits(ticket.customerDetails.phone) === null ? 0 : DIGITS_ASKED,
  }
})

const appointmentOf = (booking: Booking) => ({
  ...{ at: booking.wantedAt, place: booking.place, site: printSite(booking) },
})

/** When the customer's ticket came in. */
const receivedAt = ({ pendingTimestamp, activeTimestamp, lastMove }: Ticket): Date =>
  pendingTimestamp ?? activeTimestamp ?? lastMove.at

export const readFollowed = followerQuery.follow.get.handler(async ({ input, context }) => {
  const { work, phones } = context
  const ticket = await getTicket(work, linkedTicketOf(work))
  allow(work, 'ticket.see', ticket)
  const company = await getCompany(work)
  const laborRate = rateOf(ticket, company.laborRate)
  const waiting = await findWaiting(work, ticket.ticketId)
  const { askedAt, changed } = await readAnswers(work, ticket, laborRate)
  const progress = progressOf(ticket, askedAt !== null, waiting)
  const booking = await findBookingOf(work, ticket.ticketId)
  const { make, model, year, vin, axleAmount } = ticket.customerRV
  const { firstName, lastName, address } = ticket.customerDetails
  return {
    ticketId: ticket.ticketId,
    company: publicFacts(company),
    firstName,
    customer: { firstName, lastName, address },
    customerRV: { make, model, year, vin, axleAmount },
    progress,
    hasBegun: hasBegun(ticket),
    since: progressSince(ticket, progress, waiting, askedAt),
    waiting,
    technician: technicianName(ticket),
    jobs: ticket.jobs.map(job => ({
      ...{ jobNumber: job.jobNumber, problem: job.problem, cause: job.cause, correction: job.correction },
      ...{ estimatedTime: job.estimatedTime, estimate: job.estimate, answer: job.answer },
      photos: job.photos.map(photo => linkPhotoAnswer(input.token, photo)),
      totalBalance: laborOf(job, laborRate),
      changedSince: changed.get(job.jobNumber) ?? null,
    })),
    parts: ticket.parts.map(part => ({
      ...{ jobNumber: part.jobNumber, quantity: part.quantity, description: part.description },
      perPartAmount: part.perPartAmount,
      totalAmount: partTotal(part),
    })),
    totals: { laborRate, ...totals(ticket, laborRate) },
    receivedAt: receivedAt(ticket),
    appointment: booking === null ? null : appointmentOf(booking),
    completedTimestamp: ticket.state === 'recorded' ? ticket.completedTimestamp : null,
    claim: await claimOf(work, context, ticket),
    timeZone: work.timeZone,
    phoneKey: phones.publicKey,
  }
})
