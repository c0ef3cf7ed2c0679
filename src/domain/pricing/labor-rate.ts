// Labor rates by name, such as Diagnostic or After hours, besides the company's own. One is chosen for a job line.

import type { Cents } from '#domain/lib/money.ts'

export const MAX_LABOR_RATES = 20
export const MAX_RATE_NAME_LENGTH = 60

export type NamedRate = {
  readonly laborRateId: string
  readonly name: string
  /** Cents per hour. */
  readonly amount: Cents
}

type Line = { readonly namedRate: NamedRate | null }

/** What an hour on a line costs: its own rate, else the ticket's; null without either. */
export const hourlyRateOf = ({ namedRate }: Line, laborRate: Cents | null): Cents | null =>
  namedRate?.amount ?? laborRate

/**
 * The rate of a line as it counts. Once the customer has approved the line, or the ticket is finalized, that is the one it
 * was chosen with; until then the company's current one of the same id, if there still is one.
 */
export const currentRate = (
  chosen: NamedRate | null,
  isSettled: boolean,
  rates: readonly NamedRate[],
): NamedRate | null =>
  chosen === null || isSettled
    ? chosen
    : (rates.find(({ laborRateId }) => laborRateId === chosen.laborRateId) ?? chosen)
