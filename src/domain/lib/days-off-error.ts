// What new days off must not be: a company's closed days, an employee's time off.

import { addDays } from './calendar-date.ts'
import { type DaysOff, formatDaysOff } from './days-off.ts'

/** Of one list entry: a year. */
const MAX_DAYS = 366
/** Entries that are not over. */
const MAX_ENTRIES = 100

/**
 * The error of new days off, and its field; null if there is none. `today` is the company's; `overlapSentence` says
 * that some of the days are off already.
 */
export function daysOffError(
  { firstDay, lastDay }: DaysOff,
  others: readonly DaysOff[],
  today: string,
  overlapSentence: (others: string) => string,
): { readonly field: 'firstDay' | 'lastDay'; readonly sentence: string } | null {
  if (lastDay < firstDay) return { field: 'lastDay', sentence: 'The last day is before the first.' }
  if (lastDay < today) return { field: 'firstDay', sentence: 'These days have passed.' }
  if (lastDay >= addDays(firstDay, MAX_DAYS)) return { field: 'lastDay', sentence: 'Choose a year or less.' }
  const other = others.find(each => firstDay <= each.lastDay && each.firstDay <= lastDay)
  if (other !== undefined) return { field: 'firstDay', sentence: overlapSentence(formatDaysOff(other)) }
  return others.length >= MAX_ENTRIES
    ? { field: 'firstDay', sentence: `There are ${MAX_ENTRIES} entries. Remove some first.` }
    : null
}
