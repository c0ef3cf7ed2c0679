// The second step of signing in: a code of an app, or one of ten recovery codes. The sign-in library
// checks and counts the tries; here a code counts once and a recovery code is kept only as its hash.

import { randomBytes, randomInt } from 'node:crypto'
import { twoFactor } from 'better-auth/plugins'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import { loadArgon2 } from './password-hashing.ts'

// Nothing that is read as something else; ten of them are 49 bits.
const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY_CODE_LENGTH = 10
const RECOVERY_CODE_COUNT = 10
const SALT_BYTES = 16

const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('')

const newRecoveryCode = (): string =>
  `${randomLetters(RECOVERY_CODE_LENGTH / 2)}-${randomLetters(RECOVERY_CODE_LENGTH / 2)}`

const HASH_PATTERN = '$argon2id$'

/** As it is hashed, however somebody writes it down. */
const normalizeCode = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** One salt for an account's ten, so that a try costs one hash and not ten. */
async function hashRecoveryCodes(json: string): Promise<string> {
  const { hash } = await loadArgon2()
  const salt = randomBytes(SALT_BYTES)
  const codes = JSON.parse(json) as string[]
  return JSON.stringify(
    await Promise.all(
      codes.map(code => (code.startsWith(HASH_PATTERN) ? code : hash(normalizeCode(code), { salt }))),
    ),
  )
}

/** `code` as it is kept for this account, if it is one of its recovery codes. */
export async function hashedRecoveryCode(database: Database, account: string, code: string): Promise<string> {
  const { rows } = await sql<{ backupCodes: string }>`
    select backup_codes from auth_two_factor where user_id = ${account}`.execute(database)
  const [storedCodes = ''] = JSON.parse(rows[0]?.backupCodes ?? '[]') as string[]
  const salt = Buffer.from(storedCodes.split('$')[4] ?? '', 'base64')
  return salt.length === SALT_BYTES ? (await loadArgon2()).hash(normalizeCode(code), { salt }) : ''
}

/** The app's codes last 30 seconds and are taken one before and one after their time. */
const CODE_TTL_MS = 2 * 60 * 1000

/** Takes note of a code before it is checked. False when the account has tried it just now. */
export async function isFirstUse(
  database: Database,
  account: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const expired = new Date(now.getTime() - CODE_TTL_MS)
  await sql`delete from auth_used_code where user_id = ${account} and used_at < ${expired}`.execute(database)
  const { rows } = await sql`
    insert into auth_used_code (user_id, code, used_at) values (${account}, ${code}, ${now})
    on conflict do nothing returning user_id`.execute(database)
  return rows.length > 0
}

/** The library's second step, in our tables; no browser is ever let off it. */
export const twoFactorPlugin = () =>
  twoFactor({
    issuer: 'Rigwright',
    schema: { twoFactor: { modelName: 'authTwoFactor' } },
    backupCodeOptions: {
      customBackupCodesGenerate: () => Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode),
      storeBackupCodes: { encrypt: hashRecoveryCodes, decrypt: async stored => stored },
    },
    accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 15 * 60 },
  })
