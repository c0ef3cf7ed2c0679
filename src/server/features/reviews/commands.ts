// A customer reviews a visit that is done, and the company answers. The badge follows within the same work.

import { refuseIfAny } from '#domain/lib/refusal.ts'
import { obstaclesToReviewing } from '#domain/reviews/review.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { followerCommand, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { getTicket, noteOnTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/rpc/errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { addReview, findReview, saveAnswer, settleBadge } from './store.ts'

export const writeReview = followerCommand.reviews.write.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, linkedTicketOf(work))
  allow(work, 'review.write', ticket)
  const { ticketId } = ticket
  refuseIfAny(obstaclesToReviewing(ticket, await findReview(work, ticketId)))
  const { stars, words } = input
  await addReview(work, { ticketId, stars, words, writtenAt: work.now, rig: rigName(ticket.customerRV) })
  noteOnTicket(work, ticket, 'review')
  await settleBadge(work)
  return { done: true }
})

export const answerReview = command.reviews.answer.handler(async ({ input, context: { work } }) => {
  allow(work, 'review.answer')
  const ticket = await getTicket(work, input.ticketId)
  const review = await findReview(work, ticket.ticketId)
  if (review === null || review.removedAt !== null) throw notFound('There is no review of this ticket.')
  await saveAnswer(work, ticket.ticketId, input.words)
  noteOnTicket(work, ticket, 'answer-review')
  return { done: true }
})
