// An account is made and ended in the same transaction as the company or the employee it is for:
// if either fails, neither is there. Hashing a password is slow on purpose, so it is done before
// the first row is locked.

import { sql } from 'kysely'
import pg from 'pg'
import { passwordFault } from '#domain/password.ts'
import { hashPassword } from './auth.ts'
import { invalid } from './errors.ts'
import { commonPasswords } from './outside/common-passwords.ts'
import type { Work } from './work.ts'

export type NewAccount = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
}

const UNIQUE_VIOLATION = '23505'

/** Adds an account that can sign in. INVALID beside `password` or `email` when one cannot be used. */
export async function addAccount(work: Work, { id, name, email, password }: NewAccount): Promise<void> {
  const common = await commonPasswords()
  const fault = passwordFault(password, email, candidate => common.has(candidate))
  if (fault !== null) throw invalid({ password: fault })
  const hash = await hashPassword(password)
  try {
    await sql`select create_account(${id}, ${name}, ${email}, ${hash}, ${work.now})`.execute(work.database)
  } catch (fault) {
    if (fault instanceof pg.DatabaseError && fault.code === UNIQUE_VIOLATION)
      throw invalid({ email: 'This email already has an account.' })
    throw fault
  }
}

/** Ends the account of an employee of the company at work, and every session of it, at once. */
export async function endEmployeeAccount(work: Work, id: string): Promise<void> {
  await sql`select delete_employee_account(${id})`.execute(work.database)
}
