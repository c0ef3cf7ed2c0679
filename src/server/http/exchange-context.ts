// What a request brings to procedures and routes: its context, its caller, and how it fails.

import type { CookieOptions } from 'hono/utils/cookie'
import { type Auth, authenticate, authenticateFromCache, type Principal } from '#server/auth/auth.ts'
import { createKnownDevices } from '#server/auth/known-devices.ts'
import type { SessionLookup } from '#server/auth/session-lookup.ts'
import { restBody, retryAfterOf, toContractError, unauthorized } from '#server/lib/api-errors.ts'
import { networkOf } from '#server/lib/client-ip.ts'
import type { Exchange } from '#server/rpc/exchange.ts'
import {
  type ContextServices,
  createContextFactory,
  type RequestContext,
  withPrincipal,
} from '#server/rpc/request-context.ts'
import { logFields } from './middleware/request-log.ts'

export type ExchangeServices = ContextServices & {
  readonly auth: Auth
  /** Tried before the library, for the plain case. */
  readonly sessionLookup: SessionLookup
  /** The product's public address, if set. */
  readonly baseUrl: string | undefined
}

/** An error as it is sent. */
type ErrorResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** What a proxy asks for in the same header, such as `Basic …`, is not ours. */
const hasToken = (exchange: Exchange): boolean =>
  /^(bearer\b|\S+$)/i.test(exchange.header('authorization') ?? '')

/** As long as browsers allow: a link's question is answered once. */
const VERIFICATION_SECONDS = 400 * 24 * 60 * 60

export function createExchangeContexts(services: ExchangeServices) {
  const { sessionLookup, baseUrl, limitTransactions, now, log } = services
  const contexts = createContextFactory(services)
  const isHttps = baseUrl?.startsWith('https:') ?? false
  const knownDevices = createKnownDevices(contexts.keyedHash, isHttps)
  const cookieOptions: CookieOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps,
    maxAge: VERIFICATION_SECONDS,
  }
  // With this prefix browsers accept the cookie only from this host.
  const cookieName = (name: string) => (isHttps ? `__Host-${name}` : name)

  const logError = (exchange: Exchange) => (error: unknown) => {
    const { requestId, method } = exchange
    // The log must not contain link tokens.
    const path = exchange.path.replace(
      /\/(follow|bookings?|join|rig-reports?|confirm-email|release-email)\/[^/]+/,
      '/$1/…',
    )
    log.error(`Request ${requestId} (${method} ${path}) failed.`, error, logFields(exchange))
  }

  /** Looks up who asks, when it is their address's turn. Throws UNAUTHORIZED for a token that opens no session. */
  async function principalOf(exchange: Exchange): Promise<Principal> {
    const principal = await limitTransactions(networkOf(exchange.address), 'query', () =>
      authenticate(services, sessionLookup.read, exchange),
    )
    if (principal.sessionId === null && hasToken(exchange)) throw unauthorized()
    exchange.principal = principal
    return principal
  }

  /** The context of a request whose caller is not known yet. */
  function contextOf(exchange: Exchange): RequestContext {
    const { requestId, address, outgoing } = exchange
    const header = (name: string) => exchange.header(name)
    const getCached = (): Principal | null => {
      const cached = authenticateFromCache(sessionLookup, header)
      // What is logged during the call names the caller.
      exchange.principal = cached ?? exchange.principal
      return cached
    }
    return contexts.createContext({
      requestId,
      address,
      logError: logError(exchange),
      session: {
        getCached,
        evict: () => sessionLookup.evict(header),
        lookUp: () => principalOf(exchange),
      },
      setRetryAfter: seconds => void outgoing.setHeader('Retry-After', String(seconds)),
      idempotencyKey: header('idempotency-key') ?? null,
      verificationCookies: {
        read: name => exchange.cookie(cookieName(name)),
        set: (name, value) => exchange.setCookie(cookieName(name), value, cookieOptions),
      },
      wasLoggedIn: email => knownDevices.read(exchange, email) !== null,
    })
  }

  /** The context of a request with its caller. */
  const authenticatedContextOf = async (exchange: Exchange): Promise<RequestContext> =>
    withPrincipal(contextOf(exchange), await principalOf(exchange))

  function toErrorResponse(exchange: Exchange, cause: unknown): ErrorResponse {
    const { requestId, principal, isRpc } = exchange
    const errorContext = { requestId, timeZone: principal?.timeZone ?? 'UTC', now: now() }
    const error = toContractError(cause, errorContext, logError(exchange))
    const retryAfter = retryAfterOf(error)
    const isUpload = /^(multipart\/|application\/octet-stream)/.test(exchange.header('content-type') ?? '')
    return {
      status: error.status,
      headers: {
        // Only a successful response may be cached forever.
        'Cache-Control': 'no-store',
        // A refused upload was not read to its end, so its connection cannot be reused.
        ...(isUpload && { Connection: 'close' }),
        ...(retryAfter !== null && { 'Retry-After': String(retryAfter) }),
      },
      // The typed client has its own error format.
      body: isRpc ? { json: error.toJSON() } : restBody(error),
    }
  }

  return {
    ...contexts,
    isHttps,
    knownDevices,
    principalOf,
    contextOf,
    authenticatedContextOf,
    toErrorResponse,
  }
}

export type ExchangeContexts = ReturnType<typeof createExchangeContexts>
