// A customer reviews a completed visit, and the company answers. The badge follows in the same transaction.

import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import { blockersForReviewing, uncountedReasonOf } from '#domain/reviews/review.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { customerCommand, customerName } from '#server/features/customer-links/middleware.ts'
import { addNotice } from '#server/features/notices/store.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { getReviewOrigin } from './review-origin.ts'
import { addReview, findReview, saveAnswer, updateBadge } from './store.ts'

export const writeReview = customerCommand.reviews.create.handler(async ({ input, context }) => {
  const { work, ticket } = context
  const { ticketId } = ticket
  assertNoBlockers(blockersForReviewing(ticket, await findReview(work, ticketId)))
  const { stars, words } = input
  await addReview(work, {
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
  await saveAnswer(work, ticket.ticketId, input.words)
  recordActivity(work, ticket, 'answer-review')
  return { done: true }
})
