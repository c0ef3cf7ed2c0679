// Emails customers whose RV waits that nothing has changed, once for each hold. If two servers check at once, the ticket's
// lock lets one of them do it.

import { NOT_SENT_BECAUSE, overLimitSentence } from '#domain/mail/email-outcome.ts'
import { isStatusUpdateDue } from '#domain/status-updates/status-update.ts'
import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { listClosedDays } from '#server/features/bookings/rules-store.ts'
import { getCompany, openingTimesOf } from '#server/features/companies/store.ts'
import { type CustomerMailContext, emailNoChange } from '#server/features/customer-links/store.ts'
import { refusesEmailOf } from '#server/features/customers/merge-store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { findTicket, recordActivity } from '#server/features/tickets/store.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import {
  findLastChange,
  hasAnsweredSince,
  isCustomerUpdated,
  listWaitingCustomers,
  saveCustomerUpdated,
} from './store.ts'

/** How far back closed days may matter. */
const YEAR_MS = 366 * 24 * 60 * 60 * 1000

/** Sends every email that is due at `now`. Rejects with the errors, after all were tried. */
export async function sendStatusUpdates(
  services: UnitOfWorkServices,
  context: CustomerMailContext,
  now: Date,
): Promise<void> {
  await runForEach(
    services,
    await listWaitingCustomers(services, now),
    now,
    (work, { ticketId }) => updateCustomer(work, context, ticketId),
    count => `${count} customers could not be emailed that nothing has changed.`,
  )
}

async function updateCustomer(
  work: UnitOfWork,
  context: CustomerMailContext,
  ticketId: number,
): Promise<void> {
  const ticket = await findTicket(work, ticketId)
  const { statusUpdateDays } = await getPreferences(work)
  // Resumed or turned off since, or another server has emailed it.
  if (!ticket?.hold || statusUpdateDays === null || (await isCustomerUpdated(work, ticketId))) return
  const company = await getCompany(work)
  const lastYear = new Date(work.now.getTime() - YEAR_MS).toISOString().slice(0, 10)
  const shop = { opening: openingTimesOf(company), closedDays: await listClosedDays(work, lastYear) }
  const lastChangeAt = (await findLastChange(work, ticketId)) ?? ticket.hold.since
  if (!isStatusUpdateDue(lastChangeAt, statusUpdateDays, shop, work.now)) return
  if (await refusesEmailOf(work, ticketId)) return
  // A customer who has answered waits for the shop.
  if (ticket.hold.reason === 'customer' && (await hasAnsweredSince(work, ticketId, ticket.hold.since))) return
  const outcome = await emailNoChange(work, context, ticket, company, ticket.hold)
  // Without a link they did not ask to hear anything; over the limit of emails it is tried again with the next run.
  if (outcome === undefined || overLimitSentence(outcome) !== null) return
  saveCustomerUpdated(work, ticketId)
  recordActivity(work, ticket, 'update-customer', {
    hold: ticket.hold.reason,
    reason: NOT_SENT_BECAUSE[outcome],
  })
}
