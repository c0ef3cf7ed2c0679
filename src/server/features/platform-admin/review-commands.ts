// A founder removes a review, and may restore it. The badge that rests on it settles within the same work, and who
// wrote it is told why by letter.

import { Refusal } from '#domain/lib/refusal.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { addDeed } from '#server/audit/platform-audit.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { findReview, saveRemoval, settleBadge } from '#server/features/reviews/store.ts'
import { getTicket, noteOnTicket } from '#server/features/tickets/store.ts'
import { type Letter, writeLetter } from '#server/mail/outbox.ts'
import { notFound } from '#server/rpc/errors.ts'
import { command, type RequestContext } from '#server/rpc/procedures.ts'
import { removedReviewLetter, restoredReviewLetter } from './emails.ts'

type Act = { readonly companyUUID: string; readonly ticketId: number; readonly reason: string }

async function reviewAt(work: Work, { companyUUID, ticketId }: Act) {
  await work.enter(companyUUID)
  const company = await getCompany(work)
  const none = 'There is no review of this ticket.'
  const ticket = await getTicket(work, ticketId, none)
  const review = await findReview(work, ticketId)
  if (review === null) throw notFound(none)
  return { company, ticket, review }
}

type Told = {
  readonly verb: 'remove-review' | 'restore-review'
  readonly letter: (company: Company, ticket: Ticket, reason: string) => Letter
}

/** Settles what rests on the review, and tells everybody whom it concerns. */
async function tell(
  work: Work,
  { post }: Pick<RequestContext, 'post'>,
  { companyUUID, ticketId, reason }: Act,
  { company, ticket }: { readonly company: Company; readonly ticket: Ticket },
  { verb, letter }: Told,
) {
  noteOnTicket(work, ticket, verb, { reason })
  await settleBadge(work)
  const detail = { companyName: company.companyName, reason }
  const deed = verb === 'remove-review' ? 'review.remove' : 'review.restore'
  await addDeed(work, { verb: deed, companyUUID, ticketId, detail })
  if (ticket.customerDetails.email !== '') await writeLetter(work, post, letter(company, ticket, reason))
  return { done: true } as const
}

export const removeReview = command.founders.removeReview.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'review.remove')
  const { review, ...of } = await reviewAt(work, input)
  if (review.removedAt !== null) throw new Refusal([{ code: 'review.removed' }])
  await saveRemoval(work, input.ticketId, { at: work.now, by: work.by.name, because: input.reason })
  return tell(work, context, input, of, { verb: 'remove-review', letter: removedReviewLetter })
})

export const restoreReview = command.founders.restoreReview.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'review.remove')
  const { review, ...of } = await reviewAt(work, input)
  if (review.removedAt === null) throw new Refusal([{ code: 'review.stands' }])
  await saveRemoval(work, input.ticketId, null)
  return tell(work, context, input, of, { verb: 'restore-review', letter: restoredReviewLetter })
})
