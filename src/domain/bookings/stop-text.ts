// What technicians and the desk read of a stop.

import { formatTime } from '#domain/lib/company-time.ts'
import { formatMiles } from '#domain/lib/distance.ts'
import { formatHours } from '#domain/lib/hours.ts'
import type { State } from '#domain/tickets/ticket.ts'

type Stop = {
  readonly state: State
  readonly arrivingAt: Date | null
  readonly miles: number | null
  readonly estimatedHours: number
}

/** Whether its technician is there, or when they said they would be; empty before they set out. */
export function arrivalText({ state, arrivingAt }: Pick<Stop, 'state' | 'arrivingAt'>, timeZone: string) {
  if (state !== 'pending') return 'Arrived'
  return arrivingAt === null ? '' : `On the way, expected about ${formatTime(arrivingAt, timeZone)}`
}

/** `3 miles from the shop, straight line · 1h30m estimated`; empty if neither is known. */
export function stopFacts(
  { miles, estimatedHours }: Pick<Stop, 'miles' | 'estimatedHours'>,
  isFirst: boolean,
) {
  const from = isFirst ? 'from the shop' : 'from the stop before'
  return [
    ...(miles === null ? [] : [`${formatMiles(miles)} ${from}, straight line`]),
    ...(estimatedHours > 0 ? [`${formatHours(estimatedHours)} estimated`] : []),
  ].join(' · ')
}
