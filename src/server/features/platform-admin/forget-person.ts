// The operator removes a customer's details: from every company's tickets, bookings and logs, and their account. The
// rigs and the work on them stay. Each company is one transaction, so the command can be repeated if it was interrupted.

import { Refusal } from '#domain/refusals/refusal.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { lockAccount } from '#server/auth/accounts.ts'
import { deleteAccountOf } from '#server/auth/delete-account.ts'
import {
  discardExports,
  eraseCustomer,
  isOfCustomer,
  listPersonalImages,
  listTicketIdsOf,
} from '#server/features/customer-erasure/store.ts'
import { releaseAllRigs } from '#server/features/rig-claims/store.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { act, type OperatorContext } from './operator-commands.ts'
import {
  deleteTracesOf,
  findPerson,
  listImportingCompanies,
  type PersonContact,
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

/** Removes a person's details. No email tells them. */
export async function forgetPerson(
  context: OperatorContext & Pick<FileJournal, 'withFileJournal'>,
  contact: PersonContact,
): Promise<PersonEntry> {
  const { database, withFileJournal } = context
  const person = await findPerson(database, contact)
  assertMayBeForgotten(context, contact.email, person)
  const images = await listPersonalImages(database, isOfCustomer(contact))
  for (const companyId of person.companies)
    await withFileJournal(
      images.filter(image => image.companyId === companyId),
      () =>
        act(context, work => {
          work.enterCompany(companyId)
          return eraseCustomer(work, contact, () => listTicketIdsOf(work, contact), 'forget-customer')
        }),
    )
  for (const companyId of await listImportingCompanies(database, contact))
    await act(context, async work => {
      work.enterCompany(companyId)
      await discardExports(work)
    })
  const { account, tickets } = person
  // Apart from the account, which another role deletes: on a cluster, the two may not meet the same rows.
  await act(context, work => deleteTracesOf(work, contact, account))
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
