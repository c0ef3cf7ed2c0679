// The operator removes a customer's details: from every company's tickets, bookings and logs, and their account. The
// rigs and the work on them stay. Each company is one transaction, so the command can be repeated if it was interrupted.

import { Refusal } from '#domain/refusals/refusal.ts'
import { forgetCustomer } from '#domain/tickets/ticket.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { lockAccount } from '#server/auth/accounts.ts'
import { deleteAccountOf } from '#server/auth/delete-account.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { findLinkOfTicket, saveLink } from '#server/features/customer-links/store.ts'
import { releaseAllRigs } from '#server/features/rig-claims/store.ts'
import {
  listTickets,
  lockTickets,
  recordActivity,
  saveTicket,
  updateSearchIndex,
} from '#server/features/tickets/store.ts'
import type { FileReconciler } from '#server/files/file-reconciler.ts'
import { act, type OperatorContext } from './operator-commands.ts'
import {
  deleteTracesOf,
  eraseBookings,
  eraseCustomerOfTicket,
  findPerson,
  listPersonalImages,
  listTicketIdsOf,
  type PersonEntry,
} from './personal-data-store.ts'

/** Refuses while a company still works for this person, and for who runs the platform. */
export function assertMayBeForgotten(
  { founders }: Pick<OperatorContext, 'founders'>,
  email: string,
  { openTickets }: PersonEntry,
): void {
  if (founders.includes(email)) throw new Refusal([{ code: 'account.founders' }])
  if (openTickets.length > 0) throw new Refusal([{ code: 'ticket.open', tickets: openTickets }])
}

async function forgetInCompany(work: UnitOfWork, email: string): Promise<void> {
  const listed = await listTicketIdsOf(work, email)
  if (listed.length > 0) lockTickets(work, listed)
  // Read again under the lock: the desk may have corrected the email meanwhile.
  const ids = await listTicketIdsOf(work, email)
  for (const found of ids.length === 0 ? [] : await listTickets(work, ids)) {
    const { ticketId } = found
    const ticket = forgetCustomer(found)
    // Queued notifications are found by the subscriptions, which end with the link.
    await eraseCustomerOfTicket(work, ticketId)
    const link = await findLinkOfTicket(work, ticketId)
    if (link !== null) {
      await saveLink(work, { ...link, revokedAt: work.now })
      recordActivity(work, ticket, 'revoke-link')
    }
    saveTicket(work, ticket, 'forget-customer')
    updateSearchIndex(work, ticket)
  }
  await eraseBookings(work, email, ids)
}

/** Removes the details of the person with this email, which is in lower case. No email tells them. */
export async function forgetPerson(
  context: OperatorContext & Pick<FileReconciler, 'withFileJournal'>,
  email: string,
): Promise<PersonEntry> {
  const { database, withFileJournal } = context
  const person = await findPerson(database, email)
  assertMayBeForgotten(context, email, person)
  const images = await listPersonalImages(database, email)
  for (const companyId of person.companies)
    await withFileJournal(
      images.filter(image => image.companyId === companyId),
      () =>
        act(context, work => {
          work.enterCompany(companyId)
          return forgetInCompany(work, email)
        }),
    )
  const { account, tickets } = person
  // Apart from the account, which another role deletes: on a cluster, the two may not meet the same rows.
  await act(context, work => deleteTracesOf(work, email))
  await act(context, async work => {
    if (account !== null) {
      lockAccount(work, account, null)
      await releaseAllRigs(work, account)
      await deleteAccountOf(work, account)
    }
    const detail = { tickets, accounts: account === null ? 0 : 1 }
    await appendPlatformEntry(work, { verb: 'person.forget', detail })
  })
  return person
}
