// A customer reviews a visit that is done, and the company answers. The badge follows within the same work.

import { refuseIfAny } from '#domain/refusal.ts'
import { obstaclesToReviewing } from '#domain/review.ts'
import { rigName } from '#domain/rig.ts'
import { command } from '#server/api.ts'
import { notFound } from '#server/errors.ts'
import { followerCommand, linkedTicketOf } from '#server/links/guard.ts'
import { getTicket, noteOnTicket } from '#server/tickets/store.ts'
import { allow } from '#server/work.ts'
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
