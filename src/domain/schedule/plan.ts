// A plan assigns a technician for a later day; on the morning of that day it becomes an assignment, unless the
// ticket already has a technician.

import { addDays } from '#domain/lib/calendar-date.ts'

/** A technician planned for a ticket on a later day. */
export type Plan = {
  /** `YYYY-MM-DD`, the company's date. */
  readonly date: string
  readonly uuid: string
}

/** The maximum number of days ahead. */
export const MAX_PLAN_DAYS = 366

/** Whether the day is today, later but not too far, or neither. Dates compare as text. */
export function planTimingOf(date: string, today: string): 'today' | 'later' | 'never' {
  if (date === today) return 'today'
  return date > today && date <= addDays(today, MAX_PLAN_DAYS) ? 'later' : 'never'
}

/**
 * Who gets the ticket this morning: the last due plan, if the ticket has no technician yet. Otherwise null; due plans
 * are used up either way.
 */
export function duePlan(
  plans: readonly Plan[],
  ticket: { readonly assignedTechnician: string | null },
  today: string,
): Plan | null {
  if (ticket.assignedTechnician !== null) return null
  const due = plans.filter(({ date }) => date <= today).sort((one, other) => (one.date < other.date ? -1 : 1))
  return due.at(-1) ?? null
}
