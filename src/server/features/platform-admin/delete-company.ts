// Deletes a company that the operator suspended, or that its owner closed 30 days ago: its people, customers, prices and
// messages go. The rigs it completed work on keep it in their histories, under its name.

import { ORPCError } from '@orpc/server'
import { isClosingDue } from '#domain/companies/closing.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { lockAccount } from '#server/auth/accounts.ts'
import type { AcrossCompanies } from '#server/db/cluster-nodes.ts'
import { eraseCompany, listDueToClose } from '#server/features/companies/closing-store.ts'
import { saveSuspension } from '#server/features/companies/store.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { enqueueEmailToAccount } from '#server/mail/outbox.ts'
import { lockCompanyById } from './commands.ts'
import { deleteContents, listFilesToDelete, listOpenCustomers } from './company-data-store.ts'
import { deletedCompanyEmail, endedTicketEmail } from './emails.ts'
import { act, type OperatorContext } from './operator-commands.ts'
import { endSessionsOf } from './operator-store.ts'

type DeletionContext = Pick<OperatorContext, 'database' | 'mailContext' | 'now'> &
  Pick<FileJournal, 'withFileJournal'>

/** Deletes the company, and tells its owner and the customers of its open tickets. Refused while it is open. */
export async function deleteCompany(context: DeletionContext, companyUUID: string): Promise<void> {
  const { database, mailContext, withFileJournal } = context
  await withFileJournal(await listFilesToDelete(database, companyUUID), () =>
    act(context, async work => {
      // As in suspending: work in it and bookings with it wait, and are refused.
      lockAccount(work, companyUUID, companyUUID)
      const company = await lockCompanyById(work, companyUUID)
      // Suspended companies get no new images, and nobody is logged in to them.
      if (company.suspension === null) throw new Refusal([{ code: 'company.not-suspended' }])
      const { companyName } = company
      const customers = await listOpenCustomers(work)
      await deleteContents(work)
      await eraseCompany(work, company)
      await appendPlatformEntry(work, { verb: 'company.delete', companyUUID, detail: { companyName } })
      const emails = [
        deletedCompanyEmail(company, mailContext.contactEmail),
        ...customers.map(customer => endedTicketEmail(customer, company)),
      ]
      for (const email of emails) await enqueueEmailToAccount(work, mailContext, email)
    }),
  )
}

/** Suspends a closed company for good and returns true, unless its owner has just taken it back. */
const suspendIfDue = (context: DeletionContext, companyUUID: string): Promise<boolean> =>
  act(context, async work => {
    lockAccount(work, companyUUID, companyUUID)
    const company = await lockCompanyById(work, companyUUID)
    if (!isClosingDue(company, work.now)) return false
    if (company.suspension !== null) return true
    await saveSuspension(work, company, { at: work.now, because: 'Its owner closed it.' })
    await endSessionsOf(work.database, { company: companyUUID })
    return true
  })

/** Deletes the companies that their owners closed and did not keep open. Rejects with the errors, after all were tried. */
export async function deleteClosedCompanies(context: DeletionContext & AcrossCompanies): Promise<void> {
  const errors: unknown[] = []
  for (const { companyId } of await listDueToClose(context, context.now()))
    try {
      if (await suspendIfDue(context, companyId)) await deleteCompany(context, companyId)
    } catch (error) {
      // The operator may have deleted it meanwhile.
      if (!(error instanceof ORPCError && error.code === 'NOT_FOUND')) errors.push(error)
    }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} companies could not be deleted.`)
}
