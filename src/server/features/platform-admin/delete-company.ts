// The operator deletes a company that was closed: its people, customers, prices and messages go. The rigs it completed
// work on keep it in their histories, under its name.

import { Refusal } from '#domain/refusals/refusal.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { lockAccount } from '#server/auth/accounts.ts'
import { eraseCompany } from '#server/features/companies/store.ts'
import type { FileReconciler } from '#server/files/file-reconciler.ts'
import { enqueueEmailToAccount } from '#server/mail/outbox.ts'
import { lockCompanyById } from './commands.ts'
import { deleteContents, listImagesToDelete, listOpenCustomers } from './company-data-store.ts'
import { deletedCompanyEmail, endedTicketEmail } from './emails.ts'
import { act, type OperatorContext } from './operator-commands.ts'

/** Deletes the company, and tells its owner and the customers of its open tickets. Refused until it is closed. */
export async function deleteCompany(
  context: OperatorContext & Pick<FileReconciler, 'withFileJournal'>,
  companyUUID: string,
): Promise<void> {
  const { database, mailContext, withFileJournal } = context
  await withFileJournal(await listImagesToDelete(database, companyUUID), () =>
    act(context, async work => {
      // As in suspending: whoever works in it or books with it waits, and is refused.
      lockAccount(work, companyUUID, companyUUID)
      const company = await lockCompanyById(work, companyUUID)
      // Closed companies get no new images, and nobody is logged in to them.
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
