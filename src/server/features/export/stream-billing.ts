// How a company bills, and all its money, for its tree: read a page at a time, like its tickets.

import { sql } from 'kysely'
import type { DocumentKind } from '#domain/billing/settings.ts'
import {
  type ExportedBilling,
  type ExportedBooks,
  type ExportedDayClose,
  type ExportedDocument,
  type ExportedLedgerEntry,
  exportBilling,
  exportBooks,
  exportDayClose,
  exportDocument,
  exportLedgerEntry,
} from '#domain/export/billing.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getBillingSettings } from '#server/features/billing/store.ts'
import { type QueryContext, runQuery } from '#server/rpc/procedures.ts'

/** Documents have their lines: some kilobytes each. */
const PAGE_SIZE = 500

/** Null for a company that never turned billing on. */
async function findBilling(work: UnitOfWork): Promise<ExportedBilling | null> {
  authorize(work, 'company.export')
  const row = await work.from('billingSetting').select('turnedOnAt').executeTakeFirst()
  if (row === undefined) return null
  const taxRates = await work
    .from('taxRate')
    .select(['taxRateId', 'name', 'percentage', 'appliesTo', 'isDefault', 'archivedAt'])
    .orderBy('taxRateId')
    .execute()
  const exemptions = await work
    .from('customerExemption')
    .select(['customerName', 'email', 'phone', 'certificateNumber', 'expiresOn', 'notedAt'])
    .orderBy('email')
    .orderBy('phone')
    .orderBy('customerName')
    .execute()
  const given = await work
    .from('employee')
    .select('employeeId')
    .where('correctsBilling', '=', true)
    .orderBy('employeeId')
    .execute()
  return {
    turnedOnAt: row.turnedOnAt,
    settings: await getBillingSettings(work),
    taxRates,
    exemptions,
    corrections: given.map(({ employeeId }) => employeeId),
  }
}

async function listDocuments(
  work: UnitOfWork,
  kind: DocumentKind,
  after: ExportedDocument | undefined,
): Promise<ExportedDocument[]> {
  authorize(work, 'company.export')
  const rows = await work
    .from('invoice')
    .leftJoin('invoiceReminder as reminder', join =>
      join
        .onRef('reminder.companyId', '=', 'invoice.companyId')
        .onRef('reminder.invoiceId', '=', 'invoice.invoiceId'),
    )
    .select(['invoice.invoiceId', 'ticketId', 'creditsInvoiceId', 'prefix', 'number'])
    .select(['issuedAt', 'issuedBy', 'issuedByName', 'issuedOn', 'dueOn', 'payerRemovedAt', 'document'])
    .select(['sentCount', 'lastSentAt', 'stoppedAt', 'stoppedByName'])
    .where('kind', '=', kind)
    .where('number', '>', after?.number ?? 0)
    .orderBy('number')
    .limit(PAGE_SIZE)
    .execute()
  return rows.map(({ sentCount, lastSentAt, stoppedAt, stoppedByName, ...row }) => ({
    ...row,
    reminder: sentCount === null ? null : { sentCount, lastSentAt, stoppedAt, stoppedByName },
  }))
}

type PagedEntry = ExportedLedgerEntry & { readonly position: number }

/** What voids an entry comes after it. */
async function listLedger(work: UnitOfWork, after: PagedEntry | undefined): Promise<PagedEntry[]> {
  authorize(work, 'company.export')
  return work
    .from('ledgerEntry')
    .select(['entryId', 'ticketId', 'position', 'kind', 'method', 'amount', 'invoiceId', 'reference'])
    .select(['note', 'processorId', 'voidsEntryId', 'cause', 'at', 'by', 'byName'])
    .where(sql<boolean>`(ticket_id, position) > (${after?.ticketId ?? 0}, ${after?.position ?? 0})`)
    .orderBy('ticketId')
    .orderBy('position')
    .limit(PAGE_SIZE)
    .execute()
}

type PagedClose = ExportedDayClose & { readonly position: number }

