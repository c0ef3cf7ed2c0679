// Reading reviews: anybody those of a company, its owner with their tickets, a customer their own.

import * as z from 'zod'
import { ticketId } from '#contract/schema.ts'
import { obstaclesToReviewing, type Review } from '#domain/reviews/review.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { getOpenCompany } from '#server/features/companies/store.ts'
import { followerQuery, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { cutPage, readBookmark } from '#server/lib/pagination.ts'
import { asQuery, asVisitor, lookup, query } from '#server/rpc/procedures.ts'
import { countTrust, findReview, listReviews as listKept } from './store.ts'

const place = z.tuple([z.iso.datetime(), ticketId])

async function pageOf(
  work: Work,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  which: 'standing' | 'all',
) {
  const [at, id] = after === undefined ? [null, 0] : readBookmark(after, place)
  const found = await listKept(work, at === null ? null : { at: new Date(at), ticketId: id }, limit, which)
  return cutPage(found, limit, review => [review.writtenAt.toISOString(), review.ticketId])
}

const shown = ({ stars, words, writtenAt, rig, answer }: Review) => ({ stars, words, writtenAt, rig, answer })

export const listReviews = lookup.reviews.list.handler(({ input, context }) => {
  const { companyId } = input
  return asQuery(asVisitor(context), async work => {
    allow(work, 'review.see')
    await work.enter(companyId)
    await getOpenCompany(work)
    const { page, next } = await pageOf(work, input, 'standing')
    return { trust: await countTrust(work), reviews: page.map(shown), next }
  })
})

export const ownReviews = query.reviews.own.handler(async ({ input, context: { work } }) => {
  allow(work, 'review.answer')
  const { page, next } = await pageOf(work, input, 'all')
  const reviews = page.map(review => ({
    ...shown(review),
    ...{ ticketId: review.ticketId, removed: review.removed },
  }))
  return { reviews, next }
})

export const reviewByLink = followerQuery.reviews.byLink.handler(async ({ context: { work } }) => {
  const ticket = await getTicket(work, linkedTicketOf(work))
  allow(work, 'review.write', ticket)
  const review = await findReview(work, ticket.ticketId)
  return {
    review: review === null || review.removedAt !== null ? null : shown(review),
    mayReview: obstaclesToReviewing(ticket, review).length === 0,
  }
})
