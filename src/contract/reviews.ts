// Customer reviews of a company, and the figures behind its Trusted badge. A review is anonymous.

import * as z from 'zod'
import { MAX_REVIEW_LENGTH, MAX_STARS, MIN_STARS, UNCOUNTED_REASONS } from '#domain/reviews/review.ts'
import { linkToken } from './customer-view.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { done, requiredText, ticketId, uuid } from './shared-schemas.ts'

const procedure = proceduresTagged('Reviews')
const STARS_OUT_OF_RANGE = `Choose ${MIN_STARS} to ${MAX_STARS} stars.`

const newReview = z.object({
  stars: z
    .number({ error: STARS_OUT_OF_RANGE })
    .int({ error: STARS_OUT_OF_RANGE })
    .min(MIN_STARS, { error: STARS_OUT_OF_RANGE })
    .max(MAX_STARS, { error: STARS_OUT_OF_RANGE }),
  words: requiredText(MAX_REVIEW_LENGTH),
})

export const review = z.object({
  stars: z.number().int(),
  words: z.string(),
  writtenAt: z.date(),
  /** The repaired rig: year, make and model. */
  rig: z.string(),
  /** The company's answer. */
  answer: z.object({ words: z.string(), at: z.date() }).nullable(),
})

export const trust = z.object({
  /** Reviews of the last 24 months, also those that do not count for Trusted. */
  count: z.number().int(),
  /** Average stars; null without reviews. */
  average: z.number().nullable(),
  isTrusted: z.boolean(),
})

/** Why a review is shown but does not count for Trusted; null if it counts. */
export const uncountedBecause = z.enum(UNCOUNTED_REASONS).nullable()

const pageParams = {
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
}
const byLink = z.object({ token: linkToken })

export const reviews = {
  list: procedure({
    permission: 'review.see',
    rateLimit: rateLimit('scraping', limit('address', 600, HOUR, 'As many as views of the company list.')),
  })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/reviews',
      summary: 'List the reviews of a company, newest first, and the figures behind its badge',
    })
    .input(z.object({ companyId: uuid, ...pageParams }))
    .output(z.object({ trust, reviews: z.array(review).readonly(), next: z.string().nullable() })),
  mine: procedure({ permission: 'review.answer', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/reviews',
      summary: 'List the reviews of your own company with their tickets',
    })
    .input(z.object(pageParams))
    .output(
      z.object({
        /** Those of the last 24 months that count for Trusted, with so many stars in all. */
        counted: z.object({ count: z.number().int(), stars: z.number().int() }),
        reviews: z
          .array(
            review.extend({
              ticketId: z.number().int(),
              /** By a founder, with the reason: then it is hidden from others, and does not count. */
              removed: z.object({ at: z.date(), because: z.string() }).nullable(),
              uncountedBecause,
            }),
          )
          .readonly(),
        next: z.string().nullable(),
      }),
    ),
  answer: procedure({ permission: 'review.answer', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/tickets/{ticketId}/review/answer',
      summary: 'Answer a review, or replace the answer',
    })
    .input(z.object({ ticketId, words: requiredText(MAX_REVIEW_LENGTH) }))
    .output(done),
  getByLink: procedure({ permission: { byLink: 'review.write' }, rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/follow/{token}/review',
      summary: 'Get your own review, and whether you may write one',
    })
    .input(byLink)
    .output(z.object({ review: review.nullable(), mayReview: z.boolean() })),
  create: procedure({ permission: { byLink: 'review.write' }, rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/follow/{token}/review',
      successStatus: 201,
      summary: 'Review a completed visit',
    })
    .input(newReview.extend({ token: linkToken }))
    .output(done),
}
