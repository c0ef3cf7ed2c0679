// Passwords of accounts imported from Firebase Authentication, until the first sign-in. It hashes with a
// modified scrypt (github.com/firebase/scrypt): the key that scrypt derives encrypts the project's signer key, and the
// result is the hash.

import { createCipheriv, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const PREFIX = 'firebase-scrypt:v1:'

// The service's own limits: at most 16 MiB for one hash.
const MAX_ROUNDS = 8
const MAX_MEM_COST = 14

const KEY_BYTES = 64
const AES_KEY_BYTES = 32
const AES_BLOCK_BYTES = 16

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

export const isImportedHash = (hashed: string): boolean => hashed.startsWith(PREFIX)

type ImportedHash = {
  readonly rounds: number
  readonly memCost: number
  readonly salt: Buffer
  readonly signerKey: Buffer
  readonly passwordHash: Buffer
}

/** `firebase-scrypt:v1:<rounds>:<mem_cost>:<salt separator>:<signer key>:<salt>:<hash>`; the last four are base64. */
function parseImportedHash(hashed: string): ImportedHash | null {
  const fields = hashed.slice(PREFIX.length).split(':')
  const [rounds = 0, memCost = 0] = fields
    .slice(0, 2)
    .map(field => (/^\d{1,2}$/.test(field) ? Number(field) : 0))
  const [separator, signerKey, salt, passwordHash] = fields
    .slice(2)
    .map(field => Buffer.from(field, 'base64'))
  if (fields.length !== 6 || rounds < 1 || rounds > MAX_ROUNDS || memCost < 1 || memCost > MAX_MEM_COST)
    return null
  if (separator === undefined || salt === undefined || !signerKey?.length || !passwordHash?.length)
    return null
  return { rounds, memCost, salt: Buffer.concat([salt, separator]), signerKey, passwordHash }
}

/** Null for a hash that is malformed, or would take more memory than the service allows. */
export async function verifyImportedPassword(hashed: string, password: string): Promise<boolean | null> {
  const parsed = parseImportedHash(hashed)
  if (parsed === null) return null
  const { rounds, memCost, salt, signerKey, passwordHash } = parsed
  const N = 2 ** memCost
  // Node.js refuses what needs its limit exactly, and counts a little more than the table of N blocks.
  const limits = { N, r: rounds, p: 1, maxmem: 2 * 128 * N * rounds + 4096 }
  const key = await deriveKey(password, salt, KEY_BYTES, limits)
  const cipher = createCipheriv('aes-256-ctr', key.subarray(0, AES_KEY_BYTES), Buffer.alloc(AES_BLOCK_BYTES))
  const computed = Buffer.concat([cipher.update(signerKey), cipher.final()])
  return computed.length === passwordHash.length && timingSafeEqual(computed, passwordHash)
}
