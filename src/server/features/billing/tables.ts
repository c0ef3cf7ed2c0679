// Of billing, what an export has beside the specification's tree, and in spreadsheets.

import { sql } from 'kysely'
import * as z from 'zod'
import { newTaxRate } from '#contract/billing/settings.ts'
import { amount, day, signedMoney, ticketId } from '#contract/shared-schemas.ts'
import { BOOKKEEPING_TARGETS, MAX_EXPORTED_ENTRIES } from '#domain/billing/bookkeeping.ts'
import type { ClosedMethod } from '#domain/billing/day-close.ts'
import { MAX_FEE_KEY_LENGTH } from '#domain/billing/fee-proposals.ts'
import { ENTRY_CAUSES, ENTRY_KINDS, PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { type DocumentKind, MAX_DOCUMENT_NUMBER, MAX_PREFIX_LENGTH } from '#domain/billing/settings.ts'
import { type Cents, toDollars } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { type RecordSet, type RecordSheet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, uuid, words } from '#server/db/record-values.ts'
import { outputInDollars } from '#server/rpc/dollars.ts'
import { creditNoteDocument, invoiceDocument } from './document-schemas.ts'
import { openInvoice, raiseNextNumber } from './store.ts'

const toPercent = (percentage: number): number => percentage / PERCENTAGE_SCALE

export const TAX_RATES = recordSet(newTaxRate.extend({ archivedAt: orNull(at) }), {
  ...{ name: 'taxRates', table: 'taxRate', id: 'taxRateId', key: ['taxRateId'] },
  written: { percentage: toPercent },
})

export const EXEMPTIONS = recordSet(
  z.object({
    // Missing in older trees.
    customerName: words(201).default(''),
    email: words(254).toLowerCase(),
    phone: words(40),
    certificateNumber: words(60).min(1),
    expiresOn: day,
    notedAt: at,
    companyCustomerId: orNull(uuid),
  }),
  {
    ...{ name: 'exemptions', table: 'customerExemption', id: null },
    key: ['email', 'phone', 'customerName'],
  },
)

/** In JSON, times in milliseconds. */
const reminder = sql`(
  select json_build_object(
    'sentCount', r.sent_count, 'lastSentAt', floor(extract(epoch from r.last_sent_at) * 1000)::bigint,
    'stoppedAt', floor(extract(epoch from r.stopped_at) * 1000)::bigint, 'stoppedByName', r.stopped_by_name)
  from invoice_reminder r where r.company_id = invoice.company_id and r.invoice_id = invoice.invoice_id) as reminder`

const issuedSet = (
  names: { readonly name: string; readonly kind: DocumentKind },
  creditsInvoiceId: z.ZodType<string | null>,
  document: z.ZodType<{ readonly total: Cents; readonly taxTotal: Cents }>,
) =>
  recordSet(
    z.object({
      ticketId,
      creditsInvoiceId,
      prefix: words(MAX_PREFIX_LENGTH),
      number: z.int().min(1).max(MAX_DOCUMENT_NUMBER),
      issuedAt: at,
      issuedBy: words(200),
      issuedByName: words(200),
      issuedOn: day,
      dueOn: day,
      payerRemovedAt: orNull(at),
      // Missing in older trees.
      isPartial: z.boolean().default(false),
      feeKey: orNull(words(MAX_FEE_KEY_LENGTH)),
      reminder: z
        .object({
          sentCount: z.int().min(0).max(1000),
          lastSentAt: orNull(at),
          stoppedAt: orNull(at),
          stoppedByName: words(200).nullable(),
        })
        .optional(),
      document,
    }),
    {
      ...{ ...names, table: 'invoice', id: 'invoiceId', key: ['number'], time: 'issuedAt' },
      countedAs: 'invoices',
      whenWritten: work => raiseNextNumber(work, names.kind),
      computed: { reminder: () => reminder },
      // Documents have their lines: some kilobytes each.
      rowsPerPage: 500,
      toColumns: ({ reminder: _, ...row }) => ({
        ...{ ...row, payerKind: 'customer', total: row.document.total, taxTotal: row.document.taxTotal },
      }),
      children: {
        table: 'invoiceReminder',
        rowsOf: (invoiceId, { reminder }) => (reminder === undefined ? [] : [{ invoiceId, ...reminder }]),
      },
    },
  )

export const INVOICES = issuedSet(
  { name: 'invoices', kind: 'invoice' },
  z
    .unknown()
    .optional()
    .transform(() => null),
  invoiceDocument,
)
export const CREDIT_NOTES = issuedSet({ name: 'creditNotes', kind: 'credit-note' }, uuid, creditNoteDocument)

/** What voids an entry comes after it. */
export const LEDGER = recordSet(
  z.object({
    ticketId,
    kind: z.enum(ENTRY_KINDS),
    method: z.enum(PAYMENT_METHODS),
    amount,
    invoiceId: orNull(uuid),
    reference: words(200),
    note: words(),
    processorId: orNull(words(200)),
    voidsEntryId: orNull(uuid),
    cause: orNull(z.enum(ENTRY_CAUSES)),
    at,
    by: words(200),
    byName: words(200),
  }),
  {
    ...{ name: 'ledger', table: 'ledgerEntry', id: 'entryId', key: ['ticketId', 'position'] },
    ...{ time: 'at', numberedBy: 'ticketId', countedAs: 'payments' },
    written: { amount: toDollars },
  },
)

const closedMethods = z
  .array(
    z.object({
      method: z.enum(PAYMENT_METHODS),
      in: signedMoney,
      out: signedMoney,
      expected: signedMoney,
      counted: signedMoney,
    }),
  )
  .max(PAYMENT_METHODS.length)

const DAY_CLOSES = recordSet(
  z.object({
    day,
    lines: closedMethods.transform(lines => JSON.stringify(lines)),
    note: words(200),
    closedAt: at,
    closedBy: words(200),
    closedByName: words(200),
  }),
  {
    ...{ name: 'dayCloses', table: 'dayClose', id: 'closeId', key: ['day', 'position'] },
    ...{ time: 'closedAt', numberedBy: 'day' },
    written: { lines: (lines: readonly ClosedMethod[]) => outputInDollars(closedMethods, lines) },
  },
)

const BOOKKEEPING_EXPORTS = recordSet(
  z.object({
    target: z.enum(BOOKKEEPING_TARGETS),
    from: day,
    to: day,
    exportedAt: at,
    exportedBy: words(200),
    exportedByName: words(200),
    entries: z.array(uuid).max(MAX_EXPORTED_ENTRIES),
  }),
  {
    ...{ name: 'bookkeepingExports', table: 'bookkeepingExport', id: 'exportId' },
    ...{ key: ['exportedAt', 'exportId'], time: 'exportedAt' },
    computed: {
      from: () => sql`from_day as "from"`,
      to: () => sql`to_day as "to"`,
      entries: () => sql`(
        select coalesce(json_agg(e.entry_id order by e.entry_id), '[]') from exported_entry e
        where e.company_id = bookkeeping_export.company_id and e.export_id = bookkeeping_export.export_id) as entries`,
    },
    // Each has up to some thousand entries.
    rowsPerPage: 20,
    toColumns: ({ from: fromDay, to: toDay, entries, ...row }) => ({
      ...{ ...row, fromDay, toDay, entryCount: entries.length },
    }),
    children: {
      table: 'exportedEntry',
      rowsOf: (exportId, { target, entries }) => entries.map(entryId => ({ exportId, target, entryId })),
    },
  },
)

/** In an order in which each comes after what it refers to. */
export const RECORD_SETS: readonly RecordSet[] = [
  INVOICES,
  CREDIT_NOTES,
  LEDGER,
  DAY_CLOSES,
  BOOKKEEPING_EXPORTS,
]

/** What the office's export and spreadsheets have of them. */
export const BILLING_SHEETS: readonly RecordSheet[] = [
  {
    ...{ name: 'taxRates', fileName: 'tax-rates', table: 'taxRate', key: ['taxRateId'] },
    columns: ['taxRateId', 'name', 'percentage', 'appliesTo', 'isDefault', 'archivedAt'],
    written: { percentage: toPercent },
  },
  {
    ...{ name: 'customerExemptions', fileName: 'tax-exemptions', table: 'customerExemption' },
    key: ['email', 'phone', 'customerName'],
    columns: [
      'customerName',
      'email',
      'phone',
      'certificateNumber',
      'expiresOn',
      'notedAt',
      'companyCustomerId',
    ],
  },
  {
    ...{ name: 'invoices', fileName: 'invoices', table: 'invoice', key: ['kind', 'number'] },
    columns: [
      ...['invoiceId', 'ticketId', 'kind', 'prefix', 'number', 'creditsInvoiceId', 'total', 'taxTotal'],
      ...['issuedAt', 'issuedByName', 'issuedOn', 'dueOn', 'document'],
    ],
    written: { total: toDollars, taxTotal: toDollars },
  },
  {
    ...{ name: 'ledgerEntries', fileName: 'payments', table: 'ledgerEntry', key: ['ticketId', 'position'] },
    columns: [
      ...['ticketId', 'position', 'kind', 'method', 'amount', 'invoiceId', 'countsForInvoiceId', 'reference'],
      ...['note', 'cause', 'processorId', 'at', 'byName', 'entryId', 'voidsEntryId'],
    ],
    // The invoice that a payment counts for now. It is another one than it was taken for once that was credited, and
    // none while no invoice stands. A deposit counts for the first.
    computed: {
      countsForInvoiceId: work =>
        sql`(${openInvoice(work, 'ledger_entry', 'o.invoice_id')}) as counts_for_invoice_id`,
    },
    written: { amount: toDollars },
  },
]
