// Sign-in: better-auth keeps the sessions, Argon2id the passwords. Accounts are made only by our own
// commands, together with the company or the employee they are for, so its public sign-up is closed.

import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { bearer } from 'better-auth/plugins'
import { sql } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#domain/password.ts'
import { afterReset, beforeAuth, beforeSession, type HookOptions } from './auth-hooks.ts'
import type { Database } from './database/open.ts'
import { ADDRESS_HEADER, afterAuth } from './sign-in-trail.ts'

/** Argon2id at the library's defaults (19 MiB, 2 passes), OWASP's first recommendation. */
export const hashPassword = (password: string): Promise<string> => hash(password)

export type AuthOptions = HookOptions & {
  readonly secret: string
  /** Undefined: whatever address people reach this server at. */
  readonly baseUrl: string | undefined
  readonly rateLimits: boolean
}

/** The origin of a page that this very server sent: one machine has several names in its own network. */
function sameOrigin({ headers }: Request): string[] {
  const origin = headers.get('origin')
  return origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get('host')
    ? [origin]
    : []
}

export function openAuth(options: AuthOptions) {
  const { database, secret, baseUrl, rateLimits } = options
  return betterAuth({
    appName: 'Rigwright',
    secret,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    trustedOrigins: request => (request === undefined ? [] : sameOrigin(request)),
    basePath: '/api/auth',
    // The pool's own instance: sign-in runs outside any piece of work, in its own tables.
    database: { db: database, type: 'postgres', transaction: true },
    user: { modelName: 'authUser' },
    session: { modelName: 'authSession', expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 * 24 },
    account: { modelName: 'authCredential' },
    verification: { modelName: 'authVerification', storeIdentifier: 'hashed' },
    hooks: { before: beforeAuth(options), after: afterAuth(options) },
    databaseHooks: { session: { create: { before: beforeSession(options) } } },
    rateLimit: {
      enabled: rateLimits,
      storage: 'database',
      modelName: 'authRateLimit',
      window: 60,
      max: 100,
      customRules: {
        '/sign-in/email': { window: 60, max: 10 },
        '/change-password': { window: 60, max: 10 },
        '/reset-password': { window: 60, max: 10 },
        '/request-password-reset': { window: 60, max: 3 },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: afterReset(options),
      password: { hash: hashPassword, verify: ({ hash, password }) => verify(hash, password) },
    },
    advanced: {
      cookiePrefix: 'rigwright',
      useSecureCookies: baseUrl?.startsWith('https:') ?? false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    plugins: [bearer()],
    logger: { level: 'error' },
  })
}

export type Auth = ReturnType<typeof openAuth>

export type Person = { readonly actor: Actor; readonly timeZone: string }

const VISITOR: Person = { actor: { kind: 'visitor' }, timeZone: 'UTC' }

type Standing = {
  kind: 'owner' | 'employee'
  companyId: string
  timeZone: string
  isServiceWriter: boolean
  isTechnician: boolean
}

/** Rejects with what is wrong with the database, where the sign-in library would not say it. */
export async function askDatabase(database: Database): Promise<void> {
  await sql`select 1`.execute(database)
}

/** Who sent these headers: a session's owner or employee, a stranger, or a visitor. */
export async function whoIs(auth: Auth, database: Database, headers: Headers): Promise<Person> {
  if (!headers.has('cookie') && !headers.has('authorization')) return VISITOR
  const signedIn = await auth.api.getSession({ headers }).catch(async fault => {
    if (!(fault instanceof APIError) || fault.statusCode < 500) throw fault
    await askDatabase(database)
    // It is back already.
    return auth.api.getSession({ headers })
  })
  if (signedIn === null) return VISITOR
  const { id, name } = signedIn.user
  const { rows } = await sql<Standing>`select * from account_standing(${id})`.execute(database)
  const [standing] = rows
  if (standing === undefined) return { actor: { kind: 'stranger', id, name }, timeZone: 'UTC' }
  const { kind, companyId, timeZone, isServiceWriter, isTechnician } = standing
  return kind === 'owner'
    ? { actor: { kind, id, name, companyId }, timeZone }
    : { actor: { kind, id, name, companyId, isServiceWriter, isTechnician }, timeZone }
}
