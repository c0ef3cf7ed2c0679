// Two-factor authentication: a code from an app, or one of ten recovery codes. The library verifies and limits
// attempts; this file makes a code work once and stores recovery codes only as hashes.

import { randomBytes, randomInt } from 'node:crypto'
import { twoFactor } from 'better-auth/plugins'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { loadArgon2 } from './password-hashing.ts'

// No ambiguous characters; ten of them are 49 bits.
const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY_CODE_LENGTH = 10
const RECOVERY_CODE_COUNT = 10
const SALT_BYTES = 16

const randomCharacters = (count: number): string =>
  Array.from({ length: count }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('')

const newRecoveryCode = (): string =>
  `${randomCharacters(RECOVERY_CODE_LENGTH / 2)}-${randomCharacters(RECOVERY_CODE_LENGTH / 2)}`

const HASH_PREFIX = '$argon2id$'

/** In the form that is hashed, however it was typed. */
const normalizeCode = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')

/** One salt for an account's ten codes, so that an attempt costs one hash and not ten. */
async function hashRecoveryCodes(json: string): Promise<string> {
  const { hash } = await loadArgon2()
  const salt = randomBytes(SALT_BYTES)
  const codes = JSON.parse(json) as string[]
  return JSON.stringify(
    await Promise.all(
      codes.map(code => (code.startsWith(HASH_PREFIX) ? code : hash(normalizeCode(code), { salt }))),
    ),
  )
}

/** The stored hash of `code`, if it is one of this account's recovery codes. */
export async function hashedRecoveryCode(database: Database, account: string, code: string): Promise<string> {
  const { rows } = await sql<{ backupCodes: string }>`
    select backup_codes from auth_two_factor where user_id = ${account}`.execute(database)
  const [firstHash = ''] = JSON.parse(rows[0]?.backupCodes ?? '[]') as string[]
  const salt = Buffer.from(firstHash.split('$')[4] ?? '', 'base64')
  return salt.length === SALT_BYTES ? (await loadArgon2()).hash(normalizeCode(code), { salt }) : ''
}

/** An app's codes last 30 seconds; the previous and the next one are accepted as well. */
const CODE_TTL_MS = 2 * 60 * 1000

/** Records a code before it is verified. False if the account used it recently. */
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

/** Turns it off for an account whose phone and recovery codes are lost, for the operator. */
export async function deleteTwoFactor(database: Database, account: string, now: Date): Promise<void> {
  await sql`delete from auth_two_factor where user_id = ${account}`.execute(database)
  await sql`delete from auth_used_code where user_id = ${account}`.execute(database)
  await sql`update auth_user set two_factor_enabled = false, updated_at = ${now} where id = ${account}`.execute(
    database,
  )
}

/** The library's two-factor plugin with our tables; no browser is exempt. */
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
