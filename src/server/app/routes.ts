// The app's routes: what is not a procedure. Uploads, exports and documents, sign-in, live streams, the health check
// and the web client's files.

import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { AUTH_ENDPOINTS } from '#contract/auth-endpoints.ts'
import { liveRoutes } from '#contract/live-changes.ts'
import type { Route } from '#contract/procedure/route.ts'
import { authenticate, type Principal } from '#server/auth/auth.ts'
import type { MonotonicClock } from '#server/auth/refusal-delay.ts'
import type { BatchedSessionLookup } from '#server/auth/session-lookup.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { cardWebhookRoutes } from '#server/features/billing/card-webhook.ts'
import { billingPdfRoutes } from '#server/features/billing/pdf-routes.ts'
import { bookingRoutes } from '#server/features/bookings/routes.ts'
import { companyImageRoutes } from '#server/features/companies/image-routes.ts'
import { customerOf } from '#server/features/customer-links/middleware.ts'
import { pdfRoutes } from '#server/features/documents/routes.ts'
import { downloadRoutes } from '#server/features/downloads/routes.ts'
import { exportRoutes } from '#server/features/export/routes.ts'
import { photoPieceRoutes } from '#server/features/photos/piece-routes.ts'
import { photoRoutes } from '#server/features/photos/routes.ts'
import { supplierBillRoutes } from '#server/features/photos/supplier-bill-routes.ts'
import { purchaseOrderRoutes } from '#server/features/purchase-orders/routes.ts'
import { rigPhotoRoutes } from '#server/features/rig-claims/rig-photo-routes.ts'
import { stockLabelRoutes } from '#server/features/stock/label-routes.ts'
import { ownTicketsAt } from '#server/features/tickets/store.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import type { ImageProcessor } from '#server/files/image-processor.ts'
import type { ExchangeContexts, ExchangeServices } from '#server/http/exchange-context.ts'
import type { HealthCheck } from '#server/http/health.ts'
import { createAuthMiddleware } from '#server/http/middleware/auth-middleware.ts'
import { createStreamSlots, MAX_STREAMS, NO_LIMIT } from '#server/http/middleware/stream-slots.ts'
import { buildOpenApiDocument, methodsAt, renderApiPage } from '#server/http/openapi/openapi-document.ts'
import { routerPath } from '#server/http/uploads/file-route-context.ts'
import type { WebHandler } from '#server/http/web-handler.ts'
import { methodNotAllowed, notFound, unauthorized } from '#server/lib/api-errors.ts'
import { streamAccount, streamCompany, streamDirectory, streamLink } from '#server/live/sse-routes.ts'
import type { AppEnv, Exchange } from '#server/rpc/exchange.ts'

export type AppServices = ExchangeServices & {
  /** The lookup of sessions, batched, for open streams. */
  readonly getSessionBatched: BatchedSessionLookup
  readonly imageProcessor: ImageProcessor
  readonly fileJournal: FileJournal
  readonly rateLimits: boolean
  readonly healthCheck: HealthCheck
  /** Measures how long a login takes. */
  readonly clock: MonotonicClock
  /** The web client; null to serve only the API. */
  readonly web: WebHandler | null
}

const pathOf = (route: Route) => `/api${routerPath(route)}`

