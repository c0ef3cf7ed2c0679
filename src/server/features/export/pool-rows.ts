// What is shared between companies, for an export of the tree: rigs, their visits, and customers. Only the server's own
// role may read it.

import { type Selectable, sql } from 'kysely'
import type { CustomerDetails } from '#domain/customers/customer.ts'
import type { exportBeside } from '#domain/export/export.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import { CUSTOMER_COLUMNS, fromCustomerColumns } from '#server/db/customer-columns.ts'
import type { Database } from '#server/db/database.ts'
import type { CompanyTables, Row } from '#server/db/schema.ts'

/** Companies that are not deleted, by id; all or this one. */
export async function listCompanyIds(database: Database, companyId: string | null): Promise<string[]> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id from company where deleted_at is null and ${among('company_id', companyId)}
    order by company_id`.execute(database)
  return rows.map(row => row.companyId)
}

/** Whether `column` is this company; true for all without one. */
const among = (column: string, companyId: string | null) =>
  companyId === null ? sql`true` : sql`${sql.ref(column)} = ${companyId}`

/** The VINs of all rigs, or of those that the company added or worked on. */
export async function listVins(database: Database, companyId: string | null): Promise<string[]> {
  // One query for each table: in a cluster they are distributed differently.
  const found = await Promise.all([
    sql<{ vin: string }>`select vin from rig where ${among('customer_uuid', companyId)}`.execute(database),
    sql<{ vin: string }>`select distinct vin from own_rig where ${among('company_id', companyId)}`.execute(
      database,
    ),
    sql<{ vin: string }>`
      select distinct vin from work_history where ${among('company_id', companyId)}`.execute(database),
    ...(companyId === null
      ? []
      : [
          sql<{ vin: string }>`
            select distinct vin from ticket where company_id = ${companyId} and vin <> ''`.execute(database),
        ]),
  ])
  return [...new Set(found.flatMap(({ rows }) => rows.map(({ vin }) => vin)))].sort()
}

export type PoolRow = CustomerRV & { readonly customerUuid: string; readonly assigned: boolean }

/** These rigs by VIN. Under a text that is no VIN, the entry of the first of the companies that have one. */
export async function listRigs(
  database: Database,
  vins: readonly string[],
  companyId: string | null,
): Promise<ReadonlyMap<string, PoolRow>> {
  const { rows } = await sql<PoolRow>`
    select vin, make, model, year, axle_amount, customer_uuid, assigned, rv_image from rig
    where vin = any(${vins.filter(isSharedVin)})`.execute(database)
  const { rows: own } = await sql<PoolRow>`
    select vin, make, model, year, axle_amount, customer_uuid, assigned, null as rv_image from own_rig
    where vin = any(${vins}) and ${among('company_id', companyId)}
    order by company_id desc`.execute(database)
  return new Map([...rows, ...own].map(row => [row.vin, row]))
}

export type VisitRow = { readonly vin: string; readonly companyId: string; readonly ticketId: number }

/** Who made visits to these rigs on which tickets, by company and ticket. */
export async function listVisits(
  database: Database,
  vins: readonly string[],
  companyId: string | null,
): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select vin, company_id, ticket_id from work_history
    where vin = any(${vins}) and ${among('company_id', companyId)}
    order by company_id, ticket_id`.execute(database)
  return rows
}

export type TicketRecord = {
  readonly ticketId: number
  readonly customerUuid: string | null
  readonly companyCustomerId: string | null
  readonly importedAt: Date | null
  readonly review: Parameters<typeof exportBeside>[0]['review']
}

/** What of these tickets is in other tables than their own. */
export async function listTicketRecords(
  database: Database,
  companyId: string,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, TicketRecord>> {
  // One query for each table: in a cluster they are distributed differently.
  const [tickets, visits, reviews] = await Promise.all([
    sql<Pick<TicketRecord, 'ticketId' | 'customerUuid' | 'companyCustomerId'>>`
      select ticket_id, customer_uuid, company_customer_id from ticket
      where company_id = ${companyId} and ticket_id = any(${ticketIds}::int[])`.execute(database),
    sql<{ ticketId: number; importedAt: Date }>`
      select ticket_id, imported_at from work_history
      where company_id = ${companyId} and ticket_id = any(${ticketIds}::int[]) and imported_at is not null`.execute(
      database,
    ),
    sql<Row<'review'>>`
      select * from review where company_id = ${companyId} and ticket_id = any(${ticketIds}::int[])`.execute(
      database,
    ),
  ])
  const importedAt = new Map(visits.rows.map(row => [row.ticketId, row.importedAt]))
  const reviewOf = new Map(reviews.rows.map(row => [row.ticketId, row]))
  return new Map(
    tickets.rows.map(({ ticketId, customerUuid, companyCustomerId }) => [
      ticketId,
      {
        ticketId,
        customerUuid,
        companyCustomerId,
        importedAt: importedAt.get(ticketId) ?? null,
        review: toReview(reviewOf.get(ticketId)),
      },
    ]),
  )
}

function toReview(row: Row<'review'> | undefined): TicketRecord['review'] {
  if (row === undefined) return null
  const { stars, words, writtenAt, rig, answer, answeredAt, removedAt, uncountedBecause } = row
  return {
    ...{ stars, words, writtenAt, rig, removedAt, uncountedBecause },
    answer: answer === null || answeredAt === null ? null : { words: answer, at: answeredAt },
    removal: { by: row.removedByName, because: row.removedBecause },
  }
}

/** When the company's former employees left. */
export async function listLeft(database: Database, companyId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select employee_id as id, deactivated_at as at from employee
    where company_id = ${companyId} and deactivated_at is not null order by employee_id`.execute(database)
  return Object.fromEntries(rows.map(({ id, at }) => [id, at.getTime()]))
}

type LogRow = Pick<
  Selectable<CompanyTables['changeLog']>,
  'version' | 'seq' | 'at' | 'kind' | 'id' | 'verb' | 'actor' | 'actorName' | 'detail'
>

/** A page of the company's log after an entry, without what an import itself did: that is no work of the company. */
export async function listLog(
  database: Database,
  companyId: string,
  after: Pick<LogRow, 'version' | 'seq'>,
  limit: number,
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select version, seq, at, kind, id, verb, actor, actor_name, detail from change_log
    where company_id = ${companyId} and (version, seq) > (${after.version}, ${after.seq})
      and version <> all(array(
        select version from change_log where company_id = ${companyId} and verb = 'company.bring-along'))
    order by version, seq limit ${limit}`.execute(database)
  return rows
}

/** The ids of all customers with a record, or of those that the company's tickets belong to, in order. */
export async function listCustomerIds(database: Database, companyId: string | null): Promise<string[]> {
  const { rows } = await (companyId === null
    ? sql<{ id: string }>`select customer_uuid as id from customer`
    : sql<{ id: string }>`
          select distinct customer_uuid as id from ticket
          where company_id = ${companyId} and customer_uuid is not null`
  ).execute(database)
  return rows.map(({ id }) => id).sort()
}

/** These customers' records, by id. */
export async function listCustomers(
  database: Database,
  ids: readonly string[],
): Promise<{ readonly customerUuid: string; readonly customerDetails: CustomerDetails }[]> {
  const rows = await database
    .selectFrom('customer')
    .select(['customerUuid', ...CUSTOMER_COLUMNS])
    .where(sql<boolean>`customer_uuid = any(${ids}::uuid[])`)
    .orderBy('customerUuid')
    .execute()
  return rows.map(({ customerUuid, ...columns }) => ({
    customerUuid,
    customerDetails: { ...fromCustomerColumns(columns), profileImageUrl: null },
  }))
}
