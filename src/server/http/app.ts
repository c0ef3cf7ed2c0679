// The HTTP app: authentication, the contract, live streams, health check and the web client's files.

import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono, type Next } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type Auth, authenticate, type Principal } from '#server/auth/auth.ts'
import { createKnownDevices } from '#server/auth/known-devices.ts'
import { ADDRESS_HEADER } from '#server/auth/log-sign-in.ts'
import type { BatchedSessionLookup, SessionLookup } from '#server/auth/session-lookup.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { bookingRoutes } from '#server/features/bookings/routes.ts'
import { companyImageRoutes } from '#server/features/companies/image-routes.ts'
import { customerOf } from '#server/features/customer-links/middleware.ts'
import { pdfRoutes } from '#server/features/documents/routes.ts'
import { downloadRoutes } from '#server/features/downloads/routes.ts'
import { exportRoutes } from '#server/features/export/routes.ts'
import { photoRoutes } from '#server/features/photos/routes.ts'
import { rigPhotoRoutes } from '#server/features/rig-claims/rig-photo-routes.ts'
import { ticketsAssignedAt } from '#server/features/tickets/store.ts'
import type { FileReconciler } from '#server/files/file-reconciler.ts'
import type { ImageProcessor } from '#server/files/image-processor.ts'
import { createAuthMiddleware } from '#server/http/middleware/auth-middleware.ts'
import { bodyParser } from '#server/http/middleware/body-parser.ts'
import { isCrossSite } from '#server/http/middleware/csrf.ts'
import { logFields, type RequestVariables, requestLogger } from '#server/http/middleware/request-log.ts'
import { securityHeaders } from '#server/http/middleware/security-headers.ts'
import { createStreamSlots, MAX_STREAMS, NO_LIMIT } from '#server/http/middleware/stream-slots.ts'
import { buildOpenApiDocument, renderApiPage } from '#server/http/openapi/openapi-document.ts'
import {
  forbidden,
  notFound,
  restBody,
  retryAfterOf,
  toContractError,
  unauthorized,
} from '#server/lib/api-errors.ts'
import { networkOf } from '#server/lib/client-ip.ts'
import { streamCompany, streamDirectory, streamLink } from '#server/live/sse-routes.ts'
import { handleRest, handleRpc, type RpcHandler } from '#server/rpc/handlers.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { type ContextServices, createContextFactory } from '#server/rpc/request-context.ts'
import { handleHealth } from './health.ts'
import type { WebHandler } from './web-handler.ts'

// The library's only open endpoints. Others would let users change their names and roles.
export const AUTH_ENDPOINTS = [
  '/sign-in/email',
  '/sign-out',
  '/get-session',
  '/request-password-reset',
  '/reset-password',
  '/change-password',
  '/two-factor/enable',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
  '/passkey/generate-authenticate-options',
  '/passkey/verify-authentication',
].map(path => `/api/auth${path}`)

export type AppServices = ContextServices & {
  readonly auth: Auth
  /** Tried before the library, for the plain case. */
  readonly sessionLookup: SessionLookup
  /** The same, batched, for open streams. */
  readonly getSessionBatched: BatchedSessionLookup
  readonly imageProcessor: ImageProcessor
  readonly fileReconciler: FileReconciler
  /** A local folder that this server writes to. */
  readonly imagesFolder: string
  /** The product's public address, if set. */
  readonly baseUrl: string | undefined
  /** The web client; null to serve only the API. */
  readonly web: WebHandler | null
}

type AppContext = Context<{ Variables: RequestVariables }>

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Refuses other methods. */
const allowMethods =
  (...methods: readonly string[]) =>
  async (c: Context, next: Next): Promise<Response | undefined> => {
    if (!methods.includes(c.req.method))
      return c.body(null, 405, { Allow: methods.join(', '), 'Cache-Control': 'no-store' })
    await next()
  }

