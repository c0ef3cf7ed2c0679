// Exports for bookkeeping. What is exported is noted, so that the next export of the same days has only what is new; the
// files themselves are made again whenever they are asked for.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  type BookkeepingTarget,
  bookkeepingFiles,
  MAX_EXPORTED_ENTRIES,
} from '#domain/billing/bookkeeping.ts'
import type { NamedCustomer } from '#domain/billing/customer-names.ts'
import { documentNumber, type IssuedCreditNote, type IssuedInvoice } from '#domain/billing/issued-document.ts'
import { type BookEntry, creditNoteEntry, invoiceEntry, paymentEntry } from '#domain/billing/journal.ts'
import type { EntryCause, EntryKind, PaymentMethod } from '#domain/billing/ledger.ts'
import { dayAfter, dayOf, timestampOf } from '#domain/lib/company-time.ts'
import type { Cents } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { getBillingSettings, lockSettings, openInvoice } from './store.ts'

/** How many exports are listed. */
const LISTED_EXPORTS = 50

type Days = { readonly from: string; readonly to: string }

const selectExports = (work: UnitOfWork) =>
  work
    .from('bookkeepingExport')
    .select(['exportId', 'target', 'fromDay as from', 'toDay as to'])
    .select(['entryCount', 'exportedAt', 'exportedByName'])

export const getBookkeeping = query.billing.getBookkeeping.handler(async ({ context: { work } }) => {
  const { isOn } = await getBillingSettings(work)
  const exports = await selectExports(work)
    .orderBy('exportedAt', 'desc')
    .orderBy('exportId')
    .limit(LISTED_EXPORTS)
    .execute()
  const { timeZone, now } = work
  return { isOn, today: dayOf(now, timeZone), timeZone, exports: isOn ? exports : [] }
})

/** What was issued or paid on these days and was not exported for `target`; one more than an export takes. */
async function listNewEntries(work: UnitOfWork, target: BookkeepingTarget, { from, to }: Days) {
  const { companyId, timeZone } = work
  const isNew = (id: string) => sql<boolean>`not exists (
    select from exported_entry x
    where x.company_id = ${companyId} and x.target = ${target} and x.entry_id = ${sql.ref(id)})`
  const { rows } = await sql<{ entryId: string }>`
    select invoice_id as entry_id from invoice d
      where d.company_id = ${companyId} and d.issued_on between ${from} and ${to} and ${isNew('d.invoiceId')}
    union all
    select entry_id from ledger_entry l
      where l.company_id = ${companyId} and l.at >= ${timestampOf(from, 0, timeZone)}
        and l.at < ${timestampOf(dayAfter(to), 0, timeZone)} and ${isNew('l.entryId')}
    limit ${MAX_EXPORTED_ENTRIES + 1}`.execute(work.database)
  return rows.map(({ entryId }) => entryId)
}

export const exportBooks = command.billing.exportBooks.handler(async ({ input, context: { work } }) => {
  const { target, from, to } = input
  if (from > to) throw invalid({ to: 'Choose the same day or a later one.' })
  // Of two exports at once, the second waits and gets what the first has left.
  await lockSettings(work)
  const entryIds = await listNewEntries(work, target, input)
  if (entryIds.length === 0) throw new Refusal([{ code: 'bookkeeping.nothing' }])
  if (entryIds.length > MAX_EXPORTED_ENTRIES)
    throw new Refusal([{ code: 'bookkeeping.too-many', most: MAX_EXPORTED_ENTRIES }])
  const { companyId, now, by } = work
  const exportId = randomUUID()
  work.insert('bookkeepingExport', {
    ...{ exportId, target, fromDay: from, toDay: to, entryCount: entryIds.length },
    ...{ exportedAt: now, exportedBy: by.id, exportedByName: by.name },
  })
  work.insert('exportedEntry', ...entryIds.map(entryId => ({ target, entryId, exportId })))
  work.recordChange({ kind: 'company', id: companyId, verb: 'company.export-books', card: null })
  return { exportId }
})

type CustomerRow = {
  readonly ticketId: number
  readonly customerId: string | null
  readonly firstName: string
  readonly lastName: string
  readonly address: string | null
  readonly email: string
  readonly phone: string
}

type DocumentRow = CustomerRow & {
  readonly entryId: string
  readonly prefix: string
  readonly number: number
  readonly issuedOn: string
  readonly dueOn: string
  readonly issuedAt: Date
} & (
    | { readonly kind: 'invoice'; readonly document: IssuedInvoice; readonly invoice: null }
    | { readonly kind: 'credit-note'; readonly document: IssuedCreditNote; readonly invoice: IssuedInvoice }
  )

type PaymentRow = CustomerRow & {
  readonly entryId: string
  readonly kind: EntryKind
  readonly method: PaymentMethod
  readonly amount: Cents
  readonly reference: string
  readonly note: string
  readonly voidsEntryId: string | null
  readonly cause: EntryCause | null
  readonly at: Date
  readonly prefix: string | null
  readonly number: number | null
  readonly payer: IssuedInvoice['payer'] | null
  readonly isCredited: boolean
  /** The ticket's invoice for which it counted when the export was made. */
  readonly openPrefix: string | null
  readonly openNumber: number | null
}

