// When a customer whose RV waits hears, without anyone at the desk, that nothing has changed.

import { closedDayProblem, isOpenAt, type OpeningTimes } from '#domain/companies/opening-times.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { DaysOff } from '#domain/lib/days-off.ts'

/** Of open days without a change. */
export const MAX_STATUS_UPDATE_DAYS = 30
/** Of calendar days that are looked at: a shop that opens on one day a week has 30 of them. */
const MAX_DAYS_AGO = 7 * (MAX_STATUS_UPDATE_DAYS + 1)

type Shop = { readonly opening: OpeningTimes; readonly closedDays: readonly DaysOff[] }

const isOpenDay = (day: string, { opening, closedDays }: Shop): boolean =>
  closedDayProblem(day, opening, closedDays) === null

/** The days on which the shop was open after the day of one time and before that of another; at most `MAX_STATUS_UPDATE_DAYS`. */
export function countOpenDays(after: Date, before: Date, shop: Shop): number {
  const first = dayOf(after, shop.opening.timeZone)
  const last = dayOf(before, shop.opening.timeZone)
  let count = 0
  for (let ago = 1; ago <= MAX_DAYS_AGO && count < MAX_STATUS_UPDATE_DAYS; ago++) {
    const day = addDays(last, -ago)
    if (day <= first) break
    if (isOpenDay(day, shop)) count++
  }
  return count
}

/** Whether `days` open days have passed since the last change, and the shop is open now, for those who call. */
export const isStatusUpdateDue = (lastChangeAt: Date, days: number, shop: Shop, now: Date): boolean =>
  isOpenAt(now, shop.opening) &&
  isOpenDay(dayOf(now, shop.opening.timeZone), shop) &&
  countOpenDays(lastChangeAt, now, shop) >= days
