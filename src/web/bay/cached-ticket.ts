import type { QueryClient } from '@tanstack/react-query'
import { customerLabel } from '#domain/customers/customer.ts'
import { transitionSentence } from '#domain/refusals/page-blocker.ts'
import { api } from '#web/api/client.ts'
import { browserTimeZone } from '#web/api/use-browser-time-zone.ts'
import type { LastTransition, OutboxEntry } from '#web/bay/outbox/outbox-types.ts'
import type { Clock } from '#web/features/clocks/use-running-clock.ts'
import type { SavedText } from '#web/features/tickets/ticket-outbox.ts'
import type { JobView, TicketView } from '#web/features/tickets/ticket-view.ts'
import { jobNumberOf, sessionOf, ticketIdOf } from './bay-commands.ts'

export const ticketKey = (ticketId: number) => api.tickets.get.queryKey({ input: { ticketId } })

/** A ticket as the server last answered, if this page has it. */
export const cachedTicket = (queries: QueryClient, ticketId: number): TicketView | undefined =>
  queries.getQueryData<TicketView>(ticketKey(ticketId))

/** Shows a ticket as what was sent has changed it, until the server's next answer, which is requested. */
export function changeCachedTicket(
  queries: QueryClient,
  ticketId: number,
  change: (ticket: TicketView) => TicketView,
): void {
  const queryKey = ticketKey(ticketId)
  const { dataUpdatedAt, fetchStatus = 'idle' } = queries.getQueryState(queryKey) ?? {}
  // The rest of it is as old as before.
  const updatedAt = dataUpdatedAt === undefined ? {} : { updatedAt: dataUpdatedAt }
  queries.setQueryData<TicketView>(queryKey, ticket => ticket && change(ticket), updatedAt)
  // An answer that is under way may be from before.
  const refetchType = fetchStatus === 'fetching' ? 'all' : 'active'
  void queries.invalidateQueries({ queryKey, refetchType })
}

/** The company's time zone, which is the same for all tickets; the device's while this page has none. */
export function timeZoneOf(queries: QueryClient): string {
  const tickets = queries.getQueriesData<TicketView>({ queryKey: api.tickets.get.key() })
  const known = tickets.find(([, ticket]) => ticket !== undefined)?.[1]
  return known?.timeZone ?? browserTimeZone()
}

export const cachedJob = (
  queries: QueryClient,
  ticketId: number,
  jobNumber: number | null,
): JobView | undefined => cachedTicket(queries, ticketId)?.jobs.find(job => job.jobNumber === jobNumber)

/** Whether the clock that an entry started was stopped meanwhile: it was sent, and its answer is lost. */
export function hasStopped(queries: QueryClient, entry: OutboxEntry): boolean {
  if (entry.name !== 'clockIn') return false
  const ticket = cachedTicket(queries, ticketIdOf(entry))
  const session = ticket && sessionOf(ticket, entry.key)
  return session !== undefined && session.clockOutTime !== null
}

/**
 * A ticket's last transition, if someone else than `account` made it: one's own is no reason to hold anything back, nor is
 * Check In, with which work only begins.
 */
export function moveByAnother(
  { lastTransition, timeZone }: Pick<TicketView, 'lastTransition' | 'timeZone'>,
  account: string,
  now: Date,
): LastTransition | null {
  if (lastTransition.by.id === account || lastTransition.verb === 'checkIn') return null
  const sentence = transitionSentence(lastTransition, timeZone, now)
  return {
    at: lastTransition.at.getTime(),
    message: `${sentence} You tapped this before that, so it was not sent.`,
  }
}

/** The job and the customer of a clock that was started here. */
export function clockNames(queries: QueryClient, entry: OutboxEntry): Pick<Clock, 'problem' | 'customer'> {
  const ticketId = ticketIdOf(entry)
  const jobNumber = jobNumberOf(entry)
  const ticket = cachedTicket(queries, ticketId)
  return {
    problem: cachedJob(queries, ticketId, jobNumber)?.problem ?? `Job ${jobNumber}`,
    customer: ticket === undefined ? '' : customerLabel(ticket.customerDetails),
  }
}

/**
 * Shows and stores a text that was saved, until the server's next answer, which is requested. Otherwise what is typed
 * next without a connection conflicts with it, as with another person's text.
 */
export async function keepSavedText(
  queries: QueryClient,
  account: string,
  { ticketId, jobNumber, field, text }: SavedText,
): Promise<void> {
  const change = (ticket: TicketView): TicketView => ({
    ...ticket,
    jobs: ticket.jobs.map(job => (job.jobNumber === jobNumber ? { ...job, [field]: text.trim() } : job)),
  })
  changeCachedTicket(queries, ticketId, change)
  const { changeStoredBay } = await import('./stored-bay.ts')
  changeStoredBay(account, { tickets: new Map([[ticketId, change]]) })
}
