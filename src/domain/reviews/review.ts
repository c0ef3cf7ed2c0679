// Customer reviews of completed tickets, and the badge behind them. Trusted is computed, never given: its figures are
// public.

import type { Cents } from '#domain/lib/money.ts'
import type { Blocker } from '#domain/refusals/refusal-sentence.ts'

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
  /** Why it does not count for Trusted, decided when it was written; null if it counts. It is shown all the same. */
  readonly uncountedBecause: UncountedReason | null
}

/** Why a review does not count for Trusted. */
export const UNCOUNTED_REASONS = ['unconfirmed', 'staff-email', 'staff-browser', 'staff-network'] as const
export type UncountedReason = (typeof UNCOUNTED_REASONS)[number]

/** Where a review came from. */
export type ReviewOrigin = {
  /** Whether the customer's email, or the booking made with it, was confirmed. */
  readonly isEmailConfirmed: boolean
  /** Whether the ticket's email is one of the company's own people's. */
  readonly isStaffEmail: boolean
  /** Whether one of them is or was logged in from the browser. */
  readonly isStaffBrowser: boolean
  /** Whether one of them logged in from the network within `STAFF_NETWORK_DAYS`. */
  readonly isStaffNetwork: boolean
}

/** As long as a session lasts at most. */
export const STAFF_NETWORK_DAYS = 30

/** Why a review from there does not count for Trusted: a company must not earn it by itself. Null if it counts. */
export function uncountedReasonOf(origin: ReviewOrigin): UncountedReason | null {
  if (origin.isStaffEmail) return 'staff-email'
  if (origin.isStaffBrowser) return 'staff-browser'
  if (origin.isStaffNetwork) return 'staff-network'
  return origin.isEmailConfirmed ? null : 'unconfirmed'
}

const UNCOUNTED_SENTENCES: Readonly<Record<UncountedReason, string>> = {
  unconfirmed:
    'the customer’s email was not confirmed. It is once they open their ticket from an email, or confirm a booking.',
  'staff-email': 'the email on the ticket belongs to one of the company’s own people.',
  'staff-browser': 'it was written in a browser from which one of the company’s own people logged in.',
  'staff-network': 'it was written on a network from which one of the company’s own people logged in.',
}

/** For the company and founders: why a review does not count. */
export const uncountedSentence = (reason: UncountedReason): string =>
  `Shown, but does not count for Trusted: ${UNCOUNTED_SENTENCES[reason]}`

type TicketStatus = { readonly state: string; readonly importedBalance?: Cents | null }

/** Why a customer cannot review: one review per ticket, once it is completed here. */
export function blockersForReviewing(
  ticket: TicketStatus,
  existing: Pick<Review, 'writtenAt'> | null,
): Blocker[] {
  if (existing !== null) return [{ code: 'review.written', at: existing.writtenAt }]
  if (ticket.state === 'recorded' && ticket.importedBalance != null) return [{ code: 'review.imported' }]
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

/** So many reviews, with so many stars in all. */
export type ReviewSums = { readonly count: number; readonly stars: number }

export type Trust = {
  /** Reviews of the last 24 months that were not removed, also those that do not count for Trusted. */
  readonly count: number
  /** Their average stars, to the hundredth; null without any. */
  readonly average: number | null
  readonly isTrusted: boolean
}

/** The rating on a company's card, from the last 24 months. */
type Rating = {
  /** Average stars, to the hundredth. */
  readonly average: number
  readonly count: number
}

const averageOf = ({ count, stars }: ReviewSums): number | null =>
  count === 0 ? null : Math.round((stars * 100) / count) / 100

/** The rating of `count` reviews with `stars` in all; null without any. */
export function ratingFrom(count: number, stars: number): Rating | null {
  const average = averageOf({ count, stars })
  return average === null ? null : { average, count }
}

/** `4.8 (23 reviews)`. */
export const formatRating = ({ average, count }: Rating): string =>
  `${average.toFixed(1)} (${count} ${count === 1 ? 'review' : 'reviews'})`

const meetsTrust = ({ count, stars }: ReviewSums): boolean =>
  // In whole numbers: what is shown as 4.5 may be slightly less.
  count >= TRUST.reviews && stars * 2 >= count * TRUST.average * 2

/** How many more reviews of five stars make a company with these counted reviews Trusted. */
export const missingReviews = ({ count, stars }: ReviewSums): number =>
  Math.max(TRUST.reviews - count, (TRUST.average * count - stars) / (MAX_STARS - TRUST.average))

/** For the owner: how far the company is from Trusted, by the reviews that count for it. */
export function trustSentence(counted: ReviewSums): string {
  const { count, stars } = counted
  const rule = `at least ${TRUST.reviews} reviews averaging ${TRUST.average} stars in the last ${TRUST.months} months`
  // Rounded down: 4.5 is never shown of less.
  const average =
    count === 0 ? '' : `, averaging ${(Math.floor((stars * 100) / count) / 100).toFixed(2)} stars`
  const figures = `${count} ${count === 1 ? 'review counts' : 'reviews count'}${average}`
  if (meetsTrust(counted)) return `Your company is Trusted: ${figures}. It stays so with ${rule}.`
  const missing = missingReviews(counted)
  const more = `${missing} more ${MAX_STARS}-star ${missing === 1 ? 'review' : 'reviews'}`
  return `Your company becomes Trusted with ${rule}. So far ${figures}. It needs ${more}.`
}

/** The Trusted figures of `shown` reviews, of which `counted` count for it: at least ten, 4.5 or more on average. */
export const trustFrom = (shown: ReviewSums, counted: ReviewSums): Trust => ({
  count: shown.count,
  average: averageOf(shown),
  isTrusted: meetsTrust(counted),
})

const sumsOf = (reviews: readonly Pick<Review, 'stars'>[]): ReviewSums => ({
  count: reviews.length,
  stars: reviews.reduce((sum, { stars }) => sum + stars, 0),
})

/** Whether a company is Trusted at `now`, with its figures. */
export function trustOf(
  reviews: readonly Pick<Review, 'stars' | 'writtenAt' | 'removedAt' | 'uncountedBecause'>[],
  now: Date,
): Trust {
  const since = trustWindowStart(now)
  const shown = reviews.filter(
    ({ writtenAt, removedAt }) => removedAt === null && writtenAt >= since && writtenAt <= now,
  )
  return trustFrom(sumsOf(shown), sumsOf(shown.filter(({ uncountedBecause }) => uncountedBecause === null)))
}
