// Emails customers what the desk wrote, if they have not read it for a while. If two servers check at once, the
// ticket's lock lets one of them do it.

import { NOT_SENT_BECAUSE } from '#domain/mail/email-outcome.ts'
import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { type CustomerMailContext, emailUnread } from '#server/features/customer-links/store.ts'
import { findTicket, recordActivity } from '#server/features/tickets/store.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import { listTicketsWithUnreadMessages, listUnreadByCustomer, saveEmailOutcome } from './store.ts'

/** Sends every email that is due at `now`. Rejects with the errors, after all were tried. */
export async function emailUnreadMessages(
  services: UnitOfWorkServices,
  context: CustomerMailContext,
  now: Date,
): Promise<void> {
  await runForEach(
    services,
    await listTicketsWithUnreadMessages(services, now),
    now,
    (work, { ticketId }) => emailTicket(work, context, ticketId),
    count => `${count} emails about unread messages could not be queued.`,
  )
}

async function emailTicket(work: UnitOfWork, context: CustomerMailContext, ticketId: number): Promise<void> {
  const ticket = await findTicket(work, ticketId)
  const messages = await listUnreadByCustomer(work, ticketId)
  const isDue = messages.some(({ emailDueAt }) => emailDueAt !== null && emailDueAt <= work.now)
  // Read meanwhile, or emailed by another server.
  if (ticket === null || !isDue) return
  const outcome = await emailUnread(work, context, ticket, await getCompany(work), messages)
  await saveEmailOutcome(work, ticketId, outcome ?? null)
  if (outcome !== undefined)
    recordActivity(work, ticket, 'email-messages', { reason: NOT_SENT_BECAUSE[outcome] })
}
