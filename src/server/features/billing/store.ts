// How a company bills, in the database: one row, once it has turned billing on.

import { type BillingSettings, DEFAULT_BILLING } from '#domain/billing/settings.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const selectSettings = (work: UnitOfWork) => work.from('billingSetting').selectAll('billingSetting')

/** The company's settings; the defaults for what it never chose. */
export async function getBillingSettings(work: UnitOfWork): Promise<BillingSettings> {
  const row = await selectSettings(work).executeTakeFirst()
  if (row === undefined) return DEFAULT_BILLING
  const { companyId: _, turnedOnAt, ...settings } = row
  return { ...settings, isOn: turnedOnAt !== null }
}

export async function turnOnBilling(work: UnitOfWork): Promise<void> {
  const { companyId } = work
  await work.database
    .insertInto('billingSetting')
    .values({ companyId, turnedOnAt: work.now })
    .onConflict(same => same.column('companyId').doUpdateSet({ turnedOnAt: work.now }))
    .execute()
  work.recordChange({ kind: 'company', id: companyId, verb: 'company.turn-on-billing', card: null })
}
