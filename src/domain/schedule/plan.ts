// The week's schedule. A plan is for a later day; on the morning of that day it becomes an assignment, unless the
// ticket already has a technician.

/** A technician planned for a ticket on a later day. */
export type Plan = {
  /** `YYYY-MM-DD`, the company's date. */
  readonly date: string
  readonly uuid: string
}

/** The maximum number of days ahead. */
export const MAX_PLAN_DAYS = 366

const DAY_MS = 24 * 60 * 60 * 1000

/** `date` plus `days`, both dates `YYYY-MM-DD`; `days` may be negative. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Whether the text is a valid date, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** The Monday of the date's week. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, weekday === 0 ? -6 : 1 - weekday)
}

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