async function listDayCloses(work: UnitOfWork, after: PagedClose | undefined): Promise<PagedClose[]> {
  authorize(work, 'company.export')
  return work
    .from('dayClose')
    .select(['closeId', 'day', 'position', 'lines', 'note', 'closedAt', 'closedBy', 'closedByName'])
    .where(sql<boolean>`(day, position) > (${after?.day ?? '2000-01-01'}::date, ${after?.position ?? 0})`)
    .orderBy('day')
    .orderBy('position')
    .limit(PAGE_SIZE)
    .execute()
}

/** Each has up to some thousand entries, so a few at a time. */
const BOOKS_PER_PAGE = 20

async function listBooks(work: UnitOfWork, after: ExportedBooks | undefined): Promise<ExportedBooks[]> {
  authorize(work, 'company.export')
  const exports = await work
    .from('bookkeepingExport')
    .select(['exportId', 'target', 'fromDay as from', 'toDay as to'])
    .select(['exportedAt', 'exportedBy', 'exportedByName'])
    .where(
      sql<boolean>`(exported_at, export_id) > (${after?.exportedAt ?? new Date(0)}, ${after?.exportId ?? '00000000-0000-0000-0000-000000000000'}::uuid)`,
    )
    .orderBy('exportedAt')
    .orderBy('exportId')
    .limit(BOOKS_PER_PAGE)
    .execute()
  if (exports.length === 0) return []
  const entries = await work
    .from('exportedEntry')
    .select(['exportId', 'entryId'])
    .where(
      'exportId',
      'in',
      exports.map(({ exportId }) => exportId),
    )
    .orderBy('entryId')
    .execute()
  return exports.map(row => ({
    ...row,
    entries: entries.filter(({ exportId }) => exportId === row.exportId).map(({ entryId }) => entryId),
  }))
}

/** `,"name":{"id":{…},"id":{…}}` */
async function* streamList<Row>(
  reader: QueryContext,
  name: string,
  list: (work: UnitOfWork, after: Row | undefined) => Promise<readonly Row[]>,
  shape: (row: Row) => readonly [id: string, exported: object],
): AsyncGenerator<string> {
  yield `,"${name}":{`
  let last: Row | undefined
  let isFirst = true
  for (;;) {
    const after = last
    const page = await runQuery(reader, work => list(work, after))
    if (page.length === 0) break
    const entries = page.map(shape).map(([id, exported]) => `"${id}":${JSON.stringify(exported)}`)
    yield `${isFirst ? '' : ','}${entries.join(',')}`
    isFirst = false
    last = page.at(-1)
  }
  yield '}'
}

/** How the company bills, after a comma; the office's export has rates and exemptions as lists. */
export async function billingText(reader: QueryContext): Promise<string> {
  const billing = await runQuery(reader, findBilling)
  if (billing === null) return ''
  const { taxRates: _, exemptions: __, ...exported } = exportBilling(billing)
  return `,"billing":${JSON.stringify(exported)}`
}

/** All of it, each part after a comma; nothing for a company that never turned billing on. */
export async function* streamBilling(reader: QueryContext): AsyncGenerator<string> {
  const billing = await runQuery(reader, findBilling)
  if (billing === null) return
  yield `,"billing":${JSON.stringify(exportBilling(billing))}`
  const documents = (kind: DocumentKind, name: string) =>
    streamList<ExportedDocument>(
      reader,
      name,
      (work, after) => listDocuments(work, kind, after),
      row => [row.invoiceId, exportDocument(row)],
    )
  yield* documents('invoice', 'invoices')
  yield* documents('credit-note', 'creditNotes')
  yield* streamList(reader, 'ledger', listLedger, row => [row.entryId, exportLedgerEntry(row)])
  yield* streamList(reader, 'dayCloses', listDayCloses, row => [row.closeId, exportDayClose(row)])
  yield* streamList(reader, 'bookkeepingExports', listBooks, row => [row.exportId, exportBooks(row)])
}
