// Sign-in: better-auth keeps the sessions, Argon2id the passwords. Accounts are made only by our own
// commands, together with the company or the employee they are for, so its public sign-up is closed.

import { betterAuth } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { bearer } from 'better-auth/plugins'
import { sql } from 'kysely'
import type { Actor } from '#domain/account/actor.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#domain/lib/password.ts'
import type { Database } from '#server/db/client.ts'
import { afterAuth } from './after-hooks.ts'
import { afterReset, beforeAuth, beforeSession, type HookOptions } from './before-hooks.ts'
import { passkeys } from './passkeys.ts'
import type { Passwords } from './password-hashing.ts'
import {
  type Holder,
  openRollCall,
  openSessionReader,
  type RollCall,
  type SessionReader,
  type Standing,
} from './session-lookup.ts'
import { FRESH_SECONDS, LONGEST_SECONDS, noteUse } from './session-policy.ts'
import { ADDRESS_HEADER } from './sign-in-log.ts'
import { secondStep } from './two-factor.ts'

export type AuthOptions = HookOptions & {
  readonly secret: string
  /** Undefined: whatever address people reach this server at. */
  readonly baseUrl: string | undefined
  readonly passwords: Passwords
}

/** The origin of a page that this very server sent: one machine has several names in its own network. */
function sameOrigin({ headers }: Request): string[] {
  const origin = headers.get('origin')
  return origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get('host')
    ? [origin]
    : []
}

const isFault = (told: unknown): told is Error =>
  told instanceof Error && !(isAPIError(told) && told.statusCode < 500)

/** Lets what nobody expected through to whoever answers every other fault; refusals are answers. */
function throwFault(fault: unknown): void {
  if (!isAPIError(fault)) throw fault
  if (fault.statusCode >= 500) throw new Error('The sign-in library failed.', { cause: fault })
}

export function openAuth(options: AuthOptions) {
  const { database, secret, baseUrl, passwords, log } = options
  const isHttps = baseUrl?.startsWith('https:') ?? false
  const tell = (fault: Error): void => log.fault('The sign-in library failed.', fault)
  return betterAuth({
    appName: 'Rigwright',
    secret,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    trustedOrigins: request => (request === undefined ? [] : sameOrigin(request)),
    basePath: '/api/auth',
    // The pool's own instance: sign-in runs outside any piece of work, in its own tables.
    database: { db: database, type: 'postgres', transaction: true },
    user: { modelName: 'authUser' },
    session: {
      modelName: 'authSession',
      // How long the cookie lasts; its row may end sooner.
      expiresIn: LONGEST_SECONDS,
      disableSessionRefresh: true,
      freshAge: FRESH_SECONDS,
    },
    account: { modelName: 'authCredential' },
    verification: { modelName: 'authVerification', storeIdentifier: 'hashed' },
    hooks: { before: beforeAuth(options), after: afterAuth(options) },
    databaseHooks: { session: { create: { before: beforeSession(options) } } },
    // Counted in front of its addresses, with everything else that is limited.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: afterReset(options),
      password: { hash: passwords.hash, verify: ({ hash, password }) => passwords.verify(hash, password) },
    },
    advanced: {
      // With this name a browser takes a cookie from this very host alone; the library knows a weaker one.
      cookiePrefix: isHttps ? '__Host-rigwright' : 'rigwright',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' },
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    // The last hears last: what the second step takes back is never a script's token.
    // A token as it stands in a row is not sealed: whoever has a copy of the database opens no session with it.
    plugins: [secondStep(), passkeys(baseUrl), bearer({ requireSignature: true })],
    onAPIError: { onError: throwFault },
    // It writes what it refuses as a bare line, and what failed with the fault itself.
    logger: { level: 'error', log: (_, __, ...told) => told.filter(isFault).forEach(tell) },
  })
}

export type Auth = ReturnType<typeof openAuth>

export type Person = {
  readonly actor: Actor
  readonly timeZone: string
  /** Where they are signed in; null for a visitor. */
  readonly sessionId: string | null
  /** Set where they are only remembered (`Occasion`). */
  readonly confirming?: string
}

export const VISITOR: Person = { actor: { kind: 'visitor' }, timeZone: 'UTC', sessionId: null }

async function askLibrary(auth: Auth, database: Database, headers: Headers): Promise<Holder | null> {
  const signedIn = await auth.api.getSession({ headers }).catch(async fault => {
    if (!(fault instanceof APIError) || fault.statusCode < 500) throw fault
    await askDatabase(database)
    // It is back already.
    return auth.api.getSession({ headers })
  })
  if (signedIn === null) return null
  const { id, name } = signedIn.user
  await noteUse(database, signedIn.session, new Date())
  const { rows } = await sql<Standing>`select * from account_standing(${id})`.execute(database)
  return { id, name, standing: rows[0] ?? null, sessionId: signedIn.session.id }
}

/** Both read the plain case of the sessions that `auth` makes: each for itself, and many together. */
export async function readersFor(
  auth: Auth,
  { database, secret }: Pick<AuthOptions, 'database' | 'secret'>,
): Promise<{ readonly readSession: SessionReader; readonly callRoll: RollCall }> {
  const { authCookies } = await auth.$context
  const options = { database, secret, cookieName: authCookies.sessionToken.name }
  return { readSession: openSessionReader(options), callRoll: openRollCall(options) }
}

/** Rejects with what is wrong with the database, where the sign-in library would not say it. */
export async function askDatabase(database: Database): Promise<void> {
  await sql`select 1`.execute(database)
}

/** Who a session is of, and who among those of no company are founders. */
export type Doorkeeper = {
  readonly auth: Auth
  readonly database: Database
  /** Their emails, in lower case. */
  readonly founders: readonly string[]
}

/** Who sent these headers: somebody of a company, an owner of rigs, a founder, a stranger, or a visitor. */
export async function whoIs(door: Doorkeeper, readHolder: RollCall, headers: Headers): Promise<Person> {
  if (!headers.has('cookie') && !headers.has('authorization')) return VISITOR
  const holder = (await readHolder(headers)) ?? (await askLibrary(door.auth, door.database, headers))
  if (holder === null) return VISITOR
  return isMember(holder) ? personOf(holder) : outsider(door, holder)
}

/** Who holds a session and is of a company. */
export type Member = Holder & { readonly standing: Standing }

export const isMember = (holder: Holder): holder is Member => holder.standing !== null

/** The owner or employee who holds a session. */
export function personOf({ id, name, standing, sessionId }: Member): Person {
  const { kind, companyId, timeZone, isServiceWriter, isTechnician } = standing
  return kind === 'owner'
    ? { actor: { kind, id, name, companyId }, timeZone, sessionId }
    : { actor: { kind, id, name, companyId, isServiceWriter, isTechnician }, timeZone, sessionId }
}

/** Whoever holds a session and is of no company; without a confirmed email nobody in particular. */
async function outsider(
  { database, founders }: Doorkeeper,
  { id, name, sessionId }: Holder,
): Promise<Person> {
  const { rows } = await sql<{ email: string | null }>`select rv_owner_email(${id}) as email`.execute(
    database,
  )
  const email = rows[0]?.email ?? null
  const kind = email === null ? 'stranger' : founders.includes(email) ? 'founder' : 'rv-owner'
  return { actor: { kind, id, name }, timeZone: 'UTC', sessionId }
}
