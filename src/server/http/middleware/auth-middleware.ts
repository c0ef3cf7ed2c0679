// Runs before the authentication library: rate limits, no redirects to other sites, and errors in our format.

import type { Context } from 'hono'
import type { AuthEndpoint } from '#contract/auth-endpoints.ts'
import { type Auth, assertDatabaseUp, type Principal } from '#server/auth/auth.ts'
import type { KnownDevices } from '#server/auth/known-devices.ts'
import { callLibrary } from '#server/auth/library-calls.ts'
import type { PasswordHasher } from '#server/auth/password-hashing.ts'
import { delayRefusal, type MonotonicClock } from '#server/auth/refusal-delay.ts'
import { getStoredPassword, revokeIfPasswordChanged } from '#server/auth/revoke-if-password-changed.ts'
import type { TransactionLimiter } from '#server/db/connections/transaction-limiter.ts'
import type { Database } from '#server/db/database.ts'
import { invalidBy, notFound, unauthorized } from '#server/lib/api-errors.ts'
import { networkOf } from '#server/lib/client-ip.ts'
import {
  type RateLimiter,
  type RateLimitSubjects,
  rateLimitSubjectsOf,
} from '#server/rate-limits/rate-limiter.ts'
import type { LimitedAction } from '#server/rate-limits/rate-limits.ts'
import type { AppEnv, Exchange } from '#server/rpc/exchange.ts'
import { readJson } from './body-parser.ts'

type AppContext = Context<AppEnv>

type AuthMiddlewareOptions = {
  readonly auth: Auth
  readonly database: Database
  readonly passwords: PasswordHasher
  readonly rateLimiter: RateLimiter
  readonly knownDevices: KnownDevices
  readonly principalOf: (exchange: Exchange) => Promise<Principal>
  readonly limitTransactions: TransactionLimiter
  readonly clock: MonotonicClock
}

const ACTION_BY_PATH: Readonly<Record<string, LimitedAction>> = {
  '/sign-in/email': 'sign-in',
  '/request-password-reset': 'request-password-reset',
  '/reset-password': 'reset-password',
  '/change-password': 'change-password',
  // Each of these checks the password, and would confirm a guess.
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
 * The request for the library: without a query, which could redirect the browser, and with a script's bearer token as
 * a cookie, so that our hooks know its session.
 */
function requestForLibrary(c: AppContext, input: unknown, sessionCookie: string): Request {
  const url = new URL(c.req.url)
  url.search = ''
  const headers = c.env.exchange.headers
  headers.delete('content-length')
  const [, token] = /^bearer\s+(\S+\.\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  headers.delete('authorization')
  if (token !== undefined) {
    headers.set('cookie', `${sessionCookie}=${token.includes('%') ? token : encodeURIComponent(token)}`)
    // The library requires it with a cookie. No other site's page can make a browser send a token.
    headers.set('origin', url.origin)
  }
  const { method } = c.req
  if (input !== undefined) headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, ...(input !== undefined && { body: JSON.stringify(input) }) })
}

/** The input as the endpoint declares it. Throws INVALID with what is wrong. */
function parseInput({ method, input }: AuthEndpoint, json: unknown): unknown {
  const parsed = input.safeParse(method === 'POST' ? (json ?? {}) : json)
  if (!parsed.success) throw invalidBy(parsed.error.issues)
  return parsed.data
}

/** A library error as `{code, message, requestId}`. */
async function toApiError(c: AppContext, response: Response): Promise<Response> {
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string }
  if (message === undefined) throw notFound()
  for (const cookie of response.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true })
  return c.json(
    { code: code ?? 'INVALID', message, requestId: c.env.exchange.requestId },
    response.status as 400,
  )
}

/** Headers with the session token, which no script of a page may read. */
const TOKEN_HEADERS = ['set-auth-token', 'access-control-expose-headers']

const isBrowser = (c: AppContext): boolean =>
  ['origin', 'sec-fetch-site'].some(name => c.req.header(name) !== undefined)

/** The library's own answer. */
type LibraryAnswer = { readonly token?: unknown }

