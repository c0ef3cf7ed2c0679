// What an import added, in the database. A fingerprint says whether an item was changed since: it is computed by the same
// expression when the item is written and when it is undone.

import { type RawBuilder, sql } from 'kysely'
import type { ImportedKind } from '#domain/spreadsheet-import/import-run.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const sha256 = (expression: RawBuilder<unknown>) =>
  sql<string>`encode(sha256(convert_to((${expression})::text, 'UTF8')), 'hex')`

const rowsOf = (table: string, columns: string) => sql`(
  select jsonb_agg(jsonb_build_array(${sql.raw(columns)}) order by ${sql.raw(columns)}) from ${sql.table(table)} as line
  where line.company_id = item.company_id and line.ticket_id = item.ticket_id)`

/** What was billed for a ticket, only where there is something: fingerprints from before there was any stay the same. */
const billed = (table: string, column: string) => sql`coalesce(${rowsOf(table, column)}, '[]'::jsonb)`

/** A later column of a ticket's rows, in the same way. */
const filledIn = (table: string, key: string, column: string) => sql`coalesce((
  select jsonb_agg(jsonb_build_array(${sql.raw(key)}, ${sql.raw(column)}) order by ${sql.raw(key)})
  from ${sql.table(table)} as line
  where line.company_id = item.company_id and line.ticket_id = item.ticket_id and ${sql.raw(column)} is not null
), '[]'::jsonb)`

/** How the company bills, in the same way. */
const billing = sql`coalesce((select jsonb_build_array(to_jsonb(s)) from billing_setting s
  where s.company_id = item.company_id), '[]'::jsonb)`

/** The fingerprint of a row named `item` of the kind's table. */
export const FINGERPRINTS = {
  company:
    sha256(sql`jsonb_build_array(item.company_name, item.company_phone, item.company_address, item.latitude,
    item.longitude, item.labor_rate, item.mobile_range, item.mobile_business, item.days_of_operation,
    item.hours_of_operation, item.suspended_at, item.approval_tolerance, item.image_url) || ${billing}`),
  employee:
    sha256(sql`jsonb_build_array(item.first_name, item.last_name, item.email, item.phone, item.license_number,
    item.is_insured, item.is_service_writer, item.is_technician, item.deactivated_at)`),
  ticket:
    sha256(sql`jsonb_build_array(item.state, item.first_name, item.last_name, item.email, item.phone, item.address,
    item.vin, item.make, item.model, item.year, item.axle_amount, item.assigned_technician, item.labor_rate,
    item.imported_balance, item.transition, item.transitioned_at, item.card,
    item.profile_image_url, item.rv_image,
    ${rowsOf('job', 'job_number, problem, cause, correction, estimated_time, estimate, suggested_time, answer')},
    ${rowsOf('part', 'part_id, quantity, description, per_part_amount, job_number')},
    ${rowsOf('clock_session', 'session_id, clock_in_time, clock_out_time, technician_id')},
    ${rowsOf('photo', 'photo_id')}, ${rowsOf('assignment', 'date, uuid')}, ${rowsOf('ticket_link', 'link_id')},
    ${rowsOf('ticket_message', 'message_id')}, ${rowsOf('approval_request', 'request_id')},
    ${rowsOf('review', 'stars')}, ${rowsOf('planned_assignment', 'date, uuid')})
    || ${billed('addendum', 'addendum_id')} || ${billed('invoice', 'invoice_id')} || ${billed('ledger_entry', 'entry_id')}
    || ${billed('signature', 'signature_id')} || ${billed('walkaround', 'recorded_at')}
    || ${billed('promised_day', 'position, day')} || ${billed('purchase_order_line', 'line_id, receipts')}
    || ${filledIn('job', 'job_number', 'flat_price')} || ${filledIn('job', 'job_number', 'clock_rule')} || ${filledIn('part', 'part_id', 'sublet')}`),
  customer: sha256(
    sql`jsonb_build_array(item.first_name, item.last_name, item.email, item.phone, item.address)`,
  ),
  rig: sha256(
    sql`jsonb_build_array(item.make, item.model, item.year, item.axle_amount, item.customer_uuid, item.assigned)`,
  ),
} as const satisfies Partial<Record<ImportedKind, RawBuilder<string>>>

/** Where the id of an item is in its kind's table. */
export const ITEM_KEYS = {
  company: { column: 'company_id', type: 'uuid', isOfCompany: true },
  employee: { column: 'employee_id', type: 'uuid', isOfCompany: true },
  ticket: { column: 'ticket_id', type: 'int', isOfCompany: true },
  rig: { column: 'vin', type: 'text', isOfCompany: false },
  customer: { column: 'customer_uuid', type: 'uuid', isOfCompany: false },
} as const satisfies Record<keyof typeof FINGERPRINTS, object>

type Items = { readonly kind: keyof typeof ITEM_KEYS; readonly ids: readonly string[] }

/** The fingerprints of those that are here, each by its id; of the company alone, unless companies share the kind. */
export async function listFingerprints(
  work: UnitOfWork,
  { kind, ids }: Items,
): Promise<{ id: string; fingerprint: string }[]> {
  const { companyId, database } = work
  const { column, type, isOfCompany } = ITEM_KEYS[kind]
  const key = sql`item.${sql.raw(column)}`
  const { rows } = await sql<{ id: string; fingerprint: string }>`
    select ${key}::text as id, ${FINGERPRINTS[kind]} as fingerprint from ${sql.table(kind)} as item
    where ${key} = any(${[...ids]}::${sql.raw(type)}[])
      and ${isOfCompany ? sql`item.company_id = ${companyId}` : sql`true`}`.execute(database)
  return rows
}

/** Notes what a run brought, as it is now. */
export async function addItemsOf(work: UnitOfWork, importId: string, { kind, ids }: Items): Promise<void> {
  if (ids.length === 0) return
  // Two statements: under row-level security a cluster inserts no rows that it had to collect.
  const rows = await listFingerprints(work, { kind, ids })
  work.insert(
    'importItem',
    ...rows.map(({ id: itemId, fingerprint }) => ({ importId, kind, itemId, fingerprint })),
  )
}

/** The employees or visits of a run that are still here, and whether each is as it was written. */
export async function listItemsOf(
  work: UnitOfWork,
  importId: string,
  kind: 'employee' | 'ticket',
): Promise<{ id: string; name: string; isUntouched: boolean }[]> {
  const id = sql.raw(ITEM_KEYS[kind].column)
  const { rows } = await sql<{ id: string; name: string; isUntouched: boolean }>`
    select i.item_id as id, trim(item.first_name || ' ' || item.last_name) as name,
      i.fingerprint = ${FINGERPRINTS[kind]} as is_untouched
    from import_item i
    join ${sql.table(kind)} as item on item.company_id = i.company_id and item.${id}::text = i.item_id
    where i.company_id = ${work.companyId} and i.import_id = ${importId} and i.kind = ${kind}
    order by i.item_id`.execute(work.database)
  return rows
}
