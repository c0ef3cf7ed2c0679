// Runs of imports, and what each brought, in the database. A fingerprint says whether somebody has worked on an item
// since: it is computed by the same expression when the item is written and when it is undone.

import { type RawBuilder, sql } from 'kysely'
import { OPERATOR } from '#domain/account/actor.ts'
import type { ImportedKind } from '#domain/import/import-run.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

export type NewRun = {
  readonly importId: string
  readonly fileName: string
  readonly fileHash: string
  readonly rowCount: number
  readonly report: unknown
  readonly startedAt: Date
}

export async function addRun(work: UnitOfWork, { report, ...run }: NewRun): Promise<void> {
  const { companyId, now } = work
  await work.database
    .insertInto('importRun')
    .values({
      companyId,
      ...run,
      startedBy: OPERATOR.id,
      startedByName: OPERATOR.name,
      source: 'tree',
      state: 'done',
      rowsDone: run.rowCount,
      report: JSON.stringify(report),
      finishedAt: now,
      undoneAt: null,
    })
    .execute()
}

const sha256 = (expression: RawBuilder<unknown>) =>
  sql<string>`encode(sha256(convert_to(${expression}::text, 'UTF8')), 'hex')`

const rowsOf = (table: string, columns: string) => sql`(
  select jsonb_agg(jsonb_build_array(${sql.raw(columns)}) order by ${sql.raw(columns)}) from ${sql.table(table)} as line
  where line.company_id = item.company_id and line.ticket_id = item.ticket_id)`

/** The fingerprint of a row named `item` of the kind's table. */
export const FINGERPRINTS = {
  company:
    sha256(sql`jsonb_build_array(item.company_name, item.company_phone, item.company_address, item.latitude,
    item.longitude, item.labor_rate, item.mobile_range, item.mobile_business, item.days_of_operation,
    item.hours_of_operation, item.suspended_at, item.approval_tolerance, item.image_url)`),
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
    ${rowsOf('review', 'stars')}, ${rowsOf('planned_assignment', 'date, uuid')})`),
  customer: sha256(
    sql`jsonb_build_array(item.first_name, item.last_name, item.email, item.phone, item.address)`,
  ),
  rig: sha256(
    sql`jsonb_build_array(item.make, item.model, item.year, item.axle_amount, item.customer_uuid, item.assigned)`,
  ),
} as const satisfies Partial<Record<ImportedKind, RawBuilder<string>>>

/**
 * Notes what this run brought: rigs and customers as they are added, and at the end the company with its employees and
 * tickets; a visit's entry goes with its ticket.
 */
export async function addItems(
  work: UnitOfWork,
  importId: string,
  shared?: { readonly kind: 'rig' | 'customer'; readonly ids: readonly string[] },
): Promise<void> {
  const { companyId, database } = work
  if (shared !== undefined) {
    const { kind, ids } = shared
    if (ids.length === 0) return
    const id = sql.raw(kind === 'rig' ? 'vin' : 'customer_uuid')
    await sql`
      insert into import_item (company_id, import_id, kind, item_id, fingerprint)
      select ${companyId}, ${importId}, ${kind}, item.${id}, ${FINGERPRINTS[kind]}
      from ${sql.table(kind)} as item where item.${id}::text = any(${[...ids]}::text[])`.execute(database)
    return
  }
  for (const kind of ['company', 'employee', 'ticket'] as const)
    await sql`
      insert into import_item (company_id, import_id, kind, item_id, fingerprint)
      select ${companyId}, ${importId}, ${kind}, item.${sql.raw(`${kind}_id`)}, ${FINGERPRINTS[kind]}
      from ${sql.table(kind)} as item where item.company_id = ${companyId}`.execute(database)
}

/** Whose these tickets are. */
export async function saveCustomersOfTickets(
  work: UnitOfWork,
  served: readonly { readonly ticketId: number; readonly customerUuid: string }[],
): Promise<void> {
  const ticketIds = served.map(({ ticketId }) => ticketId)
  const customers = served.map(({ customerUuid }) => customerUuid)
  await sql`
    update ticket set customer_uuid = served.customer_uuid
    from unnest(${ticketIds}::integer[], ${customers}::uuid[]) as served (ticket_id, customer_uuid)
    where ticket.company_id = ${work.companyId} and ticket.ticket_id = served.ticket_id`.execute(
    work.database,
  )
}
