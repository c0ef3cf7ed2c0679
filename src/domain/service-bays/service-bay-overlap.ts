// Two tickets in one bay at the same time. The desk is warned and may do it all the same; how long a ticket takes is
// what the schedule draws of it.

import { joinNames } from '#domain/refusals/page-blocker.ts'
import {
  areOverlapping,
  type Bar,
  barsOf,
  type CalendarDay,
  formatHourSpan,
  type Timed,
} from '#domain/schedule/day-bars.ts'
import { serviceBayLabel } from './service-bay.ts'

/** Those of the bars of one bay that overlap with another one. */
export const overlappingBars = <Ticket>(bars: readonly Bar<Ticket>[]): Bar<Ticket>[] =>
  bars.filter(bar => bars.some(other => other !== bar && areOverlapping(bar, other)))

type InServiceBay = Timed & { readonly ticketId: number }

/** The bars of the others in its bay on that day that overlap with the ticket's. */
export function overlapsOf<Ticket extends InServiceBay>(
  ticket: Ticket,
  others: readonly Ticket[],
  day: CalendarDay,
): Bar<Ticket>[] {
  const bars = barsOf([ticket, ...others.filter(({ ticketId }) => ticketId !== ticket.ticketId)], day)
  const own = bars.find(bar => bar.ticket === ticket)
  return own === undefined ? [] : bars.filter(bar => bar !== own && areOverlapping(bar, own))
}

/** `Bay 2 already has ticket 104217 from 9 AM to 11 AM.`; null without any. */
export function overlapSentence(
  name: string,
  overlaps: readonly Bar<InServiceBay>[],
  day: CalendarDay,
): string | null {
  if (overlaps.length === 0) return null
  const tickets = overlaps.map(bar => `ticket ${bar.ticket.ticketId} from ${formatHourSpan(bar, day)}`)
  return `${serviceBayLabel(name)} already has ${joinNames(tickets)}.`
}
