import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import {
  blockersForReviewing,
  missingReviews,
  type ReviewOrigin,
  trustFrom,
  trustOf,
  trustSentence,
  trustWindowStart,
  type UncountedReason,
  uncountedReasonOf,
  uncountedSentence,
} from './review.ts'

const NOW = new Date('2026-03-16T15:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

const reviews = (count: number, stars: number, writtenAt = NOW) =>
  Array.from({ length: count }, () => ({
    ...{ stars, writtenAt },
    removedAt: null as Date | null,
    uncountedBecause: null as UncountedReason | null,
  }))

describe('Trusted', () => {
  test.each([
    [[...reviews(9, 5)], false],
    [[...reviews(10, 5)], true],
    [[...reviews(5, 5), ...reviews(5, 4)], true],
    [[...reviews(5, 5), ...reviews(4, 4), ...reviews(1, 3)], false],
    // 4.4999…: shown as 4.5, and not enough.
    [[...reviews(100, 5), ...reviews(99, 4), ...reviews(1, 3)], false],
  ])('needs ten reviews and an average of 4.5 stars', (all, isTrusted) => {
    expect(trustOf(all, NOW).isTrusted).toBe(isTrusted)
  })

  test('shows the figures behind it', () => {
    expect(trustOf([...reviews(8, 5), ...reviews(3, 4)], NOW)).toEqual({
      count: 11,
      average: 4.73,
      isTrusted: true,
    })
    expect(trustOf([], NOW)).toEqual({ count: 0, average: null, isTrusted: false })
  })

  test('counts no review that came from the company itself or from nobody’s confirmed email, and shows it', () => {
    const uncounted = reviews(12, 5).map(each => ({ ...each, uncountedBecause: 'unconfirmed' as const }))
    expect(trustOf(uncounted, NOW)).toEqual({ count: 12, average: 5, isTrusted: false })
    expect(trustOf([...uncounted, ...reviews(9, 5)], NOW).isTrusted).toBe(false)
    expect(trustOf([...uncounted, ...reviews(10, 4)], NOW)).toEqual({
      count: 22,
      average: 4.55,
      isTrusted: false,
    })
    expect(trustOf([...uncounted, ...reviews(10, 5)], NOW).isTrusted).toBe(true)
  })

  test('ignores reviews older than twenty-four months, good and bad', () => {
    const since = trustWindowStart(NOW)
    expect(since).toEqual(new Date('2024-03-16T15:00:00Z'))
    const old = new Date(since.getTime() - 1)
    expect(trustOf([...reviews(9, 5), ...reviews(1, 5, old)], NOW).isTrusted).toBe(false)
    expect(trustOf([...reviews(10, 5), ...reviews(9, 1, old)], NOW).isTrusted).toBe(true)
    expect(trustOf([...reviews(10, 5), ...reviews(9, 1, since)], NOW).isTrusted).toBe(false)
  })

  test('counts months from end of month to end of month', () => {
    expect(trustWindowStart(new Date('2024-02-29T12:00:00Z'))).toEqual(new Date('2022-02-28T12:00:00Z'))
  })

  test('is correct for any sequence of reviews, removals and months', () => {
    const review = fc.record({
      stars: fc.integer({ min: 1, max: 5 }),
      day: fc.integer({ min: 0, max: 1200 }),
      removed: fc.option(fc.integer({ min: 0, max: 1200 })),
      isCounted: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(review, { maxLength: 40 }),
        fc.array(fc.integer({ min: 0, max: 2400 }), { maxLength: 12 }),
        (written, days) => {
          for (const today of days) {
            const now = new Date(NOW.getTime() + today * DAY_MS)
            const at = (day: number) => new Date(NOW.getTime() + day * DAY_MS)
            const reviews = written
              .filter(({ day }) => day <= today)
              .map(({ stars, day, removed, isCounted }) => ({
                stars,
                uncountedBecause: isCounted ? null : ('staff-network' as const),
                writtenAt: at(day),
                removedAt: removed !== null && removed >= day && removed <= today ? at(removed) : null,
              }))
            const counted = reviews.filter(
              ({ writtenAt, removedAt, uncountedBecause }) =>
                removedAt === null && uncountedBecause === null && writtenAt >= trustWindowStart(now),
            )
            const mean = counted.reduce((sum, { stars }) => sum + stars, 0) / counted.length
            expect(trustOf(reviews, now).isTrusted).toBe(counted.length >= 10 && mean >= 4.5)
          }
        },
      ),
    )
  })

  test('is the same computed here and by the database', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 60 }), stars => {
        const all = stars.flatMap(each => reviews(1, each))
        const sums = { count: stars.length, stars: stars.reduce((total, each) => total + each, 0) }
        expect(trustFrom(sums, sums)).toEqual(trustOf(all, NOW))
      }),
    )
  })
})

