// A founder removes or restores a review. The badge follows in the same transaction, and the author gets the reason
// by email.

import { Refusal } from '#domain/refusals/refusal.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { findReview, saveRemoval, updateBadge } from '#server/features/reviews/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { type Email, enqueueEmail } from '#server/mail/outbox.ts'
import { command } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { removedReviewEmail, restoredReviewEmail } from './emails.ts'

type ReviewAction = { readonly companyUUID: string; readonly ticketId: number; readonly reason: string }

async function getReviewAt(work: UnitOfWork, { companyUUID, ticketId }: ReviewAction) {
  work.enterCompany(companyUUID)
  const company = await getCompany(work)
  const none = 'This ticket has no review.'
  const ticket = await getTicket(work, ticketId, none)
  const review = await findReview(work, ticketId)
  if (review === null) throw notFound(none)
  return { company, ticket, review }
}

type ReviewOutcome = {
  readonly verb: 'remove-review' | 'restore-review'
  readonly createEmail: (
    company: Company,
    ticket: Ticket,
    reason: string,
    contactEmail: string | null,
  ) => Email
}

/** Updates what depends on the review, and notifies everyone affected. */
async function saveAndNotify(
  work: UnitOfWork,
  { mailContext }: Pick<RequestContext, 'mailContext'>,
  { companyUUID, ticketId, reason }: ReviewAction,
  { company, ticket }: { readonly company: Company; readonly ticket: Ticket },
  { verb, createEmail }: ReviewOutcome,
) {
  recordActivity(work, ticket, verb, { reason })
  await updateBadge(work)
  const detail = { companyName: company.companyName, reason }
  const action = verb === 'remove-review' ? 'review.remove' : 'review.restore'
  await appendPlatformEntry(work, { verb: action, companyUUID, ticketId, detail })
  if (ticket.customerDetails.email !== '')
    await enqueueEmail(work, mailContext, createEmail(company, ticket, reason, mailContext.contactEmail))
  return { done: true } as const
}

export const removeReview = command.platformAdmin.removeReview.handler(async ({ input, context }) => {
  const { work } = context
  const { review, ...subject } = await getReviewAt(work, input)
  if (review.removedAt !== null) throw new Refusal([{ code: 'review.removed' }])
  saveRemoval(work, input.ticketId, { at: work.now, by: work.by.name, because: input.reason })
  return saveAndNotify(work, context, input, subject, {
    verb: 'remove-review',
    createEmail: removedReviewEmail,
  })
})

export const restoreReview = command.platformAdmin.restoreReview.handler(async ({ input, context }) => {
  const { work } = context
  const { review, ...subject } = await getReviewAt(work, input)
  if (review.removedAt === null) throw new Refusal([{ code: 'review.not-removed' }])
  saveRemoval(work, input.ticketId, null)
  return saveAndNotify(work, context, input, subject, {
    verb: 'restore-review',
    createEmail: restoredReviewEmail,
  })
})
