// A company's billing of a tree, in the database.

import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { COUNTERS } from '#server/features/billing/store.ts'
import type { BillingRow, TreeBilling } from './read-billing.ts'

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** How the company bills. `writers` are the ids here of those who may correct what was billed. */
export async function addBilling(
  work: UnitOfWork,
  { turnedOnAt, settings, taxRates, exemptions }: TreeBilling,
  writers: readonly string[],
): Promise<void> {
  const { companyId, database } = work
  const { feePresets, shopSupplies, laborRates, tripRules, ...columns } = settings
  await database
    .insertInto('billingSetting')
    .values({
      ...{ companyId, turnedOnAt, ...columns },
      feePresets: JSON.stringify(feePresets),
      laborRates: JSON.stringify(laborRates),
      tripRules: tripRules && JSON.stringify(tripRules),
      shopSupplies: shopSupplies && JSON.stringify(shopSupplies),
    })
    .execute()
  let hasDefault = false
  for (const [taxRateId, { archivedAt, appliesTo, isDefault: asDefault, ...rate }] of taxRates) {
    // A company has one, and an archived one is none.
    const isDefault: boolean = asDefault && archivedAt === null && !hasDefault
    hasDefault ||= isDefault
    const row = { ...rate, appliesTo: [...appliesTo], isDefault, archivedAt: dateOf(archivedAt) }
    work.write(database.insertInto('taxRate').values({ companyId, taxRateId, ...row }))
  }
  for (const { notedAt, ...exemption } of exemptions)
    work.write(
      database
        .insertInto('customerExemption')
        .values({ companyId, ...exemption, notedAt: new Date(notedAt) })
        .onConflict(same => same.doNothing()),
    )
  for (const employeeId of writers)
    work.write(
      work
        .update('employee')
        .set({ correctsBilling: true })
        .where('employeeId', '=', employeeId)
        .where('isServiceWriter', '=', true),
    )
}

type RowOf<Table extends BillingRow['table']> = Extract<BillingRow, { readonly table: Table }>

function writeDocuments(work: UnitOfWork, read: readonly RowOf<'invoice'>[]): void {
  const { companyId, database } = work
  work.write(
    database.insertInto('invoice').values(
      read.map(({ kind, invoiceId, creditsInvoiceId, document, row }) => {
        const { reminder: _, issuedAt, payerRemovedAt, ...columns } = row
        const { total, taxTotal } = document
        return {
          ...{ companyId, invoiceId, kind, creditsInvoiceId, ...columns, total, taxTotal },
          payerKind: 'customer' as const,
          issuedAt: new Date(issuedAt),
          payerRemovedAt: dateOf(payerRemovedAt),
          document: JSON.stringify(document),
        }
      }),
    ),
  )
  const reminders = read.flatMap(({ invoiceId, row: { reminder } }) =>
    reminder === undefined
      ? []
      : [
          {
            ...{ companyId, invoiceId, ...reminder },
            lastSentAt: dateOf(reminder.lastSentAt),
            stoppedAt: dateOf(reminder.stoppedAt),
          },
        ],
  )
  if (reminders.length > 0) work.write(database.insertInto('invoiceReminder').values(reminders))
}

function writeLedger(work: UnitOfWork, read: readonly RowOf<'ledger'>[]): void {
  const { companyId, database } = work
  work.write(
    database.insertInto('ledgerEntry').values(
      read.map(({ entryId, position, row }) => ({
        ...{ companyId, entryId, position, ...row },
        at: new Date(row.at),
      })),
    ),
  )
}

function writeDayCloses(work: UnitOfWork, read: readonly RowOf<'dayClose'>[]): void {
  const { companyId, database } = work
  work.write(
    database.insertInto('dayClose').values(
      read.map(({ closeId, position, row: { lines, closedAt, ...close } }) => ({
        ...{ companyId, closeId, position, ...close },
        closedAt: new Date(closedAt),
        lines: JSON.stringify(lines),
      })),
    ),
  )
}

function writeBooks(work: UnitOfWork, { exportId, row }: RowOf<'books'>): void {
  const { companyId, database } = work
  const { target, from: fromDay, to: toDay, exportedAt, exportedBy, exportedByName, entries } = row
  work.write(
    database.insertInto('bookkeepingExport').values({
      ...{ companyId, exportId, target, fromDay, toDay, entryCount: entries.length },
      ...{ exportedAt: new Date(exportedAt), exportedBy, exportedByName },
    }),
  )
  if (entries.length > 0)
    work.write(
      database
        .insertInto('exportedEntry')
        .values(entries.map(entryId => ({ companyId, target, entryId, exportId })))
        .onConflict(same => same.doNothing()),
    )
}

/** Writes rows in the order of a file: invoices before what refers to them. */
export function writeBillingRows(work: UnitOfWork, rows: readonly BillingRow[]): void {
  const rowsOf = <Table extends BillingRow['table']>(table: Table): RowOf<Table>[] =>
    rows.filter((row): row is RowOf<Table> => row.table === table)
  const [documents, ledger, dayCloses] = [rowsOf('invoice'), rowsOf('ledger'), rowsOf('dayClose')]
  if (documents.length > 0) writeDocuments(work, documents)
  if (ledger.length > 0) writeLedger(work, ledger)
  if (dayCloses.length > 0) writeDayCloses(work, dayCloses)
  for (const books of rowsOf('books')) writeBooks(work, books)
}

/** The next numbers are above all that came along: a number that was used is never used again. */
export async function raiseNextNumbers(work: UnitOfWork): Promise<void> {
  const rows = await work
    .from('invoice')
    .select(['kind', ({ fn }) => fn.max('number').as('highest')])
    .groupBy('kind')
    .execute()
  for (const { kind, highest } of rows) {
    const column = COUNTERS[kind].number
    await work
      .update('billingSetting')
      .set({ [column]: highest + 1 })
      .where(column, '<=', highest)
      .execute()
  }
}
