// A customer reviews a completed visit, and the company answers. The badge follows in the same transaction.

import { sql } from 'kysely'
import { isStaff } from '#domain/account/actor.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import {
  blockersForReviewing,
  type ReviewOrigin,
  STAFF_NETWORK_DAYS,
  uncountedReasonOf,
} from '#domain/reviews/review.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { customerCommand, customerName } from '#server/features/customer-links/middleware.ts'
import { isEmailConfirmedByLink } from '#server/features/customer-links/store.ts'
import { isMailedToken } from '#server/features/customer-links/token.ts'
import { addNotice } from '#server/features/notices/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { sharedNetworkOf } from '#server/lib/client-ip.ts'
import { command } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { addReview, findReview, saveAnswer, updateBadge } from './store.ts'

export const writeReview = customerCommand.reviews.create.handler(async ({ input, context }) => {
  const { work, ticket } = context
  const { ticketId } = ticket
  assertNoBlockers(blockersForReviewing(ticket, await findReview(work, ticketId)))
  const { stars, words } = input
  addReview(work, {
    ...{ ticketId, stars, words },
    writtenAt: work.now,
    rig: rigName(ticket.customerRV),
    uncountedBecause: uncountedReasonOf(await getReviewOrigin(work, context, ticket, input.token)),
  })
  recordActivity(work, ticket, 'review')
  await addNotice(work, {
    ticketId,
    content: { kind: 'review', customer: customerName(ticket), stars, words },
  })
  await updateBadge(work)
  return { done: true }
})

export const answerReview = command.reviews.answer.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  const review = await findReview(work, ticket.ticketId)
  if (review === null || review.removedAt !== null) throw notFound('This ticket has no review.')
  saveAnswer(work, ticket.ticketId, input.words)
  recordActivity(work, ticket, 'answer-review')
  return { done: true }
})

// Where a review came from, decided in the transaction in which it is written. Addresses are read from the login log, and
// stored nowhere else.

const DAY_MS = 24 * 60 * 60 * 1000

/** The emails of the company's owner and employees, in lower case. */
async function listStaffEmails(work: UnitOfWork): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`select email from company_staff_emails()`.execute(
    work.database,
  )
  return rows.map(({ email }) => email)
}

async function isStaffNetwork(work: UnitOfWork, address: string): Promise<boolean> {
  const rows = await work
    .from('signIn')
    .select('address')
    .distinct()
    .where('event', '=', 'signed-in')
    .where('at', '>', new Date(work.now.getTime() - STAFF_NETWORK_DAYS * DAY_MS))
    .execute()
  const network = sharedNetworkOf(address)
  return rows.some(row => sharedNetworkOf(row.address) === network)
}

/** Whether a booking that the customer confirmed by email became this ticket. */
async function isBookingConfirmed(work: UnitOfWork, ticket: Ticket): Promise<boolean> {
  const row = await work
    .from('booking')
    .select('email')
    .where('ticketId', '=', ticket.ticketId)
    .where('emailConfirmedAt', 'is not', null)
    .executeTakeFirst()
  return row?.email.toLowerCase() === ticket.customerDetails.email.toLowerCase()
}

/** The origin of a review that is written at a ticket's link, with this token. */
async function getReviewOrigin(
  work: UnitOfWork,
  context: RequestContext,
  ticket: Ticket,
  token: string,
): Promise<ReviewOrigin> {
  const { call, mailContext, keyedHash, address } = context
  const caller = call.principal?.actor
  const staffEmails = await listStaffEmails(work)
  return {
    // Without a mail server no email can be confirmed.
    isEmailConfirmed:
      !mailContext.canDeliver ||
      isMailedToken(keyedHash, token, ticket) ||
      (await isEmailConfirmedByLink(work, ticket)) ||
      (await isBookingConfirmed(work, ticket)),
    isStaffEmail: staffEmails.includes(ticket.customerDetails.email.toLowerCase()),
    isStaffBrowser:
      (caller !== undefined && isStaff(caller) && caller.companyId === work.companyId) ||
      staffEmails.some(email => context.wasLoggedIn(email)),
    isStaffNetwork: await isStaffNetwork(work, address),
  }
}
