// The week on the wall: who is to work on what on which day. A plan is a wish for a later day; in the
// morning of that day it becomes an assignment, unless somebody already holds the ticket.

/** A technician planned for a ticket on a later day. */
export type Plan = {
  /** `YYYY-MM-DD`, in the company's days. */
  readonly date: string
  readonly uuid: string
}

/** A plan may not reach further than this. */
export const MAX_PLAN_DAYS = 366

const DAY_MS = 24 * 60 * 60 * 1000

/** The day `days` after the day `date`, both `YYYY-MM-DD`; `days` may be negative. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Whether the text is a day that the calendar has, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text

/** The Monday of the week that the day lies in. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, weekday === 0 ? -6 : 1 - weekday)
}

/** Whether the day is today, later but not too far, or neither. Days compare as text. */
export function planTimingOf(date: string, today: string): 'today' | 'later' | 'never' {
  if (date === today) return 'today'
  return date > today && date <= addDays(today, MAX_PLAN_DAYS) ? 'later' : 'never'
}

/**
 * Who takes the ticket this morning: the last plan whose day has come, where nobody holds the ticket
 * yet. Null otherwise; every plan that is due is used up by the question.
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
