// Customer reviews of completed tickets, and the badge behind them. Trusted is computed, never given: its figures are
// public.

import type { Cents } from '#domain/lib/money.ts'
import type { Blocker } from '#domain/refusals/refusal.ts'

export const MIN_STARS = 1
export const MAX_STARS = 5
/** From the fewest to the most. */
export const STARS = [1, 2, 3, 4, 5] as const
export const MAX_REVIEW_LENGTH = 2000

/** The requirements of Trusted, within these months. */
export const TRUST = { reviews: 10, average: 4.5, months: 24 } as const

export type Review = {
  readonly ticketId: number
  /** 1 to 5. */
  readonly stars: number
  readonly words: string
  readonly writtenAt: Date
  /** `2021 Jayco Jay Flight`: the repaired rig, without a name. */
  readonly rig: string
  readonly answer: { readonly words: string; readonly at: Date } | null
  readonly removedAt: Date | null
}

type TicketStatus = { readonly state: string; readonly importedBalance?: Cents | null }

/** Why a customer cannot review: one review per ticket, once it is completed here. */
export function blockersForReviewing(
  ticket: TicketStatus,
  existing: Pick<Review, 'writtenAt'> | null,
): Blocker[] {
  if (existing !== null) return [{ code: 'review.written', at: existing.writtenAt }]
  if (ticket.state === 'recorded' && ticket.importedBalance != null) return [{ code: 'review.brought-along' }]
  return ticket.state === 'recorded' ? [] : [{ code: 'review.too-early' }]
}

/** The start of the period in which reviews count at `now`; a missing day is the last of its month. */
export function trustWindowStart(now: Date): Date {
  const since = new Date(now)
  const day = since.getUTCDate()
  since.setUTCMonth(since.getUTCMonth() - TRUST.months)
  // February 29, two years ago, was March 1.
  if (since.getUTCDate() !== day) since.setUTCDate(0)
  return since
}

export type Trust = {
  /** Reviews of the last 24 months that were not removed. */
  readonly count: number
  /** Average stars, to the hundredth; null without any. */
  readonly average: number | null
  readonly isTrusted: boolean
}

/** The rating on a company's card, from the last 24 months. */
type Rating = {
  /** Average stars, to the hundredth. */
  readonly average: number
  readonly count: number
}

/** The rating of `count` reviews with `stars` in all; null without any. */
export function ratingFrom(count: number, stars: number): Rating | null {
  const { average } = trustFrom(count, stars)
  return average === null ? null : { average, count }
}

/** `4.8 (23 reviews)`. */
export const formatRating = ({ average, count }: Rating): string =>
  `${average.toFixed(1)} (${count} ${count === 1 ? 'review' : 'reviews'})`

/** The Trusted figures of `count` reviews with `stars` in all: at least ten, 4.5 or more on average. */
export const trustFrom = (count: number, stars: number): Trust => ({
  count,
  average: count === 0 ? null : Math.round((stars * 100) / count) / 100,
  // In whole numbers: what is shown as 4.5 may be slightly less.
  isTrusted: count >= TRUST.reviews && stars * 2 >= count * TRUST.average * 2,
})

/** Whether a company is Trusted at `now`, with its figures. */
export function trustOf(
  reviews: readonly Pick<Review, 'stars' | 'writtenAt' | 'removedAt'>[],
  now: Date,
): Trust {
  const since = trustWindowStart(now)
  const counted = reviews.filter(
    ({ writtenAt, removedAt }) => removedAt === null && writtenAt >= since && writtenAt <= now,
  )
  return trustFrom(
    counted.length,
    counted.reduce((sum, { stars }) => sum + stars, 0),
  )
}
