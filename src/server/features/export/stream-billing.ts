// How a company bills, for its export.

import { billingSettingsOut } from '#contract/billing/settings.ts'
import { pagesOf, type RecordSet, type StoredRow, writtenRow } from '#server/db/record-set.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getBillingSettings } from '#server/features/billing/store.ts'
import { EXEMPTIONS, TAX_RATES } from '#server/features/billing/tables.ts'
import { outputInDollars } from '#server/rpc/dollars.ts'
import { type QueryContext, runQuery } from '#server/rpc/procedures.ts'

/** With the names of the form's fields; dollars and percent. */
const exportedSettings = billingSettingsOut.omit({ isOn: true, taxRates: true, writers: true, cards: true })

const withoutNulls = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** What the company chose; null if it never turned billing on. */
async function findBilling(work: UnitOfWork) {
  authorize(work, 'company.export')
  const row = await work.from('billingSetting').select(['turnedOnAt', 'earlierPeriods']).executeTakeFirst()
  if (row === undefined) return null
  const stored = exportedSettings.parse(await getBillingSettings(work))
  const settings = outputInDollars(exportedSettings, stored) as typeof stored
  const writers = await work
    .from('employee')
    .select('employeeId')
    .where('correctsBilling', '=', true)
    .orderBy('employeeId')
    .execute()
  return {
    turnedOnAt: row.turnedOnAt?.getTime() ?? null,
    earlierPeriods: row.earlierPeriods.map(({ from, to }) => ({
      from: Date.parse(from),
      to: Date.parse(to),
    })),
    settings: { ...settings, feePresets: settings.feePresets.map(withoutNulls) },
    /** The ids of the service writers who may correct what was billed. */
    corrections: writers.map(({ employeeId }) => employeeId),
  }
}

/** How the company bills, after a comma; the office's export has rates and exemptions as lists. */
export async function billingText(reader: QueryContext): Promise<string> {
  const billing = await runQuery(reader, findBilling)
  return billing === null ? '' : `,"billing":${JSON.stringify(billing)}`
}

async function listAll(reader: QueryContext, set: RecordSet): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for await (const page of pagesOf(task => runQuery(reader, task), set)) rows.push(...page)
  return rows
}

/** The same with rates and exemptions, as the tree has it. */
export async function treeBillingText(reader: QueryContext): Promise<string> {
  const billing = await runQuery(reader, findBilling)
  if (billing === null) return ''
  const { corrections, ...chosen } = billing
  const rates = (await listAll(reader, TAX_RATES)).map(row => [row.taxRateId, writtenRow(TAX_RATES, row)])
  const exemptions = (await listAll(reader, EXEMPTIONS)).map(row => writtenRow(EXEMPTIONS, row))
  return `,"billing":${JSON.stringify({ ...chosen, taxRates: Object.fromEntries(rates), exemptions, corrections })}`
}