export function createApp(services: AppServices, contexts: ExchangeContexts) {
  const { database, auth, passwords, getSessionBatched, live, externalServices } = services
  const { imageProcessor, fileJournal } = services
  const { baseUrl, rateLimits, web, healthCheck, limitTransactions, clock } = services
  const { unitOfWorkServices, rateLimiter, knownDevices } = contexts
  const { contextOf, authenticatedContextOf, principalOf, toErrorResponse } = contexts
  const app = new Hono<AppEnv>()
  const streamSlots = createStreamSlots(rateLimits ? MAX_STREAMS : NO_LIMIT)

  app.onError((cause, c) => {
    const { status, headers, body } = toErrorResponse(c.env.exchange, cause)
    c.header('ETag', undefined)
    return c.json(body, status as 500, headers)
  })
  // For the log.
  app.use('/api/*', async (c, next) => {
    await next()
    c.env.exchange.route ??= routePath(c)
  })
  const contextFor = (c: Context) => authenticatedContextOf((c as Context<AppEnv>).env.exchange)
  const routeContext = { contextFor, imageProcessor, fileJournal }
  app.route('/api', photoRoutes(routeContext))
  app.route('/api', photoPieceRoutes(routeContext))
  app.route('/api', supplierBillRoutes(routeContext))
  app.route('/api', rigPhotoRoutes(routeContext))
  app.route('/api', companyImageRoutes(routeContext))
  app.route('/api', bookingRoutes(routeContext))
  app.route('/api', exportRoutes({ contextFor, baseUrl, fileJournal }))
  app.route('/api', pdfRoutes(routeContext))
  app.route('/api', billingPdfRoutes(routeContext))
  app.route('/api', purchaseOrderRoutes(routeContext))
  app.route('/api', stockLabelRoutes(routeContext))
  const { cards } = externalServices
  app.route('/api', cardWebhookRoutes({ services: unitOfWorkServices, cards, now: services.now }))

  app.get('/api/health', healthCheck.respond)
  app.get('/api/openapi.json', async c => c.json(await buildOpenApiDocument()))
  app.get('/api/docs', async c => c.html(await renderApiPage()))
  const answerAuth = createAuthMiddleware({
    auth,
    database,
    passwords,
    rateLimiter,
    knownDevices,
    principalOf,
    limitTransactions,
    clock,
  })
  // The library's only open endpoints. Others would let users change their names and roles.
  for (const [path, endpoint] of Object.entries(AUTH_ENDPOINTS))
    app.on(endpoint.method, `/api/auth${path}`, c => answerAuth(c, endpoint))
  const acquireStreamSlot = ({ address }: Exchange, account: string | null) =>
    streamSlots.acquire({ account, address })
  app.get(pathOf(liveRoutes.liveDirectory), c =>
    streamDirectory(c, live, acquireStreamSlot(c.env.exchange, null)),
  )
  const readerOf = (exchange: Exchange) => ({
    live,
    authenticate: () => principalOf(exchange),
    reauthenticate: () => authenticate(services, getSessionBatched, exchange),
    acquireSlot: ({ actor }: Principal) => acquireStreamSlot(exchange, 'id' in actor ? actor.id : null),
  })
  app.get(pathOf(liveRoutes.liveAccount), async c => {
    const stream = await streamAccount(c, readerOf(c.env.exchange))
    if (stream === null) throw unauthorized()
    return stream
  })
  app.get(pathOf(liveRoutes.live), async c => {
    const { exchange } = c.env
    const { execution } = contextOf(exchange)
    const stream = await streamCompany(c, {
      ...readerOf(exchange),
      ownTicketIds: ({ actor, timeZone }, version) =>
        runInTransaction(
          unitOfWorkServices,
          { ...execution, actor, timeZone, actorKey: null },
          'query',
          work => ownTicketsAt(work, version),
        ),
    })
    if (stream === null) throw unauthorized()
    return stream
  })
  app.get(pathOf(liveRoutes.liveFollow), async c => {
    const { exchange } = c.env
    const context = await authenticatedContextOf(exchange)
    // Checked each time: a link can expire.
    const getCustomer = async () => (await customerOf(context, c.req.param('token') ?? '')).customer
    return streamLink(c, { live, getCustomer, acquireSlot: () => acquireStreamSlot(exchange, null) })
  })
  app.route('/', downloadRoutes(externalServices.apkFinder))
  for (const path of ['/rpc/*', '/api/*'])
    app.all(path, async ({ env: { exchange } }) => {
      const methods = await methodsAt(exchange.path)
      if (methods.length === 0) throw notFound()
      exchange.outgoing.setHeader('Allow', methods.join(', '))
      throw methodNotAllowed(methods)
    })
  web?.serve(app, { contextFor: authenticatedContextOf, versionOf: live.versionOf })
  return app
}