// Merging customers changes no files.
const customerColumns = sql`
  t.ticket_id, t.company_customer_id as customer_id, t.first_name, t.last_name, t.address, t.email, t.phone`

type Dated = { readonly at: Date; readonly entry: BookEntry }

async function listDocuments(work: UnitOfWork, exportId: string): Promise<Dated[]> {
  const { companyId } = work
  const { rows } = await sql<DocumentRow>`
    select x.entry_id, d.kind, d.prefix, d.number, d.issued_on, d.due_on, d.issued_at, d.document,
           i.document as invoice, ${customerColumns}
    from exported_entry x
    join invoice d on d.company_id = x.company_id and d.invoice_id = x.entry_id
    join ticket t on t.company_id = d.company_id and t.ticket_id = d.ticket_id
    left join invoice i on i.company_id = d.company_id and i.invoice_id = d.credits_invoice_id
    where x.company_id = ${companyId} and x.export_id = ${exportId}`.execute(work.database)
  return rows.map(row => {
    const { entryId, ticketId, customerId, email, phone, issuedOn: day, issuedAt: at } = row
    const number = documentNumber(row)
    const common = { entryId, ticketId, customerId, email, phone, day, number, payer: row.document.payer }
    const entry =
      row.kind === 'invoice'
        ? invoiceEntry(common, row.document, row.dueOn)
        : creditNoteEntry(common, row.document, row.invoice)
    return { at, entry }
  })
}

/** As of when they were exported, so that the same export is the same files later. */
async function listPayments(work: UnitOfWork, exportId: string, exportedAt: Date): Promise<Dated[]> {
  const { companyId, timeZone } = work
  const { rows } = await sql<PaymentRow>`
    select x.entry_id, l.kind, l.method, l.amount, l.reference, l.note, l.voids_entry_id, l.cause, l.at, i.prefix, i.number,
           i.document -> 'payer' as payer, coalesce(credited.total = i.total, false) as is_credited,
           open.prefix as open_prefix, open.number as open_number, ${customerColumns}
    from exported_entry x
    join ledger_entry l on l.company_id = x.company_id and l.entry_id = x.entry_id
    join ticket t on t.company_id = l.company_id and t.ticket_id = l.ticket_id
    left join invoice i on i.company_id = l.company_id and i.invoice_id = l.invoice_id
    left join lateral (
      select sum(n.total) as total from invoice n
      where n.company_id = ${companyId} and n.credits_invoice_id = i.invoice_id and n.issued_at <= ${exportedAt}
    ) as credited on true
    left join lateral (
      ${openInvoice(work, 'l', 'o.prefix, o.number', exportedAt)}
    ) as open on true
    where x.company_id = ${companyId} and x.export_id = ${exportId}`.execute(work.database)
  const numberOf = (prefix: string | null, number: number | null): string =>
    prefix === null || number === null ? '' : documentNumber({ prefix, number })
  return rows.map(({ prefix, number, openPrefix, openNumber, isCredited, payer, at, ...each }) => {
    const { firstName, lastName, address, ...rest } = each
    const taken = numberOf(prefix, number)
    const row = { ...rest, creditedNumber: isCredited ? taken : '' }
    const common = {
      ...row,
      day: dayOf(at, timeZone),
      number: isCredited ? numberOf(openPrefix, openNumber) : taken,
      payer: payer ?? { name: fullName({ firstName, lastName }).trim(), address: address ?? '' },
    }
    return { at, entry: paymentEntry(common, row) }
  })
}

/** Who was invoiced or paid, oldest first and each once, so that a name in an earlier export stays that customer's. */
async function listNamedCustomers({ companyId, database }: UnitOfWork): Promise<NamedCustomer[]> {
  const { rows } = await sql<NamedCustomer>`
    select name, customer_id, email, phone from (
      select d.document -> 'payer' ->> 'name' as name, t.company_customer_id as customer_id, t.email, t.phone,
             d.issued_at as at, d.invoice_id as id
        from invoice d
        join ticket t on t.company_id = d.company_id and t.ticket_id = d.ticket_id
        where d.company_id = ${companyId}
      union all
      select coalesce(i.document -> 'payer' ->> 'name', trim(t.first_name || ' ' || t.last_name)),
             t.company_customer_id, t.email, t.phone, l.at, l.entry_id
        from ledger_entry l
        join ticket t on t.company_id = l.company_id and t.ticket_id = l.ticket_id
        left join invoice i on i.company_id = l.company_id and i.invoice_id = l.invoice_id
        where l.company_id = ${companyId}
    ) as customer
    where name is not null
    group by name, customer_id, email, phone
    order by min(at), min(id::text)`.execute(database)
  return rows
}

export const getBooks = query.billing.getBooks.handler(async ({ input, context: { work } }) => {
  const { exportId } = input
  const found = await selectExports(work).where('exportId', '=', exportId).executeTakeFirst()
  if (found === undefined) throw notFound('There is no such export.')
  const [documents, payments, customers] = await Promise.all([
    listDocuments(work, exportId),
    listPayments(work, exportId, found.exportedAt),
    listNamedCustomers(work),
  ])
  const entries = [...documents, ...payments]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ entry }) => entry)
  return { files: bookkeepingFiles(found.target, entries, customers) }
})
