// The days of a time sheet, which every page's address reads.

import { addDays, daysBetween, isDay, mondayOf } from '#domain/lib/calendar-date.ts'

/** Of a time sheet. */
const MAX_SHEET_DAYS = 92

/** `YYYY-MM-DD`, both included, in the company's time zone. */
export type SheetDays = { readonly from: string; readonly to: string }

/** The days from Monday to Sunday that `day` is in. */
export const weekOf = (day: string): SheetDays => ({ from: mondayOf(day), to: addDays(mondayOf(day), 6) })

/** A sentence beside the day that a time sheet cannot have; none if it can. */
export function sheetDaysErrors({
  from = '',
  to = '',
}: { readonly [Day in keyof SheetDays]?: string | undefined }): Partial<Record<keyof SheetDays, string>> {
  if (!isDay(from)) return { from: 'Enter the first day.' }
  if (!isDay(to)) return { to: 'Enter the last day.' }
  if (to < from) return { to: 'Choose the first day or a later one.' }
  return daysBetween(from, to) < MAX_SHEET_DAYS ? {} : { to: `Choose at most ${MAX_SHEET_DAYS} days.` }
}
