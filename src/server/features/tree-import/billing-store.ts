// A company's billing of a tree, in the database.

import { insertRecords, type ReadRecord } from '#server/db/record-set.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { toBillingColumns } from '#server/features/billing/store.ts'
import type { TreeBilling } from './read-billing.ts'

/** How the company bills. `writers` are the ids here of those who may correct what was billed. */
export function addBilling(
  work: UnitOfWork,
  { turnedOnAt, earlierPeriods, settings, taxRates, exemptions }: TreeBilling,
  writers: readonly string[],
): void {
  const periods = JSON.stringify(earlierPeriods)
  work.insert('billingSetting', { turnedOnAt, earlierPeriods: periods, ...toBillingColumns(settings) })
  writeRecords(work, [...taxRates, ...exemptions])
  for (const employeeId of writers)
    work.save('employee', { employeeId, isServiceWriter: true }, { correctsBilling: true })
}

/** Writes rows in the order of a file, those of a set at once. */
export function writeRecords(work: UnitOfWork, records: readonly ReadRecord[]): void {
  for (const set of new Set(records.map(record => record.set)))
    insertRecords(
      work,
      set,
      records.filter(record => record.set === set),
    )
}
