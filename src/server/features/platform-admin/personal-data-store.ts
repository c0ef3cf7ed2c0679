// Where a customer's details are besides their tickets' rows, for removing them. Only the server's own role may do it.

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import {
  type CustomerContact,
  FULL_NAME,
  isNamed,
  isOfCustomer,
  isRecordOf,
  isWaitingOf,
  nameKey,
  waitingName,
  waitingRowsWithout,
} from '#server/features/customer-erasure/store.ts'
import { containing } from '#server/lib/like-pattern.ts'
import { toSingleLine } from '#server/mail/outbox.ts'

export type PersonEntry = {
  /** Companies that have tickets or bookings under the email. */
  readonly companies: readonly string[]
  /** Each as in `ticket 100012 of Bluebonnet RV`. */
  readonly openTickets: readonly string[]
  readonly tickets: number
  /** Their account without a company. */
  readonly account: string | null
  /** Emails, sign-up links, customer records, and emails that confirmed a ticket's link. */
  readonly others: number
}

/** The person with this email, which is in lower case, and one of these names; everyone with it for null. */
export type PersonContact = CustomerContact & {
  /** First names that nobody else with the email has. */
  readonly firstNames: readonly string[]
}

/** Whether a ticket's link has their email, which the ticket may no longer have. People are told apart by the ticket's name. */
const isConfirmedBy = ({ email, names }: PersonContact) =>
  sql`confirmed_email = ${email} and ${
    names === null
      ? sql`true`
      : sql`exists (select from ticket t where t.company_id = ticket_link.company_id
                  and t.ticket_id = ticket_link.ticket_id and ${isNamed({ names }, FULL_NAME)})`
  }`

/** Of auth_verification: a sign-up link to this email, or its hold (104-held-emails). */
const isOfEmail = (email: string) => sql`(lower(value) = ${email} or identifier = ${`held ${email}`})`

type NamedRow = { readonly key: string; readonly name: string; readonly firstName: string }

/** Everyone in any company, or with an account, who has this email: by name. Rows without a name are not listed. */
export async function listPeople(database: Database, email: string): Promise<NamedRow[]> {
  const everyone = { email, phone: '', names: null }
  const named = sql`first_name, ${FULL_NAME} as name`
  const { rows } = await sql<NamedRow>`
    select distinct ${nameKey(sql`name`)} as key, btrim(name) as name, first_name from (
      select ${named} from ticket where ${isOfCustomer(everyone)}
      union select ${named} from booking where ${isOfCustomer(everyone)}
      union select ${named} from imported_customer where ${isOfCustomer(everyone)}
      union select ${named} from company_customer where ${isRecordOf(everyone)}
      union select ${named} from customer where ${isOfCustomer(everyone)}
      union select '', customer_name from customer_exemption where lower(email) = ${email}
      union select '', u.name from auth_user u where u.email = ${email}
      union select '', ${waitingName('person')}
        from import_chunk, jsonb_array_elements(rows) as line,
             jsonb_array_elements(case when line ? 'jobs' then line -> 'jobs' else jsonb_build_array(line) end) as person
        where position(${email} in lower(rows::text)) > 0 and ${isWaitingOf(everyone, 'person')}
    ) as people where btrim(name) <> '' order by 1, 2, 3`.execute(database)
  return rows
}

/** What there is of a person. */
export async function findPerson(database: Database, contact: PersonContact): Promise<PersonEntry> {
  const { email, names } = contact
  const isTheirs = isOfCustomer(contact)
  const { rows } = await sql<PersonEntry>`
    with found as (
      select company_id, ticket_id, true as is_own from ticket where ${isTheirs}
      union all select company_id, ticket_id, false from booking where ${isTheirs}
    )
    select
      array(select distinct company_id::text from found order by 1) as companies,
      array(select distinct 'ticket ' || ticket_id || ' of ' || c.company_name
            from found join ticket t using (company_id, ticket_id) join company c using (company_id)
            where t.state in ('pending', 'active', 'approval') order by 1) as open_tickets,
      (select count(*) from found where is_own) as tickets,
      (select u.id from auth_user u left join account_company a on a.account_id = u.id
       where u.email = ${email} and a.account_id is null and ${isNamed(contact, sql`u.name`)}) as account,
      (select count(*) from email_outbox where ${names === null} and lower(recipient) = ${email})
        + (select count(*) from auth_verification where ${names === null} and ${isOfEmail(email)})
        + (select count(*) from customer where ${isTheirs})
        + (select count(*) from ticket_link where ${isConfirmedBy(contact)})
        + (select count(*) from company_customer where ${isRecordOf(contact)})
        + (select count(*) from imported_customer where ${isTheirs}) as others`.execute(database)
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

/** Companies that imported the person in a list of customers. */
export async function listImportingCompanies(
  database: Database,
  contact: CustomerContact,
): Promise<string[]> {
  const { rows } = await sql<{ companyId: string }>`
    select distinct company_id from imported_customer where ${isOfCustomer(contact)}`.execute(database)
  return rows.map(({ companyId }) => companyId)
}

/** Deletes what is kept of a person outside of companies, and responses that hold it. `account`: whether it is theirs. */
export async function deleteTracesOf(
  work: UnitOfWork,
  contact: PersonContact,
  account: string | null,
): Promise<void> {
  const { email, names, firstNames } = contact
  const holdsOne = (text: RawBuilder<unknown>, parts: readonly string[]) =>
    names === null ? sql`true` : sql`${text} like any(${parts.map(containing)}::text[])`
  const greetings = firstNames.map(name => `Hello ${toSingleLine(name)},`)
  const { rows: records } = await sql<{ id: string | null }>`
    delete from customer where ${isOfCustomer(contact)} returning customer_uuid as id`.execute(work.database)
  const ids = [...records.map(({ id }) => id), account]
  const { rows: customers } = await sql<{ id: string }>`
    delete from company_customer where ${isRecordOf(contact)} returning customer_id as id`.execute(
    work.database,
  )
  const own = customers.map(({ id }) => id)
  const namesThem = sql`position(${email} in lower(rows::text)) > 0`
  const { rows: importing } = await sql<{ companyId: string }>`
    select distinct company_id from import_chunk where ${namesThem}`.execute(work.database)
  // Citus takes the rows apart only within one company.
  for (const { companyId } of importing)
    await sql`update import_chunk set rows = ${waitingRowsWithout(contact)}
      where company_id = ${companyId} and ${namesThem}`.execute(work.database)
  for (const statement of [
    // Tickets of another contact, which a desk may have corrected since.
    sql`update ticket set customer_uuid = null where customer_uuid = any(${ids}::uuid[])`,
    sql`update ticket set company_customer_id = null where company_customer_id = any(${own}::uuid[])`,
    sql`delete from customer_exemption where company_customer_id = any(${own}::uuid[])`,
    sql`update company_customer set merged_into = null, merged_with = null, merged_at = null
        where merged_into = any(${own}::uuid[]) or merged_with = any(${own}::uuid[])`,
    sql`delete from imported_customer where ${isOfCustomer(contact)}`,
    sql`update ticket_link set confirmed_email = null where ${isConfirmedBy(contact)}`,
    sql`delete from email_outbox where lower(recipient) = ${email} and ${holdsOne(sql`text`, greetings)}`,
    sql`delete from auth_verification where ${names === null || account !== null} and ${isOfEmail(email)}`,
    sql`delete from idempotency_key where position(${email} in lower(response::text)) > 0
        and ${holdsOne(sql`response::text`, firstNames)}`,
  ])
    await statement.execute(work.database)
}