export function createApp(services: AppServices) {
  const {
    database,
    auth,
    sessionLookup,
    getSessionBatched,
    live,
    externalServices,
    imageProcessor,
    fileReconciler,
    imagesFolder,
  } = services
  const { baseUrl, rateLimits, web, now, log } = services
  const app = new Hono<{ Variables: RequestVariables }>()
  const { unitOfWorkServices, keyedHash, rateLimiter, readAddress, createContext } =
    createContextFactory(services)
  const isHttps = baseUrl?.startsWith('https:') ?? false
  const streamSlots = createStreamSlots(rateLimits ? MAX_STREAMS : NO_LIMIT)
  const addressOf = (c: AppContext): string => c.get('headers').get(ADDRESS_HEADER) ?? ''
  const readPrincipal = async (c: AppContext): Promise<Principal> => {
    const principal = await authenticate(services, sessionLookup.read, c.get('headers'))
    c.set('principal', principal)
    return principal
  }

  const errorLoggerOf = (c: AppContext) => (error: unknown) => {
    // The log must not contain link tokens.
    const path = c.req.path.replace(/\/(follow|bookings?|join|rig-reports?)\/[^/]+/, '/$1/…')
    log.error(`Request ${c.get('requestId')} (${c.req.method} ${path}) failed.`, error, logFields(c))
  }

  const respondWithError = (c: AppContext, cause: unknown): Response => {
    const errorContext = {
      requestId: c.get('requestId') ?? randomUUID(),
      timeZone: c.get('principal')?.timeZone ?? 'UTC',
      now: now(),
    }
    const error = toContractError(cause, errorContext, errorLoggerOf(c))
    // Only a route's successful response may be cached forever.
    c.header('Cache-Control', 'no-store')
    c.header('ETag', undefined)
    // A refused upload was not read to its end, so its connection cannot be reused.
    if (c.req.header('content-type')?.startsWith('multipart/')) c.header('Connection', 'close')
    const retryAfter = retryAfterOf(error)
    if (retryAfter !== null) c.header('Retry-After', String(retryAfter))
    // The typed client has its own error format.
    const isRpc = c.req.path.startsWith('/rpc/')
    return c.json(isRpc ? { json: error.toJSON() } : restBody(error), error.status as 500)
  }

  async function requestContext(c: AppContext, next: Next) {
    const requestId = randomUUID()
    const headers = new Headers(c.req.raw.headers)
    headers.set(
      ADDRESS_HEADER,
      readAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for') ?? null),
    )
    // Browsers send Sec-Fetch-Site. Node's fetch sends only Sec-Fetch-Mode, which the library would take for a
    // browser that hides its origin.
    if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.delete('sec-fetch-mode')
    c.set('requestId', requestId)
    c.set('headers', headers)
    c.header('X-Request-Id', requestId)
    c.header('Cache-Control', 'no-store')
    if (!SAFE_METHODS.includes(c.req.method) && isCrossSite(name => c.req.header(name), baseUrl))
      throw forbidden('This request came from another site and was blocked.')
    await next()
  }

  // As long as browsers allow: a link's question is answered once.
  const verificationCookieOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps,
    maxAge: 400 * 24 * 60 * 60,
  } as const
  // With this prefix browsers accept the cookie only from this host.
  const verificationCookieName = (name: string) => (isHttps ? `__Host-${name}` : name)
  const verificationCookiesOf = (c: AppContext): RequestContext['verificationCookies'] => ({
    read: name => getCookie(c, verificationCookieName(name)) ?? null,
    set: (name, value) => setCookie(c, verificationCookieName(name), value, verificationCookieOptions),
  })

  const contextOf = (principal: Principal, c: AppContext): RequestContext =>
    createContext(principal, {
      requestId: c.get('requestId'),
      address: addressOf(c),
      logError: errorLoggerOf(c),
      bodyError: c.get('parsedBody')?.error ?? null,
      setRetryAfter: seconds => c.header('Retry-After', String(seconds)),
      idempotencyKey: c.req.header('idempotency-key') ?? null,
      verificationCookies: verificationCookiesOf(c),
      setProcedureName: procedure => c.set('procedure', procedure),
    })

  const rpcRoute = (handler: RpcHandler) => async (c: AppContext) => {
    const response = await handler(c.req.raw, contextOf(await readPrincipal(c), c))
    if (response === undefined) throw notFound()
    return c.newResponse(response.body, response)
  }

  app.onError((error, c) => respondWithError(c, error))
  app.use(securityHeaders({ isHttps, tiles: externalServices.tiles, scripts: web?.scripts }))
  // The RPC handler would treat HEAD as a call, and TRACE echoes headers.
  app.use('/api/*', allowMethods('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'))
  app.use('/rpc/*', allowMethods('GET', 'POST'))
  // A HEAD request for a stream would keep it open without a reader.
  app.use('/api/live/*', allowMethods('GET'))
  for (const path of ['/api/*', '/rpc/*']) app.use(path, requestLogger(log), requestContext)
  // Before JSON is parsed: images are larger than JSON may be, and have their own limits.
  const contextFor = async (c: AppContext) => contextOf(await readPrincipal(c), c)
  const routeContext = { contextFor, imageProcessor, fileReconciler }
  app.route('/api', photoRoutes(routeContext))
  app.route('/api', rigPhotoRoutes(routeContext))
  app.route('/api', companyImageRoutes(routeContext))
  app.route('/api', bookingRoutes(routeContext))
  for (const path of ['/api/*', '/rpc/*']) app.use(path, bodyParser)

  app.route('/api', exportRoutes({ contextFor, baseUrl }))
  app.route('/api', pdfRoutes(routeContext))

  app.get('/api/health', c => handleHealth(c, { database, folder: imagesFolder }))
  app.get('/api/openapi.json', async c => c.json(await buildOpenApiDocument()))
  app.get('/api/docs', async c => c.html(await renderApiPage()))
  const knownDevices = createKnownDevices(keyedHash, isHttps)
  app.on(
    ['GET', 'POST'],
    AUTH_ENDPOINTS,
    createAuthMiddleware({ auth, database, rateLimiter, knownDevices, readPrincipal, addressOf }),
  )
  const acquireStreamSlot = (c: AppContext) => (account: string | null) =>
    streamSlots.acquire({ account, address: networkOf(addressOf(c)) })
  app.get('/api/live/directory', c => streamDirectory(c, live, acquireStreamSlot(c)(null)))
  app.get('/api/live', async c => {
    const assignedTicketIds = (principal: Principal, version: number) =>
      runInTransaction(
        unitOfWorkServices,
        { ...contextOf(principal, c).execution, actorKey: '' },
        'query',
        work => ticketsAssignedAt(work, version),
      )
    const acquireSlot = ({ actor }: Principal) => acquireStreamSlot(c)('id' in actor ? actor.id : null)
    const reauthenticate = () => authenticate(services, getSessionBatched, c.get('headers'))
    const stream = await streamCompany(c, {
      live,
      authenticate: () => readPrincipal(c),
      reauthenticate,
      acquireSlot,
      assignedTicketIds,
    })
    if (stream === null) throw unauthorized()
    return stream
  })
  app.get('/api/live/follow/:token', async c => {
    const principal = await readPrincipal(c)
    // Checked each time: a link can expire.
    const getCustomer = async () => (await customerOf(contextOf(principal, c), c.req.param('token'))).customer
    return streamLink(c, { live, getCustomer, acquireSlot: () => acquireStreamSlot(c)(null) })
  })
  app.route('/', downloadRoutes(externalServices.apkFinder))
  app.all('/rpc/*', rpcRoute(handleRpc))
  app.all('/api/*', rpcRoute(handleRest))
  web?.serve(app, {
    requestLogger: requestLogger(log),
    requestContext,
    contextFor,
    versionOf: live.versionOf,
  })
  return app
}
