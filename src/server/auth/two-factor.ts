// The second step of signing in: a code of an app, or one of ten recovery codes. The sign-in library
// checks and counts the tries; here a code counts once and a recovery code is kept only as its hash.

import { randomBytes, randomInt } from 'node:crypto'
import { twoFactor } from 'better-auth/plugins'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import { openArgon2 } from './password-hashing.ts'

// Nothing that is read as something else; ten of them are 49 bits.
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const CODE_LENGTH = 10
const CODES = 10
const SALT_BYTES = 16

const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('')

const newRecoveryCode = (): string => `${letters(CODE_LENGTH / 2)}-${letters(CODE_LENGTH / 2)}`

const HASHED = '$argon2id$'

/** As it is hashed, however somebody writes it down. */
const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** One salt for an account's ten, so that a try costs one hash and not ten. */
async function hashCodes(json: string): Promise<string> {
  const { hash } = await openArgon2()
  const salt = randomBytes(SALT_BYTES)
  const codes = JSON.parse(json) as string[]
  return JSON.stringify(
    await Promise.all(codes.map(code => (code.startsWith(HASHED) ? code : hash(plain(code), { salt })))),
  )
}

/** `code` as it is kept for this account, if it is one of its recovery codes. */
export async function hashedRecoveryCode(database: Database, account: string, code: string): Promise<string> {
  const { rows } = await sql<{ backupCodes: string }>`
    select backup_codes from auth_two_factor where user_id = ${account}`.execute(database)
  const [kept = ''] = JSON.parse(rows[0]?.backupCodes ?? '[]') as string[]
  const salt = Buffer.from(kept.split('$')[4] ?? '', 'base64')
  return salt.length === SALT_BYTES ? (await openArgon2()).hash(plain(code), { salt }) : ''
}

/** The app's codes last 30 seconds and are taken one before and one after their time. */
const CODE_LASTS_MS = 2 * 60 * 1000

/** Takes note of a code before it is checked. False when the account has tried it just now. */
export async function isFirstTry(
  database: Database,
  account: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const over = new Date(now.getTime() - CODE_LASTS_MS)
  await sql`delete from auth_tried_code where user_id = ${account} and tried_at < ${over}`.execute(database)
  const { rows } = await sql`
    insert into auth_tried_code (user_id, code, tried_at) values (${account}, ${code}, ${now})
    on conflict do nothing returning user_id`.execute(database)
  return rows.length > 0
}

/** The library's second step, in our tables; no browser is ever let off it. */
export const secondStep = () =>
  twoFactor({
    issuer: 'Rigwright',
    schema: { twoFactor: { modelName: 'authTwoFactor' } },
    backupCodeOptions: {
      customBackupCodesGenerate: () => Array.from({ length: CODES }, newRecoveryCode),
      storeBackupCodes: { encrypt: hashCodes, decrypt: async kept => kept },
    },
    accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 15 * 60 },
  })
