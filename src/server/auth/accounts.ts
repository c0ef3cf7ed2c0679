// An account is created and deleted in the same transaction as its company or employee. Password hashing is slow, so
// it happens before the transaction takes a connection.

import { sql } from 'kysely'
import pg from 'pg'
import { isStaff } from '#domain/account/actor.ts'
import type { Database } from '#server/db/database.ts'
import { callOf } from '#server/db/pipelined-transaction.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { enqueueEmail, type MailContext } from '#server/mail/outbox.ts'
import { deleteConfirmations } from './email-confirmation.ts'
import { hashHoldToken } from './email-release.ts'
import { type PasswordHasher, passwordProblem } from './password-hashing.ts'
import { deleteResetTokens } from './password-reset.ts'
import { securityEmail } from './security-emails.ts'

type NewAccount = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
}

const EMAIL_CONSTRAINT = 'auth_user_email_key'

/** Keeps an account of the company from being changed or ended until the transaction ends. Call it before locking rows. */
export const lockAccountShared = (work: UnitOfWork, id: string): void =>
  work.write({ compile: () => callOf({ name: 'lock_account_shared', values: [work.companyId, id] }) })

/** Waits for all commands that hold this account of the company, and keeps others waiting. Call it before locking rows. */
export const lockAccount = (work: UnitOfWork, id: string, companyId: string | null = work.companyId): void =>
  work.write({ compile: () => callOf({ name: 'lock_account', values: [companyId, id] }) })

/** The same for the current account, with or without a company. */
export const lockCurrentAccount = (work: UnitOfWork): void =>
  lockAccount(work, work.by.id, isStaff(work.actor) ? work.companyId : null)

/**
 * Resolves when every command that this account had begun is committed or rolled back. Call it after its sessions were
 * deleted: a command that begins now is refused.
 */
export async function waitForCommands(database: Database, id: string): Promise<void> {
  await sql`
    select lock_account((select a.company from account_company a where a.account_id = ${id}), ${id})`.execute(
    database,
  )
}

/** The hash of a new password. Throws INVALID for `password` if it is not allowed. */
export async function hashNewPassword(
  passwords: PasswordHasher,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const error = await passwordProblem(password, email)
  if (error !== null) throw invalid({ password: error })
  return passwords.hash(password)
}

export const EMAIL_IN_USE = 'An account with this email already exists.'
const emailInUse = () => invalid({ email: EMAIL_IN_USE })

/** A founder's email cannot belong to a company. Throws INVALID for `email`, like an email in use. */
export function assertNotFounderEmail(
  { founders }: { readonly founders: readonly string[] },
  email: string,
): void {
  if (founders.includes(email)) throw emailInUse()
}

/**
 * Why a new account cannot have this email, beside what else is wrong with it; null if it can. `emailToken` is that of
 * the link that freed it (email-release.ts).
 */
export async function emailProblem(
  work: UnitOfWork,
  { founders }: { readonly founders: readonly string[] },
  email: string,
  emailToken?: string,
): Promise<string | null> {
  if (founders.includes(email)) return EMAIL_IN_USE
  const hash = emailToken === undefined ? null : hashHoldToken(emailToken)
  const { rows } = await sql<{ isTaken: boolean }>`
    select is_email_taken(${email}, ${hash}, ${work.now}) as is_taken`.execute(work.database)
  return rows[0]?.isTaken === true ? EMAIL_IN_USE : null
}

/** Asked before each write of an email: PostgreSQL logs what violates a constraint. Throws INVALID for `email`. */
export async function assertFreeEmail(
  work: UnitOfWork,
  context: { readonly founders: readonly string[] },
  email: string,
  emailToken?: string,
): Promise<void> {
  if ((await emailProblem(work, context, email, emailToken)) !== null) throw emailInUse()
}

// What no account has may be a founder's: that is refused where a person enters it.
const ANYONE = { founders: [] }

/** Which of these emails no new account can have. */
export async function listEmailsInUse(
  work: UnitOfWork,
  founders: readonly string[],
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`
    select email from emails_taken(${[...emails]}, ${work.now}) as email`.execute(work.database)
  return new Set([...rows.map(({ email }) => email), ...emails.filter(email => founders.includes(email))])
}

