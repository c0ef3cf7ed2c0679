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
import type { ServiceBay } from '#domain/tickets/ticket.ts'
import { serviceBayLabel } from './service-bay-label.ts'

/** Those of the bars of one bay that overlap with another one. */
export const overlappingBars = <Ticket>(bars: readonly Bar<Ticket>[]): Bar<Ticket>[] =>
  bars.filter(bar => bars.some(other => other !== bar && areOverlapping(bar, other)))

type InServiceBay = Timed & { readonly ticketId: number; readonly serviceBay: ServiceBay | null }

/** The bars on that day of the other tickets in its bay that overlap with the ticket's. */
export function overlapsOf<Ticket extends InServiceBay>(
  ticketId: number,
  tickets: readonly Ticket[],
  day: CalendarDay,
): Bar<Ticket>[] {
  const serviceBay = tickets.find(ticket => ticket.ticketId === ticketId)?.serviceBay
  if (!serviceBay) return []
  const bars = barsOf(
    tickets.filter(ticket => ticket.serviceBay?.id === serviceBay.id),
    day,
  )
  const own = bars.find(({ ticket }) => ticket.ticketId === ticketId)
  return own === undefined ? [] : bars.filter(bar => bar !== own && areOverlapping(bar, own))
}

/** `Bay 2 already has ticket 104217 from 9 AM to 11 AM.`; null without any. */
export function overlapNote(
  ticketId: number,
  tickets: readonly InServiceBay[],
  day: CalendarDay,
): string | null {
  const others = overlapsOf(ticketId, tickets, day).map(
    bar => `ticket ${bar.ticket.ticketId} from ${formatHourSpan(bar, day)}`,
  )
  const name = tickets.find(ticket => ticket.ticketId === ticketId)?.serviceBay?.name
  return others.length === 0 || name === undefined
    ? null
    : `${serviceBayLabel(name)} already has ${joinNames(others)}.`
}
