// Where a customer's details are besides their tickets' rows, for removing them. Only the server's own role may do it.

import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { waitingRowsWithout } from '#server/features/customer-erasure/store.ts'
import { type FileLocation, imageIdOf } from '#server/files/file-keys.ts'

export type PersonEntry = {
  /** Companies that have tickets or bookings under the email. */
  readonly companies: readonly string[]
  /** Each as in `ticket 100012 of Bluebonnet RV`. */
  readonly openTickets: readonly string[]
  readonly tickets: number
  /** Their account without a company. */
  readonly account: string | null
  /** Emails, sign-up links and customer records. */
  readonly others: number
}

/** What there is under an email, which is in lower case. */
export async function findPerson(database: Database, email: string): Promise<PersonEntry> {
  const { rows } = await sql<PersonEntry>`
    with found as (
      select company_id, ticket_id, true as is_own from ticket where lower(email) = ${email}
      union all select company_id, ticket_id, false from booking where lower(email) = ${email}
    )
    select
      array(select distinct company_id::text from found order by 1) as companies,
      array(select distinct 'ticket ' || ticket_id || ' of ' || c.company_name
            from found join ticket t using (company_id, ticket_id) join company c using (company_id)
            where t.state in ('pending', 'active', 'approval') order by 1) as open_tickets,
      (select count(*) from found where is_own) as tickets,
      (select u.id from auth_user u left join account_company a on a.account_id = u.id
       where u.email = ${email} and a.account_id is null) as account,
      (select count(*) from email_outbox where lower(recipient) = ${email})
        + (select count(*) from auth_verification where lower(value) = ${email})
        + (select count(*) from customer where lower(email) = ${email})
        + (select count(*) from imported_customer where lower(email) = ${email}) as others`.execute(database)
  const [person] = rows
  if (person === undefined) throw new Error('A count has no row.')
  return { ...person, tickets: Number(person.tickets), others: Number(person.others) }
}

/** The company that an email belongs to, as its owner's or an employee's; null for none. */
export async function findEmployer(
  database: Database,
  email: string,
): Promise<{ companyName: string; isOwner: boolean } | null> {
  const { rows } = await sql<{ companyName: string; isOwner: boolean }>`
    select c.company_name, true as is_owner from company c where lower(c.email) = ${email}
    union all
    select c.company_name, false from employee e join company c using (company_id) where lower(e.email) = ${email}
    union all
    select c.company_name, a.account_id = a.company from auth_user u join account_company a on a.account_id = u.id
      join company c on c.company_id = a.company where u.email = ${email}
    limit 1`.execute(database)
  return rows[0] ?? null
}

/** Companies that brought the person along in a list of customers. */
export async function listImportingCompanies(database: Database, email: string): Promise<string[]> {
  const { rows } = await sql<{ companyId: string }>`
    select distinct company_id from imported_customer where lower(email) = ${email}`.execute(database)
  return rows.map(({ companyId }) => companyId)
}

/** A person's images in every company: on their tickets, and with their bookings that are no ticket. */
export async function listPersonalImages(database: Database, email: string): Promise<FileLocation[]> {
  const { rows } = await sql<Omit<FileLocation, 'imageId'> & { image: string }>`
    select company_id, ticket_id, null as booking_id, profile_image_url as image from ticket
      where lower(email) = ${email} and profile_image_url is not null
    union all
    select company_id, null, booking_id::text, photo ->> 'photoId' from booking, jsonb_array_elements(photos) as photo
      where lower(email) = ${email}`.execute(database)
  return rows.map(({ image, ...location }) => ({ ...location, imageId: imageIdOf(image) ?? image }))
}

/** Deletes what is kept under the email outside of companies, and responses that hold it. */
export async function deleteTracesOf(work: UnitOfWork, email: string): Promise<void> {
  for (const statement of [
    sql`delete from customer where lower(email) = ${email}`,
    sql`delete from imported_customer where lower(email) = ${email}`,
    sql`update import_chunk set rows = ${waitingRowsWithout({ email, phone: '' })}
        where position(${email} in lower(rows::text)) > 0`,
    sql`delete from email_outbox where lower(recipient) = ${email}`,
    sql`delete from auth_verification where lower(value) = ${email}`,
    sql`delete from idempotency_key where position(${email} in lower(response::text)) > 0`,
  ])
    await statement.execute(work.database)
}
