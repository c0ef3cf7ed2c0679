// In front of the sign-in library's addresses: what is tried there is counted, nothing that was sent may lead
// the browser elsewhere, and what it refuses comes out in the house's form.

import type { Context } from 'hono'
import { type Auth, assertDatabaseUp, type Principal } from '#server/auth/auth.ts'
import type { KnownDevices } from '#server/auth/known-device-cookie.ts'
import { getStoredPassword, revokeIfPasswordChanged } from '#server/auth/password-race.ts'
import type { Database } from '#server/db/client.ts'
import {
  type RateLimiter,
  type RateLimitSubjects,
  rateLimitSubjectsOf,
} from '#server/http/middleware/rate-limiter.ts'
import type { LimitedAction } from '#server/http/middleware/rate-limits.ts'
import type { RequestVariables } from '#server/http/middleware/request-log.ts'
import { notFound, unauthorized } from '#server/lib/errors.ts'

type AppContext = Context<{ Variables: RequestVariables }>

type AuthMiddlewareOptions = {
  readonly auth: Auth
  readonly database: Database
  readonly rateLimiter: RateLimiter
  readonly knownDevices: KnownDevices
  readonly requirePrincipal: (c: AppContext) => Promise<Principal>
  readonly addressOf: (c: AppContext) => string
}

/** Where the library would send the browser afterwards, in a body or a query. The web goes its own way. */
const REDIRECT_FIELDS = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL']
/** How long somebody stays signed in is the house's rule, not the asker's. */
const REMOVED_FIELDS = [...REDIRECT_FIELDS, 'rememberMe']

const ACTION_BY_PATH: Readonly<Record<string, LimitedAction>> = {
  '/sign-in/email': 'sign-in',
  '/request-password-reset': 'request-password-reset',
  '/reset-password': 'reset-password',
  '/change-password': 'change-password',
  // Each of them asks for the password, and would tell a guesser when it is right.
  '/two-factor/enable': 'change-password',
  '/two-factor/disable': 'change-password',
  '/two-factor/generate-backup-codes': 'change-password',
}

const ANONYMOUS_ACTOR = { kind: 'visitor' } as const

function limitedActionFor(path: string): LimitedAction {
  if (/^\/(two-factor|passkey)\/verify-/.test(path)) return 'second-factor'
  return ACTION_BY_PATH[path] ?? 'account'
}

function parseEmail(json: unknown): string | null {
  const { email } = (json ?? {}) as { email?: unknown }
  const isText = typeof email === 'string' && email.isWellFormed() && !email.includes('\0')
  return isText ? email.trim().toLowerCase() : null
}

/**
 * The request as the library gets it: without what would lead elsewhere or is not offered, and with a
 * script's token as the cookie that it stands for, so that the house's rules see whose it is.
 */
function sanitizeRequest(c: AppContext, sessionCookie: string): Request {
  const url = new URL(c.req.url)
  const json = c.get('parsedBody')?.json
  for (const name of [...REMOVED_FIELDS, 'token']) url.searchParams.delete(name)
  const headers = new Headers(c.get('headers'))
  headers.delete('content-length')
  const [, token] = /^bearer\s+(\S+\.\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  headers.delete('authorization')
  if (token !== undefined)
    headers.set('cookie', `${sessionCookie}=${token.includes('%') ? token : encodeURIComponent(token)}`)
  const { method } = c.req
  if (method === 'GET') return new Request(url, { method, headers })
  // An array or a number stays what it is: the library refuses it.
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  const body = isObject
    ? Object.fromEntries(Object.entries(json).filter(([name]) => !REMOVED_FIELDS.includes(name)))
    : json
  return new Request(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

/** A refusal of the library's as `{code, message, requestId}`. */
async function toApiError(c: AppContext, response: Response): Promise<Response> {
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string }
  if (message === undefined) throw notFound()
  for (const cookie of response.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true })
  return c.json({ code: code ?? 'INVALID', message, requestId: c.get('requestId') }, response.status as 400)
}

/** Where the library hands over a session besides the cookie, which no script of a page can read. */
const TOKEN_HEADERS = ['set-auth-token', 'access-control-expose-headers']

const isBrowser = (c: AppContext): boolean =>
  ['origin', 'sec-fetch-site'].some(name => c.req.header(name) !== undefined)

/** The token of whom the answer let in; a password alone may not be all that is asked. */
async function sessionTokenOf(response: Response): Promise<unknown> {
  return ((await response.clone().json()) as { token?: unknown }).token
}

export function createAuthMiddleware({
  auth,
  database,
  rateLimiter,
  knownDevices,
  requirePrincipal,
  addressOf,
}: AuthMiddlewareOptions) {
  async function rateLimitSubjects(c: AppContext, action: LimitedAction): Promise<RateLimitSubjects> {
    const { actor } = action === 'change-password' ? await requirePrincipal(c) : { actor: ANONYMOUS_ACTOR }
    const subjects = rateLimitSubjectsOf(actor, addressOf(c))
    const email = parseEmail(c.get('parsedBody')?.json)
    if (email === null) return subjects
    const device = action === 'sign-in' ? knownDevices.read(c, email) : null
    // A browser that is known has tries of its own, whatever its neighbours do.
    return device === null ? { ...subjects, email } : { device }
  }

  return async (c: AppContext): Promise<Response> => {
    const { error, json } = c.get('parsedBody') ?? {}
    if (error !== undefined) throw error
    const path = c.req.path.replace(/^\/api\/auth/, '')
    const action = limitedActionFor(path)
    const email = parseEmail(json)
    const isSignInAttempt = action === 'sign-in' && email !== null
    const isSessionCheck = path === '/get-session'
    const subjects = isSessionCheck ? {} : await rateLimitSubjects(c, action)
    if (!isSessionCheck) await rateLimiter.consume(action, subjects)
    if (isSignInAttempt)
      await rateLimiter.consume('any-sign-in', {
        ...rateLimitSubjectsOf(ANONYMOUS_ACTOR, addressOf(c)),
        email,
      })
    const passwordBefore = isSignInAttempt ? await getStoredPassword(database, email) : null
    const { authCookies } = await auth.$context
    const authResponse = await auth.handler(sanitizeRequest(c, authCookies.sessionToken.name))
    // The library says of a database that is away only that something went wrong.
    if (authResponse.status >= 500) await assertDatabaseUp(database)
    if (!authResponse.ok) return toApiError(c, authResponse)
    const token = isSignInAttempt ? await sessionTokenOf(authResponse) : null
    if (isSignInAttempt && (await revokeIfPasswordChanged(database, email, passwordBefore, token)))
      throw unauthorized()
    if (action === 'second-factor' || typeof token === 'string') await rateLimiter.refund(action, subjects)
    const deviceCookie = isSignInAttempt ? knownDevices.cookieFor(c, email) : null
    const response = c.newResponse(authResponse.body, authResponse)
    if (isBrowser(c)) for (const name of TOKEN_HEADERS) response.headers.delete(name)
    if (deviceCookie !== null) response.headers.append('Set-Cookie', deviceCookie)
    return response
  }
}
