// Authentication: better-auth manages sessions, Argon2id hashes passwords. Accounts are created only by our own
// commands, together with their company or employee, so the library's public sign-up is closed.

import { betterAuth } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { bearer } from 'better-auth/plugins'
import { CamelCasePlugin, sql } from 'kysely'
import type { Actor } from '#domain/account/actor.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/lib/password.ts'
import type { AcrossCompanies } from '#server/db/cluster-nodes.ts'
import type { Database } from '#server/db/database.ts'
import type { SessionCheck } from '#server/db/pipelined-transaction.ts'
import { afterHook } from './after-hooks.ts'
import {
  afterPasswordReset,
  afterSessionEnd,
  beforeHook,
  beforeSessionCreate,
  type HookOptions,
} from './before-hooks.ts'
import { callLibrary } from './library-calls.ts'
import { ADDRESS_HEADER } from './log-sign-in.ts'
import { passkeys } from './passkeys.ts'
import type { PasswordHasher } from './password-hashing.ts'
import { FRESH_SESSION_SECONDS, hasEnded, MAX_SESSION_SECONDS, touchSession } from './session-expiry.ts'
import {
  type BatchedSessionLookup,
  createBatchedSessionLookup,
  createSessionLookup,
  type Membership,
  type SessionLookup,
  type SessionUser,
} from './session-lookup.ts'
import { signInByEmail } from './sign-in-endpoint.ts'
import { twoFactorPlugin } from './two-factor.ts'

export type AuthOptions = HookOptions & {
  readonly secret: string
  /** Undefined: any address at which this server is reached. */
  readonly baseUrl: string | undefined
  readonly passwords: PasswordHasher
}

/** The origin of this server's own pages: a machine can have several names in its network. */
function trustedOrigin({ headers: requestHeaders }: Request): string[] {
  const origin = requestHeaders.get('origin')
  return origin !== null && URL.canParse(origin) && new URL(origin).host === requestHeaders.get('host')
    ? [origin]
    : []
}

const isError = (value: unknown): value is Error =>
  value instanceof Error && !(isAPIError(value) && value.statusCode < 500)

/** Passes unexpected errors on to the app's error handler; API errors are responses. */
function rethrow(error: unknown): void {
  if (!isAPIError(error)) throw error
  if (error.statusCode >= 500) throw new Error('The authentication library failed.', { cause: error })
}

export function createAuth(options: AuthOptions) {
  const { database, secret, baseUrl, passwords, log } = options
  const isHttps = baseUrl?.startsWith('https:') ?? false
  const logError = (error: Error): void => log.error('The authentication library failed.', error)
  return betterAuth({
    appName: 'Rigwright',
    secret,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    trustedOrigins: request => (request === undefined ? [] : trustedOrigin(request)),
    basePath: '/api/auth',
    // Authentication runs outside units of work, in its own tables. The library reads the names of columns from queries, so
    // a plugin writes them there.
    database: {
      db: database.withoutPlugins().withPlugin(new CamelCasePlugin()),
      type: 'postgres',
      transaction: true,
    },
    user: { modelName: 'authUser' },
    session: {
      modelName: 'authSession',
      // The lifetime of the cookie; its row may end sooner.
      expiresIn: MAX_SESSION_SECONDS,
      disableSessionRefresh: true,
      freshAge: FRESH_SESSION_SECONDS,
    },
    account: { modelName: 'authCredential' },
    verification: { modelName: 'authVerification', storeIdentifier: 'hashed' },
    hooks: { before: beforeHook(options), after: afterHook(options) },
    databaseHooks: {
      session: {
        create: { before: beforeSessionCreate(options) },
        delete: { after: ({ userId }) => afterSessionEnd(options, userId) },
      },
    },
    // Rate limits are in auth-middleware.ts.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: afterPasswordReset(options),
      password: { hash: passwords.hash, verify: ({ hash, password }) => passwords.verify(hash, password) },
    },
    advanced: {
      // With this prefix browsers accept the cookie only from this host; the library's own prefix is weaker.
      cookiePrefix: isHttps ? '__Host-rigwright' : 'rigwright',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' },
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    // The last hook runs last: a session revoked for two-factor never becomes a bearer token. The bearer token is
    // signed, so a copy of the database opens no session.
    plugins: [signInByEmail(), twoFactorPlugin(), passkeys(baseUrl), bearer({ requireSignature: true })],
    onAPIError: { onError: rethrow },
    // Its log entries are plain lines for refusals, and contain the error for failures.
    logger: { level: 'error', log: (_, __, ...entries) => entries.filter(isError).forEach(logError) },
  })
}

export type Auth = ReturnType<typeof createAuth>

