// When the customer of a completed visit is asked for a review: once, by day, from the next day on.

import { addDays } from '#domain/lib/calendar-date.ts'
import { dayAfter, dayOf, timestampOf } from '#domain/lib/company-time.ts'

/** On the customer's page, where they write the review. */
export const REVIEW_ANCHOR = 'review'

const FIRST_HOUR = 9
const LAST_HOUR = 20
/** So many days after Complete, customers who could not be asked before are asked for the last time. */
const LAST_DAY = 3

/** When a customer who is not asked now may be: at 9 AM tomorrow, in the company's time zone. */
export const nextRequestAt = (now: Date, timeZone: string): Date =>
  timestampOf(dayAfter(dayOf(now, timeZone)), FIRST_HOUR, timeZone)

type CompletedVisit = {
  readonly completedTimestamp: Date
  /** Whether the company still asks its customers. */
  readonly isWanted: boolean
  readonly hasEmail: boolean
  /** Whether they said no to such emails. */
  readonly refusesEmail: boolean
  /** Even one that was removed. */
  readonly hasReview: boolean
  readonly isMessageUnanswered: boolean
  /** By the rig's owner, or the payment by a bank. */
  readonly isDisputed: boolean
}

/** Whether the visit's customer is asked at `now`, tomorrow at the earliest, or never. */
export function reviewRequestStep(
  visit: CompletedVisit,
  now: Date,
  timeZone: string,
): 'ask' | 'wait' | 'never' {
  const today = dayOf(now, timeZone)
  if (!visit.isWanted || !visit.hasEmail || visit.refusesEmail || visit.hasReview) return 'never'
  if (today > addDays(dayOf(visit.completedTimestamp, timeZone), LAST_DAY)) return 'never'
  const isDaytime =
    now >= timestampOf(today, FIRST_HOUR, timeZone) && now < timestampOf(today, LAST_HOUR, timeZone)
  return isDaytime && !visit.isMessageUnanswered && !visit.isDisputed ? 'ask' : 'wait'
}
