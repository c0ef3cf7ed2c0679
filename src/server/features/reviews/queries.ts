// Review queries: public ones of a company, its owner's with tickets, a customer's own.

import * as z from 'zod'
import { ticketId } from '#contract/shared-schemas.ts'
import { blockersForReviewing, type Review } from '#domain/reviews/review.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getOpenCompany } from '#server/features/companies/store.ts'
import { customerQuery } from '#server/features/customer-links/middleware.ts'
import { decodeCursor, paginate } from '#server/lib/pagination.ts'
import { asAnonymous, procedure, query, runQuery } from '#server/rpc/procedures.ts'
import { countStars, countTrust, findReview, listReviews as listStoredReviews } from './store.ts'

const positionCursor = z.tuple([z.iso.datetime(), ticketId])

async function listReviewPage(
  work: UnitOfWork,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  which: 'visible' | 'all',
) {
  const [at, id] = after === undefined ? [null, 0] : decodeCursor(after, positionCursor)
  const found = await listStoredReviews(
    work,
    at === null ? null : { at: new Date(at), ticketId: id },
    limit,
    which,
  )
  return paginate(found, limit, review => [review.writtenAt.toISOString(), review.ticketId])
}

const toPublicReview = ({ stars, words, writtenAt, rig, answer }: Review) => ({
  stars,
  words,
  writtenAt,
  rig,
  answer,
})

export const listReviews = procedure.reviews.list.handler(({ input, context }) => {
  const { companyId } = input
  return runQuery(asAnonymous(context, { companyId }), async work => {
    work.enterCompany(companyId)
    await getOpenCompany(work)
    const { page, next } = await listReviewPage(work, input, 'visible')
    return { trust: await countTrust(work), reviews: page.map(toPublicReview), next }
  })
})

export const listOwnReviews = query.reviews.mine.handler(async ({ input, context: { work } }) => {
  const { page, next } = await listReviewPage(work, input, 'all')
  const reviews = page.map(review => ({
    ...toPublicReview(review),
    ticketId: review.ticketId,
    removed: review.removed,
    uncountedBecause: review.uncountedBecause,
  }))
  return { counted: (await countStars(work)).counted, reviews, next }
})

export const getReviewByLink = customerQuery.reviews.getByLink.handler(
  async ({ context: { work, ticket } }) => {
    const review = await findReview(work, ticket.ticketId)
    return {
      review: review === null || review.removedAt !== null ? null : toPublicReview(review),
      mayReview: blockersForReviewing(ticket, review).length === 0,
    }
  },
)
