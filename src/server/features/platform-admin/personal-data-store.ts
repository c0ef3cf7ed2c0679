// Where a customer's details are besides their tickets' rows, for removing them. Only the server's own role may do it.

import { sql } from 'kysely'
import { FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
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

/** The company's tickets under the email. */
export async function listTicketIdsOf(work: UnitOfWork, email: string): Promise<number[]> {
  const rows = await work.from('ticket').select('ticketId').where(sql`lower(email)`, '=', email).execute()
  return rows.map(({ ticketId }) => ticketId)
}

const NO_BOOKING_DETAILS = {
  firstName: FORMER_CUSTOMER,
  lastName: '',
  email: '',
  phone: '',
  problem: '',
  address: '',
  campground: '',
  siteNumber: '',
  latitude: null,
  longitude: null,
} as const

/** Deletes the email's bookings that are no ticket, and erases the details of its others and of those of these tickets. */
export async function eraseBookings(
  work: UnitOfWork,
  email: string,
  ticketIds: readonly number[],
): Promise<void> {
  const isTheirs = sql<boolean>`lower(email) = ${email}`
  await work.remove('booking').where('ticketId', 'is', null).where(isTheirs).execute()
  await work
    .update('booking')
    .set(NO_BOOKING_DETAILS)
    .where(sql<boolean>`${isTheirs} or ticket_id = any(${[...ticketIds]}::int[])`)
    .execute()
}

/**
 * Erases what a ticket's customer wrote and the name and address beside what they did. What the company's own people
 * did stays as it is.
 */
export async function eraseCustomerOfTicket(work: UnitOfWork, ticketId: number): Promise<void> {
  const { companyId, database, now } = work
  const ofTicket = sql`company_id = ${companyId} and ticket_id = ${ticketId}`
  // Customers act by their link, or as a visitor who books.
  const links = await work.from('ticketLink').select('linkId').where('ticketId', '=', ticketId).execute()
  const customers = ['public', ...links.map(({ linkId }) => linkId)]
  const byCustomer = (actor: string) => sql`${sql.ref(actor)} = any(${customers}::text[])`
  const name = JSON.stringify({ firstName: FORMER_CUSTOMER, lastName: '' })
  const statements = [
    sql`update ticket_message
        set text = 'Removed', author_name = ${FORMER_CUSTOMER}, read_at = coalesce(read_at, ${now})
        where ${ofTicket} and by = 'customer'`,
    sql`update review set words = '' where ${ofTicket}`,
    sql`delete from owner_notice where ${ofTicket}`,
    sql`update approval_line
        set typed_name = null, address = null,
            ended_by_name = case when how = 'link' then ${FORMER_CUSTOMER} else ended_by_name end
        where ${ofTicket}`,
    sql`update photo set added_by_name = ${FORMER_CUSTOMER} where ${ofTicket} and ${byCustomer('addedBy')}`,
    sql`update ticket_link set made_by_name = ${FORMER_CUSTOMER} where ${ofTicket} and ${byCustomer('madeBy')}`,
    // In a sentence the name of a visitor is not shortened to the first word.
    sql`update change_log
        set card = case when card ? 'firstName' then card || ${name}::jsonb else card end,
            actor = case when ${byCustomer('actor')} then 'public' else actor end,
            actor_name = case when ${byCustomer('actor')} then ${FORMER_CUSTOMER} else actor_name end
        where company_id = ${companyId} and kind = 'ticket' and id = ${String(ticketId)}`,
    sql`delete from push_outbox
        where subscription_id in (select subscription_id from push_subscription where ${ofTicket})`,
    sql`delete from idempotency_key
        where company_id = ${companyId}
          and jsonb_path_exists(response, '$.**.ticketId ? (@ == $id)', jsonb_build_object('id', ${ticketId}::int))`,
  ]
  for (const statement of statements) await statement.execute(database)
}

/** Deletes what is kept under the email outside of companies, and responses that hold it. */
export async function deleteTracesOf(work: UnitOfWork, email: string): Promise<void> {
  for (const statement of [
    sql`delete from customer where lower(email) = ${email}`,
    sql`delete from imported_customer where lower(email) = ${email}`,
    sql`update import_chunk
        set rows = (select coalesce(jsonb_agg(row), '[]') from jsonb_array_elements(rows) row
                    where lower(row ->> 'email') <> ${email})
        where position(${email} in lower(rows::text)) > 0`,
    sql`delete from email_outbox where lower(recipient) = ${email}`,
    sql`delete from auth_verification where lower(value) = ${email}`,
    sql`delete from idempotency_key where position(${email} in lower(response::text)) > 0`,
  ])
    await statement.execute(work.database)
}
