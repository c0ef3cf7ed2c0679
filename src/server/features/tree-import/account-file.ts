// Accounts as an authentication service exports them, with the parameters of its password hashes.

import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { email } from '#contract/shared-schemas.ts'
import { ImportError } from './read-tree.ts'

/** Where exports name second factors: the service's REST API, and its library for servers. */
const SECOND_FACTORS = {
  mfaInfo: z.array(z.unknown()).catch([]),
  multiFactor: z.object({ enrolledFactors: z.array(z.unknown()) }).catch({ enrolledFactors: [] }),
}

const usersFile = z.object({
  users: z.array(
    z.object({
      localId: z.string().min(1),
      email: email.optional().catch(undefined),
      passwordHash: z.string().optional(),
      salt: z.string().optional(),
      disabled: z.boolean().catch(false),
      ...SECOND_FACTORS,
    }),
  ),
})
const parameters = z.object({
  algorithm: z.string().refine(name => name.toUpperCase() === 'SCRYPT', { error: 'only SCRYPT is known' }),
  base64_signer_key: z.string().min(1),
  base64_salt_separator: z.string(),
  rounds: z.coerce.number().int().min(1).max(8),
  mem_cost: z.coerce.number().int().min(1).max(14),
})

export type ImportedAccount = {
  readonly email: string
  /** As sign-in verifies it; null without one. */
  readonly passwordHash: string | null
  readonly isDisabled: boolean
  readonly hasSecondFactor: boolean
}

/** Exports use the alphabet of URLs at times. */
const toBase64 = (text: string): string =>
  Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('base64')

async function parseFile<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new ImportError(`There is no file ${file}, or it cannot be read.`)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new ImportError(`${file} is not JSON.`)
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ImportError(`${file} is not as expected: ${issue?.path.join('/')} ${issue?.message}.`)
}

/** The accounts by their ids there. */
export async function readAccounts(
  usersPath: string,
  parametersPath: string | undefined,
): Promise<ReadonlyMap<string, ImportedAccount>> {
  const { users } = await parseFile(usersPath, usersFile)
  const hasPasswords = users.some(({ passwordHash }) => passwordHash)
  if (hasPasswords && parametersPath === undefined)
    throw new ImportError('These accounts have passwords: add --hash-parameters FILE.')
  const hashing = parametersPath === undefined ? null : await parseFile(parametersPath, parameters)
  return new Map(
    users.flatMap(({ localId, email: address, passwordHash, salt, ...account }) => {
      if (address === undefined) return []
      const factors = [...account.mfaInfo, ...account.multiFactor.enrolledFactors]
      const hash =
        hashing === null || !passwordHash
          ? null
          : [
              ...['firebase-scrypt', 'v1', hashing.rounds, hashing.mem_cost],
              ...[hashing.base64_salt_separator, hashing.base64_signer_key].map(toBase64),
              ...[salt ?? '', passwordHash].map(toBase64),
            ].join(':')
      const { disabled: isDisabled } = account
      return [
        [localId, { email: address, passwordHash: hash, isDisabled, hasSecondFactor: factors.length > 0 }],
      ]
    }),
  )
}
