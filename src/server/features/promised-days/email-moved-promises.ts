// Emails customers that their promise moved, a few minutes after the last move. If two servers check at once, the ticket's
// lock lets one of them do it.

import { NOT_SENT_BECAUSE, overLimitSentence } from '#domain/mail/email-outcome.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { type CustomerMailContext, emailMovedPromise } from '#server/features/customer-links/store.ts'
import { refusesEmailOf } from '#server/features/customers/merge-store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { findTicket, recordActivity } from '#server/features/tickets/store.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import { endEmailDue, findEmailDue, listMovedPromises, listPromisedDays } from './store.ts'

/** Sends every email that is due at `now`. Rejects with the errors, after all were tried. */
export async function emailMovedPromises(
  services: UnitOfWorkServices,
  context: CustomerMailContext,
  now: Date,
): Promise<void> {
  await runForEach(
    services,
    await listMovedPromises(services, now),
    now,
    (work, { ticketId }) => emailTicket(work, context, ticketId),
    count => `${count} emails about promised days could not be queued.`,
  )
}

async function emailTicket(work: UnitOfWork, context: CustomerMailContext, ticketId: number): Promise<void> {
  const ticket = await findTicket(work, ticketId)
  const dueAt = await findEmailDue(work, ticketId)
  // Moved again meanwhile, or emailed by another server.
  if (ticket === null || dueAt === null || dueAt > work.now) return
  const { promisesDays } = await getPreferences(work)
  const promise = (await listPromisedDays(work, ticketId)).at(-1)
  const isAwaited = promisesDays && isInWork(ticket) && !(await refusesEmailOf(work, ticketId))
  const outcome =
    promise !== undefined && isAwaited
      ? await emailMovedPromise(work, context, ticket, await getCompany(work), promise)
      : undefined
  // Over the limit of emails it is tried again with the next run.
  if (overLimitSentence(outcome) !== null) return
  endEmailDue(work, ticketId)
  if (outcome !== undefined)
    recordActivity(work, ticket, 'email-promised-day', { reason: NOT_SENT_BECAUSE[outcome] })
}