export type Principal = {
  readonly actor: Actor
  readonly timeZone: string
  /** The current session; null for a visitor. */
  readonly sessionId: string | null
  /** Confirms the session in a transaction; null for visitors. */
  readonly sessionCheck: SessionCheck | null
}

export const ANONYMOUS: Principal = {
  actor: { kind: 'visitor' },
  timeZone: 'UTC',
  sessionId: null,
  sessionCheck: null,
}

/** Whether the library finds a session, whose use is then recorded: the next plain lookup finds it too. */
async function touchWithBetterAuth(auth: Auth, database: Database, headers: Headers): Promise<boolean> {
  const getSession = () => callLibrary(() => auth.api.getSession({ headers }))
  const found = await getSession().catch(async error => {
    if (!(error instanceof APIError) || error.statusCode < 500) throw error
    await assertDatabaseUp(database)
    // It resolves from cache by now.
    return getSession()
  })
  const now = new Date()
  if (found === null || hasEnded(found.session.expiresAt, now)) return false
  await touchSession(database, found.session, now)
  return true
}

/** Lookups for the plain case of sessions: one by one, and batched. */
export async function createSessionLookups(
  auth: Auth,
  { secret, ...services }: AcrossCompanies & Pick<AuthOptions, 'secret'>,
): Promise<{ readonly sessionLookup: SessionLookup; readonly getSessionBatched: BatchedSessionLookup }> {
  const { authCookies } = await auth.$context
  const options = { ...services, secret, cookieName: authCookies.sessionToken.name }
  return {
    sessionLookup: createSessionLookup(options),
    getSessionBatched: createBatchedSessionLookup(options),
  }
}

/** Throws the database's error if it is unavailable, which the library would hide. */
export async function assertDatabaseUp(database: Database): Promise<void> {
  await sql`select 1`.execute(database)
}

/** What `authenticate` needs besides the session lookup. */
type AuthServices = {
  readonly auth: Auth
  readonly database: Database
  /** Their emails, in lower case. */
  readonly founders: readonly string[]
}

/** A request as authentication sees it. */
type Credentials = {
  readonly header: (name: string) => string | undefined
  /** For the library. */
  readonly headers: Headers
}

/** The actor of a request: a company's user, an RV owner, a founder, or a visitor. */
export async function authenticate(
  services: AuthServices,
  lookUpSession: BatchedSessionLookup,
  credentials: Credentials,
): Promise<Principal> {
  const header = (name: string) => credentials.header(name)
  if (header('cookie') === undefined && header('authorization') === undefined) return ANONYMOUS
  const isTouched = () => touchWithBetterAuth(services.auth, services.database, credentials.headers)
  const found = (await lookUpSession(header)) ?? ((await isTouched()) ? await lookUpSession(header) : null)
  if (found === null) return ANONYMOUS
  const { sessionUser } = found
  const sessionCheck = { ...found.sessionCheck, isConfirmed: true }
  return hasCompany(sessionUser)
    ? toPrincipal(sessionUser, sessionCheck)
    : principalWithoutCompany(services, sessionUser, sessionCheck)
}

/** The actor of a session in the cache; null without one. It counts once its check has succeeded. */
export function authenticateFromCache(
  { getCached }: SessionLookup,
  header: Credentials['header'],
): Principal | null {
  const cached = getCached(header)
  return cached === null || !hasCompany(cached.sessionUser)
    ? null
    : toPrincipal(cached.sessionUser, cached.sessionCheck)
}

/** A session's user who belongs to a company. */
type CompanyMember = SessionUser & { readonly membership: Membership }

const hasCompany = (sessionUser: SessionUser): sessionUser is CompanyMember => sessionUser.membership !== null

/** The owner or employee of a session. */
function toPrincipal(
  { id, name, membership, sessionId }: CompanyMember,
  sessionCheck: SessionCheck,
): Principal {
  const { kind, companyId, timeZone, isServiceWriter, isTechnician } = membership
  const actor: Actor =
    kind === 'owner'
      ? { kind, id, name, companyId }
      : { kind, id, name, companyId, isServiceWriter, isTechnician }
  return { actor, timeZone, sessionId, sessionCheck }
}

/** The user of a session without a company; without a confirmed email a visitor. */
async function principalWithoutCompany(
  { database, founders }: AuthServices,
  { id, name, sessionId }: SessionUser,
  sessionCheck: SessionCheck,
): Promise<Principal> {
  const { rows } = await sql<{ email: string | null }>`select rv_owner_email(${id}) as email`.execute(
    database,
  )
  const email = rows[0]?.email ?? null
  const kind = email === null ? 'unaffiliated' : founders.includes(email) ? 'founder' : 'rv-owner'
  return { actor: { kind, id, name }, timeZone: 'UTC', sessionId, sessionCheck }
}
