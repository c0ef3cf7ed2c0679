import { describe, expect, test } from 'vitest'
import { nextRequestAt, reviewRequestStep } from './review-request.ts'

const ZONE = 'America/Chicago'
/** Thursday, 6:30 PM in Chicago; Friday in London. */
const COMPLETED = new Date('2025-11-21T00:30:00Z')
const visit = {
  ...{ completedTimestamp: COMPLETED, isWanted: true, hasEmail: true, refusesEmail: false },
  ...{ hasReview: false, isMessageUnanswered: false, isDisputed: false },
}
const MORNING = new Date('2025-11-21T15:00:00Z')

describe('the customer of a completed visit', () => {
  test('is first asked at 9 AM of the next day, where the company is', () => {
    expect(nextRequestAt(COMPLETED, ZONE)).toEqual(MORNING)
    expect(nextRequestAt(COMPLETED, 'Europe/London')).toEqual(new Date('2025-11-22T09:00:00Z'))
  })

  test('is asked at 9 AM by the clock on the day that it changes', () => {
    expect(nextRequestAt(new Date('2025-11-01T20:00:00Z'), ZONE)).toEqual(new Date('2025-11-02T15:00:00Z'))
    expect(nextRequestAt(new Date('2026-03-07T20:00:00Z'), ZONE)).toEqual(new Date('2026-03-08T14:00:00Z'))
  })

  test.each([
    ['2025-11-21T14:59:59Z', 'wait'],
    ['2025-11-21T15:00:00Z', 'ask'],
    ['2025-11-22T01:59:59Z', 'ask'],
    ['2025-11-22T02:00:00Z', 'wait'],
    ['2025-11-24T01:59:59Z', 'ask'],
    ['2025-11-24T06:00:00Z', 'never'],
    ['2028-11-24T15:00:00Z', 'never'],
  ])('at %s: %s', (now, step) => {
    expect(reviewRequestStep(visit, new Date(now), ZONE)).toBe(step)
  })

  test.each([
    [{ isWanted: false }, 'never'],
    [{ refusesEmail: true }, 'never'],
    [{ hasEmail: false }, 'never'],
    [{ hasReview: true }, 'never'],
    [{ isMessageUnanswered: true }, 'wait'],
    [{ isDisputed: true }, 'wait'],
    [{ isDisputed: true, hasReview: true }, 'never'],
  ] as const)('of whom is known %j: %s', (known, step) => {
    expect(reviewRequestStep({ ...visit, ...known }, MORNING, ZONE)).toBe(step)
  })
})
