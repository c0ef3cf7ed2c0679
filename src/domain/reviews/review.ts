// What customers say of a company once their ticket is done, and the badge that rests on it. Trusted is
// counted, never given: whoever opens it sees on how many words of how many customers it stands.

import type { Blocker } from '#domain/refusals/refusal.ts'

export const MIN_STARS = 1
export const MAX_STARS = 5
/** From the fewest to the most. */
export const STARS = [1, 2, 3, 4, 5] as const
export const MAX_REVIEW_LENGTH = 2000

/** What Trusted takes, of the last months. */
export const TRUST = { reviews: 10, average: 4.5, months: 24 } as const

export type Review = {
  readonly ticketId: number
  /** 1 to 5. */
  readonly stars: number
  readonly words: string
  readonly writtenAt: Date
  /** `2021 Jayco Jay Flight`: what was repaired, and nobody's name. */
  readonly rig: string
  readonly answer: { readonly words: string; readonly at: Date } | null
  readonly removedAt: Date | null
}

type TicketStatus = { readonly state: string }

/** What stands between a customer and their review: one for each ticket, once it is done. */
export function blockersForReviewing(
  ticket: TicketStatus,
  existing: Pick<Review, 'writtenAt'> | null,
): Blocker[] {
  if (existing !== null) return [{ code: 'review.written', at: existing.writtenAt }]
  return ticket.state === 'recorded' ? [] : [{ code: 'review.too-early' }]
}

/** The moment from which on reviews count at `now`; where a month has no such day, its last one. */
export function trustWindowStart(now: Date): Date {
  const since = new Date(now)
  const day = since.getUTCDate()
  since.setUTCMonth(since.getUTCMonth() - TRUST.months)
  // 29 February, two years ago, was 1 March.
  if (since.getUTCDate() !== day) since.setUTCDate(0)
  return since
}

export type Trust = {
  /** Reviews of the last 24 months that stand. */
  readonly count: number
  /** Of their stars, to the hundredth; null without any. */
  readonly average: number | null
  readonly isTrusted: boolean
}

/** What a company's card says of its reviews of the last 24 months. */
type Rating = {
  /** Stars, to the hundredth. */
  readonly average: number
  readonly count: number
}

/** What `count` reviews with `stars` in all say on a card; null without any. */
export function ratingFrom(count: number, stars: number): Rating | null {
  const { average } = trustFrom(count, stars)
  return average === null ? null : { average, count }
}

/** `4.8 (23 reviews)`. */
export const formatRating = ({ average, count }: Rating): string =>
  `${average.toFixed(1)} (${count} ${count === 1 ? 'review' : 'reviews'})`

/** What `count` reviews with `stars` in all come to: at least ten, four and a half or more of five on average. */
export const trustFrom = (count: number, stars: number): Trust => ({
  count,
  average: count === 0 ? null : Math.round((stars * 100) / count) / 100,
  // In whole numbers: what is shown as 4.5 may be a hair less.
  isTrusted: count >= TRUST.reviews && stars * 2 >= count * TRUST.average * 2,
})

/** Whether a company is Trusted at `now`, and on what that rests. */
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
