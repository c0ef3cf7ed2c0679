// A cause or correction that has arrived stays on the screen, and on the device, until the server's next answer:
// otherwise what is typed next, without a connection, meets it as another person's text.

import type { QueryClient } from '@tanstack/react-query'
import type { SavedText } from '#web/features/tickets/ticket-outbox.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { changeCachedTicket } from './cached-ticket.ts'

/** Shows and stores `text` as the server has it, and asks for the server's next answer. */
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
  const { changeStoredBay } = await import('#web/api/offline/stored-bay.ts')
  changeStoredBay(account, { tickets: new Map([[ticketId, change]]) })
}
