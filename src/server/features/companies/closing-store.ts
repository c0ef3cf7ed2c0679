// The end of a company in the database.

import { sql } from 'kysely'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, publishCompany } from './store.ts'
import { COMPANY_ERASURE } from './tables.ts'

/** Closes the locked company at that time, or (null) keeps it open. */
export function saveClosing(work: UnitOfWork, closesAt: Date | null): void {
  work.save('company', {}, { closesAt })
  const verb = closesAt === null ? 'company.keep-open' : 'company.close'
  work.recordChange({ kind: 'company', id: work.companyId, verb, card: null })
}

type ClosingCompany = { readonly companyId: string; readonly timeZone: string }

/** The companies that their owners closed, and can no longer keep open. */
export async function listDueToClose(services: AcrossCompanies, at: Date): Promise<ClosingCompany[]> {
  const among = await listInReach(services)
  const { rows } = await sql<ClosingCompany>`
    select * from companies_due_to_close(${at}, ${among}::uuid[])`.execute(services.database)
  return rows
}

/** Erases all but the name of the locked company, which its visits in rigs' histories show. It stays hidden. */
export async function eraseCompany(work: UnitOfWork, { suspension }: Company): Promise<void> {
  await work
    .update('company')
    .set({ ...COMPANY_ERASURE.erased, suspendedAt: suspension?.at ?? work.now, deletedAt: work.now })
    .execute()
  await publishCompany(work, { ratingCount: 0, ratingSum: 0 })
}
