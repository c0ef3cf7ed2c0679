// All that belongs to a company, for deleting it. Only the server's own role may do it.

import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { DISTRIBUTION } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { ADDENDUM_ERASURE } from '#server/features/addenda/tables.ts'
import { COMPONENT_ERASURE } from '#server/features/components/tables.ts'
import { PHOTO_ERASURE } from '#server/features/photos/tables.ts'
import { JOB_ERASURE, TICKET_ERASURE } from '#server/features/tickets/tables.ts'
import { archiveLocation, type FileLocation } from '#server/files/file-keys.ts'
import {
  IMAGE_COLUMNS,
  imagesOf,
  locationsOf,
  type NamedImage,
  platePhotosOf,
} from '#server/files/image-columns.ts'

export type CompanyContents = {
  readonly employees: number
  /** Recorded tickets: what stays of them is in the rigs' work histories. */
  readonly visits: number
  /** All other tickets that were not declined or closed. */
  readonly openTickets: number
}

export async function countContents(database: Database, companyUUID: string): Promise<CompanyContents> {
  const { rows } = await sql<CompanyContents>`
    select
      (select count(*) from employee where company_id = ${companyUUID}) as employees,
      (select count(*) from ticket where company_id = ${companyUUID} and state = 'recorded') as visits,
      (select count(*) from ticket where company_id = ${companyUUID} and state not in ('recorded', 'declined', 'closed'))
        as open_tickets`.execute(database)
  const [contents] = rows
  if (contents === undefined) throw new Error('A count has no row.')
  return contents
}

/** What an owner's record of a rig does not show: images of people, of work that was not completed, and archives. */
export async function listFilesToDelete(database: Database, companyUUID: string): Promise<FileLocation[]> {
  const { rows } = await sql<NamedImage>`
    ${imagesOf(
      companyUUID,
      IMAGE_COLUMNS.filter(({ table }) => table !== 'photo'),
    )} union all
    select company_id, ticket_id, p.booking_id, p.photo_id::text, false
      from photo p join ticket t using (company_id, ticket_id) join job j using (company_id, ticket_id, job_number)
      where company_id = ${companyUUID} and (t.state <> 'recorded' or j.answer = 'declined')`.execute(
    database,
  )
  const plates = await sql<NamedImage>`${platePhotosOf(companyUUID)}`.execute(database)
  const archives = await database
    .selectFrom('companyExport')
    .select('fileId')
    .where('companyId', '=', companyUUID)
    .where('fileId', 'is not', null)
    .execute()
  return [
    ...locationsOf([...rows, ...plates.rows]),
    ...archives.map(({ fileId }) => archiveLocation(companyUUID, fileId ?? '')),
  ]
}

/** The customers of tickets that were not completed, each once. */
export const listOpenCustomers = (work: UnitOfWork): Promise<{ email: string; firstName: string }[]> =>
  work
    .from('ticket')
    .select(['email', 'firstName'])
    .where('state', 'not in', ['recorded', 'declined', 'closed'])
    .where('email', '<>', '')
    .distinctOn('email')
    .execute()

/** Of these tables rows stay. */
export const RETAINED_TABLES = [
  ...['company', 'ticket', 'job', 'photo', 'addendum', 'component_entry', 'retained_document'],
]

/** Every other table of companies' rows, and the company's rows of three that no company owns; referring tables come first. */
export const EMPTIED_TABLES = [
  ...Object.keys(DISTRIBUTION)
    .filter(table => DISTRIBUTION[table] === 'company_id' && !RETAINED_TABLES.includes(table))
    .reverse(),
  'sign_in',
  'push_outbox',
  'email_outbox',
]

/**
 * Deletes everything of the current company but its own row, its invoices and payments, which go where no request reaches
 * them until their years are over, and, of completed tickets, the rig and the work with its
 * photos, which their rigs' owners see.
 */
export async function deleteContents(work: UnitOfWork): Promise<void> {
  const { companyId, database } = work
  const ofCompany = sql`company_id = ${companyId}`
  const accounts = sql`(select account_id from account_company where company = ${companyId})`
  const isGone = sql`ticket_id in (select ticket_id from ticket where ${ofCompany} and state <> 'recorded')`
  await sql`delete from auth_verification where value in (select account_id::text from ${accounts} as own)`.execute(
    database,
  )
  await deleteCustomersOf(work)
  await sql`select retain_documents(${companyId})`.execute(database)
  for (const table of EMPTIED_TABLES)
    await sql`delete from ${sql.table(table)} where ${ofCompany}`.execute(database)
  for (const statement of [
    sql`delete from photo where ${ofCompany} and (${isGone} or (ticket_id, job_number) in (
          select ticket_id, job_number from job where ${ofCompany} and answer = 'declined'))`,
    sql`delete from job where ${ofCompany} and (${isGone} or answer = 'declined')`,
    sql`delete from ticket where ${ofCompany} and state <> 'recorded'`,
    sql`delete from auth_user where id in ${accounts}`,
  ])
    await statement.execute(database)
  await work.update('ticket').set(TICKET_ERASURE.erased).execute()
  await work.update('job').set(JOB_ERASURE.erased).execute()
  await work.update('photo').set(PHOTO_ERASURE.erased).execute()
  await work.update('addendum').set(ADDENDUM_ERASURE.erased).execute()
  await work.update('componentEntry').set(COMPONENT_ERASURE.erased).execute()
}

/**
 * Deletes the customer records that the company made, also those whose rig was claimed since; an RV owner's own stays.
 * Rigs stay assigned, to an id without a record: the next customer of one must not become the owner of the visits so
 * far.
 */
async function deleteCustomersOf(work: UnitOfWork): Promise<void> {
  const { companyId, database } = work
  // Several queries, because a cluster keeps tickets, records and accounts by different keys.
  const tickets = await work.from('ticket').select(['customerUuid', 'email']).distinct().execute()
  const uuids = tickets.map(({ customerUuid }) => customerUuid)
  const emails = tickets.map(({ email }) => email.toLowerCase())
  const { rows: records } = await sql<{ id: string }>`
    select customer_uuid as id from customer
    where customer_uuid = any(${uuids}::uuid[]) or lower(email) = any(${emails})`.execute(database)
  const { rows: ownRecords } = await sql<{ id: string }>`
    select id from auth_user where id = any(${records.map(({ id }) => id)}::uuid[])`.execute(database)
  const own = new Set(ownRecords.map(({ id }) => id))
  const ids = records.map(({ id }) => id).filter(id => !own.has(id))
  const { rows: others } = await sql<{ id: string }>`
    select customer_uuid as id from ticket
    where customer_uuid = any(${ids}::uuid[]) and company_id <> ${companyId}`.execute(database)
  const shared = new Set(others.map(({ id }) => id))
  const gone = ids.filter(id => !shared.has(id))
  await sql`delete from customer where customer_uuid = any(${gone}::uuid[])`.execute(database)
}