/**
 * The answer as the endpoint declares it, with the token that opens the session, signed, for scripts; for browsers
 * without any token. The library puts the unsigned one into it, which opens nothing.
 */
function withSignedToken(
  c: AppContext,
  { output }: AuthEndpoint,
  response: Response,
  { token: _, ...answer }: LibraryAnswer,
): Response {
  const token = isBrowser(c) ? null : response.headers.get('set-auth-token')
  const headers = new Headers(response.headers)
  if (isBrowser(c)) for (const name of TOKEN_HEADERS) headers.delete(name)
  const body = JSON.stringify(output.parse(token === null ? answer : { ...answer, token }))
  return c.newResponse(body, new Response(null, { status: response.status, headers }))
}

export function createAuthMiddleware({
  auth,
  database,
  passwords,
  rateLimiter,
  knownDevices,
  principalOf,
  limitTransactions,
  clock,
}: AuthMiddlewareOptions) {
  async function rateLimitSubjects(
    c: AppContext,
    action: LimitedAction,
    email: string | null,
  ): Promise<RateLimitSubjects> {
    const { exchange } = c.env
    const { actor } = action === 'change-password' ? await principalOf(exchange) : { actor: ANONYMOUS_ACTOR }
    const subjects = rateLimitSubjectsOf(actor, exchange.address)
    if (email === null) return subjects
    const device = action === 'sign-in' ? knownDevices.read(exchange, email) : null
    // A known browser has its own limit, whatever others at its address do.
    return device === null ? { ...subjects, email } : { device }
  }

  return async (c: AppContext, endpoint: AuthEndpoint): Promise<Response> => {
    const { exchange } = c.env
    const json = await readJson(exchange.incoming)
    const path = c.req.path.replace(/^\/api\/auth/, '')
    const action = limitedActionFor(path)
    const email = parseEmail(json)
    const isSignInAttempt = action === 'sign-in' && email !== null
    const subjects = await rateLimitSubjects(c, action, email)
    await rateLimiter.consume(action, subjects)
    if (isSignInAttempt)
      await rateLimiter.consume('any-sign-in', {
        ...rateLimitSubjectsOf(ANONYMOUS_ACTOR, exchange.address),
        email,
      })
    const input = parseInput(endpoint, json)
    const { authCookies } = await auth.$context
    const request = requestForLibrary(c, input, authCookies.sessionToken.name)
    const network = networkOf(exchange.address)
    const { startedAt, passwordBefore, authResponse } = await limitTransactions(
      network,
      'query',
      async () => ({
        // Not sooner: a client that sends slowly, or fills its own queue, could choose when the step ends.
        startedAt: clock.now(),
        passwordBefore: isSignInAttempt ? await getStoredPassword(database, email) : null,
        authResponse: await callLibrary(() => auth.handler(request)),
      }),
    )
    // The library reports an unavailable database only as an unknown error.
    if (authResponse.status >= 500) await assertDatabaseUp(database)
    if (!authResponse.ok) {
      if (isSignInAttempt || action === 'second-factor') await delayRefusal(clock, startedAt)
      return toApiError(c, authResponse)
    }
    const answer = (await authResponse.json()) as LibraryAnswer
    // There is none if a code is still needed.
    const token = isSignInAttempt ? answer.token : null
    if (isSignInAttempt) {
      const { password } = input as { password: string }
      const login = { email, password, token }
      if (await revokeIfPasswordChanged({ database, passwords }, passwordBefore, login)) {
        await delayRefusal(clock, startedAt)
        throw unauthorized()
      }
    }
    // The password was right, even if a code is still needed: wrong codes have a limit of their own.
    if (action === 'second-factor' || isSignInAttempt) await rateLimiter.refund(action, subjects)
    const deviceCookie = isSignInAttempt ? knownDevices.cookieFor(exchange, email) : null
    const response = withSignedToken(c, endpoint, authResponse, answer)
    if (deviceCookie !== null) response.headers.append('Set-Cookie', deviceCookie)
    return response
  }
}