/** Which of these accounts of the company's employees nobody has used: they cannot log in yet. */
export async function listUnusedAccounts(
  work: UnitOfWork,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unused_employee_accounts(${[...ids]}::uuid[]) as id`.execute(work.database)
  return new Set(rows.map(({ id }) => id))
}

type AddedAccount = Omit<NewAccount, 'passwordHash'> & {
  /** Null: it needs a reset first. */
  readonly passwordHash: string | null
  readonly emailToken?: string | undefined
}

/** Adds an account. Throws INVALID for `email` if it is in use. */
export async function addAccount(
  work: UnitOfWork,
  { id, name, email, passwordHash, emailToken }: AddedAccount,
): Promise<void> {
  await assertFreeEmail(work, ANYONE, email, emailToken)
  await mapEmailInUse(
    sql`select create_account(${id}, ${name}, ${email}, ${passwordHash}, ${work.now})`.execute(work.database),
  )
}

/**
 * Adds an account without a company for the email that a signup link was sent to, found by the hash of the link's
 * token. Returns the email, or null if the link is invalid. Throws INVALID for `email` if it already has an account.
 */
export async function addRvOwnerAccount(
  work: UnitOfWork,
  { id, tokenHash, name, passwordHash }: Omit<NewAccount, 'email'> & { readonly tokenHash: string },
): Promise<string | null> {
  const { rows: addressed } = await sql<{ email: string | null }>`
    select signup_email(${tokenHash}, ${work.now}) as email`.execute(work.database)
  const email = addressed[0]?.email ?? null
  if (email === null) return null
  // The person who reads this link has the mailbox: a hold of the email is theirs.
  const { rows: users } = await sql<{ isInUse: boolean }>`
    select is_email_in_use(${email}) as is_in_use`.execute(work.database)
  if (users[0]?.isInUse === true) throw emailInUse()
  const { rows } = await mapEmailInUse(
    sql<{ email: string | null }>`
      select complete_signup(${tokenHash}, ${id}, ${name}, ${passwordHash}, ${work.now}) as email`.execute(
      work.database,
    ),
  )
  return rows[0]?.email ?? null
}

/**
 * Updates the name and email of an employee's account; null leaves its email. Throws INVALID for `email` if another took
 * it meanwhile.
 */
export async function changeEmployeeAccount(
  work: UnitOfWork,
  { id, name, email }: Pick<NewAccount, 'id' | 'name'> & { readonly email: string | null },
): Promise<void> {
  await mapEmailInUse(
    sql`select update_employee_account(${id}, ${name}, ${email}, ${work.now})`.execute(work.database),
  )
}

/**
 * Updates the email of a company's own account, for the operator, which leaves it unconfirmed. Links sent to the old
 * email no longer work. Throws INVALID for `email` if it is in use.
 */
export async function changeOwnerAccountEmail(
  work: UnitOfWork,
  { id, email }: Pick<NewAccount, 'id' | 'email'>,
): Promise<void> {
  await assertFreeEmail(work, ANYONE, email)
  await deleteResetTokens(work.database, id)
  await deleteConfirmations(work.database, id)
  await mapEmailInUse(
    sql`update auth_user set email = ${email}, email_verified = false, updated_at = ${work.now}
        where id = ${id}`.execute(work.database),
  )
}

async function mapEmailInUse<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    // Another account took it at the same moment.
    if (error instanceof pg.DatabaseError && error.constraint === EMAIL_CONSTRAINT) throw emailInUse()
    throw error
  }
}

/** Notifies both addresses that the account's email has changed; `before` is empty if it had none. */
export async function emailAddressChanged(
  work: UnitOfWork,
  mailContext: MailContext,
  before: string,
  after: string,
): Promise<void> {
  const text = `${work.by.name} changed it ${before === '' ? '' : `from ${before} `}to ${after}.`
  for (const recipient of [before, after].filter(Boolean))
    await enqueueEmail(work, mailContext, securityEmail(mailContext, recipient, 'email', text))
}

/** The confirmed email of the current account; null if it has a company, or is unconfirmed. */
export async function findOwnEmail(work: UnitOfWork): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`select own_email() as email`.execute(work.database)
  return rows[0]?.email ?? null
}

/** Ends all sessions of an employee of the current company. */
export async function endEmployeeSessions(work: UnitOfWork, id: string): Promise<void> {
  await sql`select end_employee_sessions(${id})`.execute(work.database)
}

/** Renames the owner's account if it has the company's previous name. */
export async function renameCompanyAccount(work: UnitOfWork, before: string, after: string): Promise<void> {
  await sql`select rename_company_account(${before}, ${after}, ${work.now})`.execute(work.database)
}

/** Deletes the account of an employee of the current company with all its sessions. */
export async function endEmployeeAccount(work: UnitOfWork, id: string): Promise<void> {
  await sql`select delete_employee_account(${id})`.execute(work.database)
}
