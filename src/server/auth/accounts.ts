// An account is made and ended in the same transaction as the company or the employee it is for:
// if either fails, neither is there. Hashing a password is slow on purpose, so it is done before the
// transaction has a connection.

import { sql } from 'kysely'
import pg from 'pg'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid } from '#server/lib/errors.ts'
import { enqueueEmail, type MailContext } from '#server/mail/outbox.ts'
import { type PasswordHasher, passwordProblem } from './password-hashing.ts'
import { securityEmail } from './security-emails.ts'

type NewAccount = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
}

const EMAIL_CONSTRAINT = 'auth_user_email_key'

/** What is kept of a new password. INVALID beside `password` when it cannot be used. */
export async function hashNewPassword(
  passwords: PasswordHasher,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const error = await passwordProblem(password, email)
  if (error !== null) throw invalid({ password: error })
  return passwords.hash(password)
}

const emailInUse = () => invalid({ email: 'This email already has an account.' })

/** A founder's email is no company's. INVALID beside `email`, as of one that somebody has. */
export function assertNotFounderEmail(
  { founders }: { readonly founders: readonly string[] },
  email: string,
): void {
  if (founders.includes(email)) throw emailInUse()
}

/** Adds an account that can sign in. INVALID beside `email` when somebody has it already. */
export async function addAccount(
  work: UnitOfWork,
  { id, name, email, passwordHash }: NewAccount,
): Promise<void> {
  await mapEmailInUse(
    sql`select create_account(${id}, ${name}, ${email}, ${passwordHash}, ${work.now})`.execute(work.database),
  )
}

/**
 * Adds an account of no company under the email that a link was sent to, by what is kept of it; answers with the
 * email, or with null where the link opens nothing. INVALID beside `email` when it has an account already.
 */
export async function addRvOwnerAccount(
  work: UnitOfWork,
  { id, link, name, passwordHash }: Omit<NewAccount, 'email'> & { readonly link: string },
): Promise<string | null> {
  const { rows } = await mapEmailInUse(
    sql<{ email: string | null }>`
      select complete_signup(${link}, ${id}, ${name}, ${passwordHash}, ${work.now}) as email`.execute(
      work.database,
    ),
  )
  return rows[0]?.email ?? null
}

/**
 * Keeps the account of an employee of the company at work in step with their name and email. INVALID
 * beside `email` when somebody else has it.
 */
export async function changeEmployeeAccount(
  work: UnitOfWork,
  { id, name, email }: Omit<NewAccount, 'passwordHash'>,
): Promise<void> {
  await mapEmailInUse(
    sql`select update_employee_account(${id}, ${name}, ${email}, ${work.now})`.execute(work.database),
  )
}

async function mapEmailInUse<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    // The key of a command is unique as well, and met first where it was used before.
    if (error instanceof pg.DatabaseError && error.constraint === EMAIL_CONSTRAINT) throw emailInUse()
    throw error
  }
}

/** Tells both addresses that the account has another one now. */
export async function emailAddressChanged(
  work: UnitOfWork,
  mailContext: MailContext,
  before: string,
  after: string,
): Promise<void> {
  const text = `${work.by.name} changed it from ${before} to ${after}.`
  for (const recipient of [before, after])
    await enqueueEmail(work, mailContext, securityEmail(mailContext, recipient, 'email', text))
}

/** The confirmed email of the account at work; null where it is of a company, or not confirmed. */
export async function findOwnEmail(work: UnitOfWork): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`select own_email() as email`.execute(work.database)
  return rows[0]?.email ?? null
}

/** Signs an employee of the company at work out everywhere, at once. */
export async function endEmployeeSessions(work: UnitOfWork, id: string): Promise<void> {
  await sql`select end_employee_sessions(${id})`.execute(work.database)
}

/** Lets the owner's account take the company's new name, where it signs with the one before. */
export async function renameCompanyAccount(work: UnitOfWork, before: string, after: string): Promise<void> {
  await sql`select rename_company_account(${before}, ${after}, ${work.now})`.execute(work.database)
}

/** Ends the account of an employee of the company at work, and every session of it, at once. */
export async function endEmployeeAccount(work: UnitOfWork, id: string): Promise<void> {
  await sql`select delete_employee_account(${id})`.execute(work.database)
}
