// The lists of an export in the database, read a page at a time in the order of their keys.

import { type RawBuilder, sql } from 'kysely'
import { type ExportedRecord, RECORD_COLUMNS, type RecordList } from '#domain/export/records.ts'
import { belongsToCompany } from '#server/db/tenant-filter.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { openInvoice } from '#server/features/billing/store.ts'

/** Rows that are read at once. */
const PAGE_SIZE = 1000

/** The table of each list, and the columns that number its rows within a company. */
const TABLES = {
  reviews: { table: 'review', key: ['ticketId'] },
  plannedAssignments: { table: 'plannedAssignment', key: ['ticketId', 'date'] },
  clockCorrections: { table: 'clockCorrection', key: ['sessionId', 'position'] },
  handOvers: { table: 'handOver', key: ['handOverId'] },
  importedCustomers: { table: 'importedCustomer', key: ['customerId'] },
  taxRates: { table: 'taxRate', key: ['taxRateId'] },
  customerExemptions: { table: 'customerExemption', key: ['email', 'phone', 'customerName'] },
  invoices: { table: 'invoice', key: ['kind', 'number'] },
  ledgerEntries: { table: 'ledgerEntry', key: ['ticketId', 'position'] },
  changeLog: { table: 'changeLog', key: ['version', 'seq'] },
} as const satisfies Readonly<Record<RecordList, object>>

/**
 * What no table has: the invoice that a payment counts for now. It is another one than it was taken for once that was
 * credited, and none while no invoice is open.
 */
const COMPUTED_COLUMNS: Readonly<Record<string, (work: UnitOfWork) => RawBuilder<unknown>>> = {
  countsForInvoiceId: work =>
    sql`(${openInvoice(work, 'ledger_entry.ticket_id', 'o.invoice_id')}) as counts_for_invoice_id`,
}

/** The next rows after this one, or the first. */
async function listRecords(
  work: UnitOfWork,
  list: RecordList,
  after: ExportedRecord | undefined,
): Promise<readonly ExportedRecord[]> {
  authorize(work, 'company.export')
  const { table, key } = TABLES[list]
  const columns = (names: readonly string[]) =>
    sql.join(names.map(name => COMPUTED_COLUMNS[name]?.(work) ?? sql.ref(name)))
  const values = sql.join(key.map(column => after?.[column]))
  const isAfter = after === undefined ? sql`true` : sql`(${columns(key)}) > (${values})`
  // Kysely cannot type a table that is one of several.
  const { rows } = await sql<ExportedRecord>`
    select ${columns(RECORD_COLUMNS[list])} from ${sql.table(table)}
    where ${belongsToCompany(table, work.companyId)} and ${isAfter}
    order by ${columns(key)} limit ${PAGE_SIZE}`.execute(work.database)
  return rows
}

/** All rows of a list, in pages. */
export async function* pagesOf(
  read: (
    task: (work: UnitOfWork) => Promise<readonly ExportedRecord[]>,
  ) => Promise<readonly ExportedRecord[]>,
  list: RecordList,
): AsyncGenerator<readonly ExportedRecord[]> {
  let last: ExportedRecord | undefined
  do {
    const after = last
    const page = await read(work => listRecords(work, list, after))
    if (page.length > 0) yield page
    last = page.length < PAGE_SIZE ? undefined : page.at(-1)
  } while (last !== undefined)
}
