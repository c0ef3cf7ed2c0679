// A founder removes a review, and may restore it. The badge that rests on it settles within the same work.

import { Refusal } from '#domain/refusal.ts'
import { command } from '#server/api.ts'
import { getCompany } from '#server/companies/store.ts'
import { addDeed } from '#server/deeds/store.ts'
import { notFound } from '#server/errors.ts'
import { findReview, saveRemoval, settleBadge } from '#server/reviews/store.ts'
import { getTicket, noteOnTicket } from '#server/tickets/store.ts'
import { allow, type Work } from '#server/work.ts'

type Act = { readonly companyUUID: string; readonly ticketId: number; readonly reason: string }

async function reviewAt(work: Work, { companyUUID, ticketId }: Act) {
  await work.enter(companyUUID)
  await getCompany(work)
  const none = 'There is no review of this ticket.'
  const ticket = await getTicket(work, ticketId, none)
  const review = await findReview(work, ticketId)
  if (review === null) throw notFound(none)
  return { ticket, review }
}

async function settle(
  work: Work,
  { companyUUID, ticketId, reason }: Act,
  verb: 'review.remove' | 'review.restore',
) {
  await settleBadge(work)
  const { companyName } = await getCompany(work)
  await addDeed(work, { verb, companyUUID, ticketId, detail: { companyName, reason } })
  return { done: true } as const
}

export const removeReview = command.founders.removeReview.handler(async ({ input, context: { work } }) => {
  allow(work, 'review.remove')
  const { ticket, review } = await reviewAt(work, input)
  if (review.removedAt !== null) throw new Refusal([{ code: 'review.removed' }])
  await saveRemoval(work, input.ticketId, { at: work.now, by: work.by.name, because: input.reason })
  noteOnTicket(work, ticket, 'remove-review', { reason: input.reason })
  return settle(work, input, 'review.remove')
})

export const restoreReview = command.founders.restoreReview.handler(async ({ input, context: { work } }) => {
  allow(work, 'review.remove')
  const { ticket, review } = await reviewAt(work, input)
  if (review.removedAt === null) throw new Refusal([{ code: 'review.stands' }])
  await saveRemoval(work, input.ticketId, null)
  noteOnTicket(work, ticket, 'restore-review', { reason: input.reason })
  return settle(work, input, 'review.restore')
})
