// On Time: what a company earns by doing what it promised on the day it promised, never by hand.

/** What On Time rests on: the tickets of so many days, how many there must be, and which share of them on time. */
export const ON_TIME = { days: 90, tickets: 10, percent: 90 } as const

export type OnTimeCount = {
  /** Tickets with a promised day that were done, or due, in the last `ON_TIME.days` days. */
  readonly promised: number
  /** Those of them that were done, that is finalized, by their first promised day. */
  readonly onTime: number
}

/**
 * Whether a company is On Time: at least ten promised tickets in the last 90 days, and 90 % of them done by the first
 * promised day. The rule is Rigwright's own.
 */
export const isOnTime = ({ promised, onTime }: OnTimeCount): boolean =>
  promised >= ON_TIME.tickets && onTime * 100 >= promised * ON_TIME.percent

/** The facts behind the badge: `27 of 29 promised RVs done by the first promised day in the last 90 days`. */
export const onTimeSentence = ({ promised, onTime }: OnTimeCount): string =>
  `${onTime} of ${promised} promised RVs done by the first promised day in the last ${ON_TIME.days} days`
