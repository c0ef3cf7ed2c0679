// What the operator sees at the command line: companies, accounts and queued emails of the whole installation. Only
// the server's own role may read it.

import { sql } from 'kysely'
import { normalizeText } from '#domain/lib/search-terms.ts'
import type { Database } from '#server/db/database.ts'

export type CompanyEntry = {
  readonly companyId: string
  readonly companyName: string
  readonly email: string
  readonly registeredAt: Date
  readonly suspendedAt: Date | null
  readonly employees: number
}

export type AccountEntry = {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Null for RV owners and founders. */
  readonly companyId: string | null
  readonly companyName: string | null
  readonly isTwoFactorOn: boolean
  readonly deactivatedAt: Date | null
  readonly sessions: number
}

export type EmailEntry = {
  readonly emailId: string
  readonly companyId: string | null
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly at: Date
  readonly attempts: number
  /** Null once it is sent or given up. */
  readonly nextAttemptAt: Date | null
  readonly sentAt: Date | null
  readonly lastError: string | null
}

const isAbout = (words: string, fields: readonly (string | null)[]): boolean => {
  const normalized = normalizeText(words)
  return fields.some(field => field !== null && normalizeText(field).includes(normalized))
}

/** Companies by name: all, or those whose name, email or id has these words. */
export async function listCompanies(database: Database, words = ''): Promise<CompanyEntry[]> {
  const { rows } = await sql<CompanyEntry>`
    select c.company_id, c.company_name, c.email, c.registered_at, c.suspended_at, count(e.employee_id) as employees
    from company c left join employee e on e.company_id = c.company_id
    where c.deleted_at is null
    group by c.company_id order by lower(c.company_name), c.company_id`.execute(database)
  return rows.filter(({ companyName, email, companyId }) => isAbout(words, [companyName, email, companyId]))
}

/** Accounts by email: all, or those whose name, email, company or id has these words. */
export async function listAccounts(
  database: Database,
  words: string,
  now: Date,
): Promise<readonly AccountEntry[]> {
  const { rows } = await sql<AccountEntry>`
    select u.id, u.name, u.email, a.company as company_id, c.company_name, u.two_factor_enabled as is_two_factor_on,
           e.deactivated_at,
           (select count(*) from auth_session s where s.user_id = u.id and s.expires_at > ${now}) as sessions
    from auth_user u
    left join account_company a on a.account_id = u.id
    left join company c on c.company_id = a.company
    left join employee e on e.company_id = a.company and e.employee_id = u.id
    order by u.email`.execute(database)
  return rows.filter(({ name, email, companyName, id }) => isAbout(words, [name, email, companyName, id]))
}

const MAX_EMAILS = 200

/** Emails that wait or were given up, newest first. Those that were never meant to be sent have no attempts. */
export const listUnsentEmails = (database: Database): Promise<EmailEntry[]> =>
  database
    .selectFrom('emailOutbox')
    .selectAll()
    .where('sentAt', 'is', null)
    .where(({ or, eb }) => or([eb('nextAttemptAt', 'is not', null), eb('attempts', '>', 0)]))
    .orderBy('at', 'desc')
    .limit(MAX_EMAILS)
    .execute()

/** The email with this id, locked, or null. */
export const lockEmail = async (database: Database, emailId: string): Promise<EmailEntry | null> =>
  (await database
    .selectFrom('emailOutbox')
    .selectAll()
    .where(sql`email_id::text`, '=', emailId.toLowerCase())
    .forUpdate()
    .executeTakeFirst()) ?? null

/** Makes a waiting email due. */
export async function setEmailDue(database: Database, emailId: string, now: Date): Promise<void> {
  await database
    .updateTable('emailOutbox')
    .set({ nextAttemptAt: now })
    .where('emailId', '=', emailId)
    .execute()
}

/** Ends all sessions of an account, or of everyone in a company. */
export async function endSessionsOf(
  database: Database,
  whose: { readonly account: string } | { readonly company: string },
): Promise<void> {
  await ('account' in whose
    ? sql`delete from auth_session where user_id = ${whose.account}`
    : sql`delete from auth_session s using account_company a
          where a.company = ${whose.company} and s.user_id = a.account_id`
  ).execute(database)
}
