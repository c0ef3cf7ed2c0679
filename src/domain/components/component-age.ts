// How old a component is and when its maker's warranty ends, as far as that is known.

import { addMonths } from '#domain/lib/calendar-date.ts'
import { formatDate } from '#domain/lib/company-time.ts'
import type { RigComponent } from './component.ts'

/**
 * Whole months from one date to another, both `YYYY-MM-DD`; 0 if the other is before. A month has passed on the same day of
 * the month, or on its last day if it has no such day: from Feb 29 a year has passed on Feb 28.
 */
export function monthsSince(from: string, to: string): number {
  const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  const months = monthOf(to) - monthOf(from)
  return Math.max(0, addMonths(from, months) > to ? months - 1 : months)
}

/**
 * `7 months old`, `11 years old`: since it was installed, in months below two years; `today` is a date of the company's
 * calendar. Without that day `about 11 years old`, by its model year; empty if neither is known, or lies ahead.
 */
export function componentAge(
  { installedOn, modelYear }: Pick<RigComponent, 'installedOn' | 'modelYear'>,
  today: string,
): string {
  if (installedOn !== null) {
    if (installedOn > today) return ''
    const months = monthsSince(installedOn, today)
    if (months === 0) return 'less than a month old'
    return months < 24
      ? `${months} ${months === 1 ? 'month' : 'months'} old`
      : `${Math.floor(months / 12)} years old`
  }
  const years = /^\d{4}$/.test(modelYear) ? Number(today.slice(0, 4)) - Number(modelYear) : 0
  return years > 0 ? `about ${years} ${years === 1 ? 'year' : 'years'} old` : ''
}

/** `Maker’s warranty until Mar 3, 2027`, on its last day too, or `… ended Mar 3, 2025`; empty if it is unknown. */
export function warrantyLabel({ warrantyUntil }: Pick<RigComponent, 'warrantyUntil'>, today: string): string {
  if (warrantyUntil === null) return ''
  return `Maker’s warranty ${warrantyUntil < today ? 'ended' : 'until'} ${formatDate(warrantyUntil)}, ${warrantyUntil.slice(0, 4)}`
}

/** Years that no maker's warranty of an RV's component is longer than: a later end is mistyped. */
const MAX_WARRANTY_YEARS = 50

/** Why a warranty cannot end on this day, `installed` and `today` by the company's calendar; null if it can. */
export function warrantyProblem(
  until: string | null,
  installed: string | null,
  today: string,
): string | null {
  if (until === null) return null
  if (installed !== null && until < installed) return 'Enter the day it was installed or a later one.'
  return until > addMonths(today, MAX_WARRANTY_YEARS * 12) ? 'Enter an earlier date.' : null
}