describe('how far a company is from Trusted', () => {
  test.each<[number, number, string]>([
    [0, 0, 'So far 0 reviews count. It needs 10 more 5-star reviews.'],
    [1, 4, 'So far 1 review counts, averaging 4.00 stars. It needs 9 more 5-star reviews.'],
    [9, 45, 'So far 9 reviews count, averaging 5.00 stars. It needs 1 more 5-star review.'],
    [250, 1124, 'So far 250 reviews count, averaging 4.49 stars. It needs 2 more 5-star reviews.'],
  ])('with %i reviews and %i stars', (count, stars, sentence) => {
    expect(trustSentence({ count, stars })).toBe(
      `Your company becomes Trusted with at least 10 reviews averaging 4.5 stars in the last 24 months. ${sentence}`,
    )
  })

  test('with enough of both', () => {
    expect(trustSentence({ count: 12, stars: 57 })).toBe(
      'Your company is Trusted: 12 reviews count, averaging 4.75 stars. ' +
        'It stays so with at least 10 reviews averaging 4.5 stars in the last 24 months.',
    )
  })

  test('is the fewest reviews that make it so', () => {
    const stars = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 60 })
    const sums = (all: readonly number[]) => ({
      count: all.length,
      stars: all.reduce((sum, each) => sum + each, 0),
    })
    const isTrusted = (all: readonly number[]) => trustFrom(sums(all), sums(all)).isTrusted
    fc.assert(
      fc.property(stars, all => {
        const missing = isTrusted(all) ? 0 : missingReviews(sums(all))
        const fives = Array<number>(missing).fill(5)
        expect(isTrusted([...all, ...fives])).toBe(true)
        if (missing > 0) expect(isTrusted([...all, ...fives.slice(1)])).toBe(false)
      }),
    )
  })
})

describe('where a review came from', () => {
  const customer: ReviewOrigin = {
    ...{ isEmailConfirmed: true, isStaffEmail: false },
    ...{ isStaffBrowser: false, isStaffNetwork: false },
  }

  test.each([
    [{}, null],
    [{ isEmailConfirmed: false }, 'unconfirmed'],
    [{ isStaffEmail: true }, 'staff-email'],
    [{ isStaffBrowser: true }, 'staff-browser'],
    [{ isStaffNetwork: true }, 'staff-network'],
    [{ isStaffNetwork: true, isEmailConfirmed: false }, 'staff-network'],
  ] as const)('decides whether it counts: %j, %j', (changes, reason) => {
    expect(uncountedReasonOf({ ...customer, ...changes })).toBe(reason)
  })

  test('is said to the company in a sentence', () => {
    expect(uncountedSentence('staff-network')).toBe(
      'Shown, but does not count for Trusted: it was written on a network from which one of the company’s own people logged in.',
    )
  })
})

describe('a review', () => {
  test.each(['pending', 'active', 'approval', 'completed', 'declined'])(
    'of a ticket that is %s is too early',
    state => {
      expect(blockersForReviewing({ state }, null)).toEqual([{ code: 'review.too-early' }])
    },
  )

  test('of an imported visit is refused', () => {
    const ticket = { state: 'recorded', importedBalance: cents(95_50) }
    expect(blockersForReviewing(ticket, null)).toEqual([{ code: 'review.imported' }])
  })

  test('of a completed ticket is accepted once', () => {
    expect(blockersForReviewing({ state: 'recorded' }, null)).toEqual([])
    expect(blockersForReviewing({ state: 'recorded' }, { writtenAt: NOW })).toEqual([
      { code: 'review.written', at: NOW },
    ])
  })
})
