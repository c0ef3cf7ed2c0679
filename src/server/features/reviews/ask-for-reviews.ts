// Asks customers for a review, the day after Complete. If two servers check at once, the ticket's lock lets one of them
// do it.

import { NOT_SENT_BECAUSE, overLimitSentence } from '#domain/mail/email-outcome.ts'
import { reviewRequestStep } from '#domain/reviews/review-request.ts'
import type { RecordedTicket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import {
  type CustomerMailContext,
  findLinkOfTicket,
  mailedLinkUrlFor,
  wasLinkClosed,
} from '#server/features/customer-links/store.ts'
import { refusesEmailOf } from '#server/features/customers/merge-store.ts'
import { hasOpenCardDispute } from '#server/features/ledger/store.ts'
import { isMessageUnanswered } from '#server/features/messages/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { listTicketDisputes } from '#server/features/rig-claims/store.ts'
import { findTicket, recordActivity } from '#server/features/tickets/store.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import { emailCustomer } from '#server/mail/limited-mail.ts'
import { reviewRequestEmail } from './emails.ts'
import {
  deleteReviewRequest,
  isReviewRequestDue,
  listDueReviewRequests,
  postponeReviewRequest,
} from './request-store.ts'
import { findReview } from './store.ts'

/** Sends every email that is due at `now`. Rejects with the errors, after all were tried. */
export async function askForReviews(
  services: UnitOfWorkServices,
  context: CustomerMailContext,
  now: Date,
): Promise<void> {
  await runForEach(
    services,
    await listDueReviewRequests(services, now),
    now,
    (work, { ticketId }) => askForReview(work, context, ticketId),
    count => `${count} customers could not be asked for a review.`,
  )
}

async function askForReview(work: UnitOfWork, context: CustomerMailContext, ticketId: number): Promise<void> {
  const ticket = await findTicket(work, ticketId)
  // Another server has asked.
  if (!(await isReviewRequestDue(work, ticketId))) return
  const step = ticket?.state === 'recorded' ? await stepOf(work, context, ticket) : 'never'
  if (step === 'wait') postponeReviewRequest(work, ticketId)
  else deleteReviewRequest(work, ticketId)
}

/** Asks the customer, if it is time; over a limit on emails they wait. */
async function stepOf(work: UnitOfWork, context: CustomerMailContext, ticket: RecordedTicket) {
  const { ticketId, completedTimestamp, customerDetails, customerRV } = ticket
  const visit = {
    completedTimestamp,
    isWanted: (await getPreferences(work)).asksForReviews,
    hasEmail: customerDetails.email !== '',
    refusesEmail: await refusesEmailOf(work, ticketId),
    hasReview: (await findReview(work, ticketId)) !== null,
    isMessageUnanswered: await isMessageUnanswered(work, ticket),
    isDisputed:
      (await listTicketDisputes(work, customerRV.vin, ticketId)).length > 0 ||
      (await hasOpenCardDispute(work, ticketId)),
  }
  const step = reviewRequestStep(visit, work.now, work.timeZone)
  if (step !== 'ask') return step
  const isLinkOff = (await findLinkOfTicket(work, ticketId)) === null && (await wasLinkClosed(work, ticketId))
  const url = isLinkOff ? null : await mailedLinkUrlFor(work, context, ticket)
  if (url === null) return 'never'
  const email = reviewRequestEmail(await getCompany(work), ticket, url)
  const outcome = await emailCustomer(work, context, email)
  if (overLimitSentence(outcome) !== null) return 'wait'
  recordActivity(work, ticket, 'ask-for-review', { reason: NOT_SENT_BECAUSE[outcome] })
  return step
}
