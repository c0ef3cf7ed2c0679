// The fast path: answers the most frequent requests directly from Node's request to its response, because the usual
// layers cost more than the answer. It handles only the plain case. What it cannot read, and most of what it would
// refuse, takes the normal path from the beginning.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { CompiledQuery } from 'kysely'
import { ANONYMOUS, hasCompany, type Principal, toPrincipal } from '#server/auth/auth.ts'
import type { CachedSession } from '#server/auth/session-lookup.ts'
import { isCrossSite } from '#server/http/middleware/csrf.ts'
import { actorFields, msSince } from '#server/http/middleware/request-log.ts'
import { securityHeaders } from '#server/http/middleware/security-headers.ts'
import { type JsonBody, readSmallJsonBody } from '#server/http/middleware/small-json-body.ts'
import { restBody, retryAfterOf, toContractError } from '#server/lib/api-errors.ts'
import { isStaleSession } from '#server/lib/pg-errors.ts'
import { isLimited } from '#server/rate-limits/rate-limits.ts'
import { authorizeProcedure, consumeRateLimit } from '#server/rpc/procedures.ts'
import type { RawJson } from '#server/rpc/raw-json.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { createContextFactory } from '#server/rpc/request-context.ts'
import type { AppServices } from './app.ts'
import { createTicket, type FastPathHandler, readBoard, readHistory } from './fast-path-handlers.ts'

type FastRoute = {
  readonly handler: FastPathHandler
  readonly protocol: 'rest' | 'rpc'
  readonly fixedInput?: object
}

const FAST_ROUTES = new Map<string, FastRoute>([
  ['GET /api/board', { handler: readBoard, protocol: 'rest', fixedInput: {} }],
  ['POST /api/tickets', { handler: createTicket, protocol: 'rest' }],
  ['POST /rpc/tickets/board', { handler: readBoard, protocol: 'rpc' }],
  ['POST /rpc/tickets/create', { handler: createTicket, protocol: 'rpc' }],
  ['POST /rpc/workHistory/get', { handler: readHistory, protocol: 'rpc' }],
])

function matchRoute({ method, url = '' }: IncomingMessage): FastRoute | null {
  const [, vin] = /^\/api\/work-history\/([A-Za-z0-9]{1,17})$/.exec(url) ?? []
  if (vin !== undefined && method === 'GET')
    return { handler: readHistory, protocol: 'rest', fixedInput: { vin } }
  return FAST_ROUTES.get(`${method} ${url}`) ?? null
}

/** Unwraps the typed client's envelope; null, which no input accepts, if it contains more than JSON. */
function decodeRpc(body: JsonBody): unknown {
  const { json, meta, ...more } = body as { json?: unknown; meta?: unknown }
  return meta === undefined && Object.keys(more).length === 0 ? json : null
}

type Caller = { readonly principal: Principal; readonly row: unknown; readonly cached?: CachedSession }

const TOO_MANY = 429
/** Client errors: nothing was done, so the normal path can repeat the request. */
const isClientError = (status: number): boolean => status < 500 && status !== TOO_MANY

const DATE_TYPE = 1
function encodeRpc({ json, datePaths }: RawJson): string {
  const meta = datePaths().map(path => [DATE_TYPE, ...path])
  return meta.length === 0 ? `{"json":${json}}` : `{"json":${json},"meta":${JSON.stringify(meta)}}`
}

/** Answers the request, or calls `next` with the request still unread. */
export type FastPath = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export async function createFastPath(services: AppServices): Promise<FastPath> {
  const { database, sessionLookup, baseUrl, web, log, externalServices } = services
  const contexts = createContextFactory(services)
  // The same response headers as on the normal path.
  const isHttps = baseUrl?.startsWith('https:') ?? false
  const probe = new Hono()
    .use(securityHeaders({ isHttps, tiles: externalServices.tiles, scripts: web?.scripts }))
    .get('/', c => c.body(null))
  const commonHeaders = [...(await probe.request('/')).headers].flat()
  commonHeaders.push('content-type', 'application/json', 'cache-control', 'no-store')

  /** The actor, and for a session the row of `call`; null if the normal path has to decide. */
  async function authenticate({ headers }: IncomingMessage, call: string | null): Promise<Caller | null> {
    if (headers.cookie === undefined) {
      return { principal: ANONYMOUS, row: null }
    }
    const cookies = { get: () => headers.cookie ?? null, has: () => false }
    const cached = sessionLookup.getCached(cookies)
    if (cached !== null) return fromCache(cached, call)
    if (call === null) {
      const sessionUser = await sessionLookup.read(cookies)
      return sessionUser === null || !hasCompany(sessionUser)
        ? null
        : { principal: toPrincipal(sessionUser), row: null }
    }
    const found = await sessionLookup.readWith(cookies, call)
    if (found === null || !hasCompany(found.sessionUser)) return null
    return { principal: toPrincipal(found.sessionUser), row: found.row }
  }

  const queryRow = async (query: string): Promise<unknown> =>
    (await database.executeQuery(CompiledQuery.raw(query))).rows[0]

  /** Public queries are sent with the session's confirmation; everything else confirms it in its unit of work. */
  async function fromCache(cached: CachedSession, call: string | null): Promise<Caller> {
    const principal = toPrincipal(cached.sessionUser)
    const { revalidateSql } = cached
    if (call === null)
      return { principal: { ...principal, revalidateSql: `SELECT ${revalidateSql}` }, row: null, cached }
    try {
      return { principal, row: await queryRow(`SELECT found.*, ${revalidateSql} FROM ${call} AS found`) }
    } catch (error) {
      if (isStaleSession(error)) cached.evict()
      throw error
    }
  }

  type FastRequest = FastRoute & {
    readonly request: IncomingMessage
    readonly requestId: string
    readonly startedAt: number
  }

  function contextOf(principal: Principal, { request, requestId, handler }: FastRequest): RequestContext {
    const { socket, headers } = request
    const forwarded = headers['x-forwarded-for']
    return contexts.createContext(principal, {
      requestId,
      address: contexts.readAddress(
        socket.remoteAddress ?? '',
        forwarded === undefined ? null : String(forwarded),
      ),
      logError: error => log.error(`Request ${requestId} (${handler.name}) failed.`, error, { requestId }),
      bodyError: null,
      setRetryAfter: () => {},
      // None of these use a link.
      verificationCookies: { read: () => null, set: () => {} },
      idempotencyKey: (headers['idempotency-key'] as string | undefined) ?? null,
      setProcedureName: () => {},
    })
  }

  function send(
    response: ServerResponse,
    fastRequest: FastRequest,
    context: RequestContext,
    status: number,
    text: string,
    retryHeaders: readonly string[] = [],
  ): void {
    const { requestId, startedAt, handler, request } = fastRequest
    const length = String(Buffer.byteLength(text))
    response.writeHead(status, [
      ...commonHeaders,
      'x-request-id',
      requestId,
      'content-length',
      length,
      ...retryHeaders,
    ])
    response.end(text)
    log.request({
      requestId,
      status,
      method: request.method ?? '',
      route: handler.name,
      address: context.address,
      ...actorFields(context.execution.actor),
      ms: msSince(startedAt),
    })
  }

  /** Returns whether it answered. Nothing is sent or done before that is certain. */
  async function handle(fastRequest: FastRequest, response: ServerResponse): Promise<boolean> {
    const { request, handler, protocol, fixedInput } = fastRequest
    const body = fixedInput ?? (await readSmallJsonBody(request))
    const prepared = body === null ? null : handler.prepare(protocol === 'rpc' ? decodeRpc(body) : body)
    if (prepared === null) return false
    // The normal path finds database problems as well.
    const caller = await authenticate(request, 'call' in prepared ? prepared.call : null).catch(() => null)
    if (caller === null) return false
    const context = contextOf(caller.principal, fastRequest)
    if (!isPermitted(context, handler)) return false
    try {
      if (isLimited(handler.name)) await consumeRateLimit(context, handler.name)
      const result =
        'call' in prepared
          ? prepared.write(caller.row ?? (await queryRow(`SELECT * FROM ${prepared.call}`)))
          : await prepared.run(context)
      const isNew = protocol === 'rest' && request.method === 'POST'
      send(
        response,
        fastRequest,
        context,
        isNew ? 201 : 200,
        protocol === 'rpc' ? encodeRpc(result) : result.json,
      )
    } catch (cause) {
      if (caller.cached !== undefined && isStaleSession(cause)) {
        caller.cached.evict()
        return false
      }
      const error = toContractError(cause, context.errorContext, context.logError)
      // A cached session must not cause a refusal.
      if (caller.cached !== undefined && isClientError(error.status)) return false
      const retryAfter = retryAfterOf(error)
      const errorBody = protocol === 'rpc' ? { json: error.toJSON() } : restBody(error)
      const more = retryAfter === null ? [] : ['retry-after', String(retryAfter)]
      send(response, fastRequest, context, error.status, JSON.stringify(errorBody), more)
    }
    return true
  }

  return (request, response, next) => {
    const route = matchRoute(request)
    const { headers } = request
    const header = (name: string) => headers[name] as string | undefined
    const isPlain = headers.authorization === undefined && headers.expect === undefined
    const isSafe = request.method === 'GET' || !isCrossSite(header, baseUrl)
    if (route === null || !isPlain || !isSafe) return next()
    handle({ ...route, request, requestId: randomUUID(), startedAt: performance.now() }, response).then(
      isHandled => isHandled || next(),
      error => {
        // A client that disconnects while sending is not an error.
        if (!request.destroyed) log.error('Could not answer a request.', error)
        response.destroy()
      },
    )
  }
}

function isPermitted(context: RequestContext, { name }: FastPathHandler): boolean {
  try {
    authorizeProcedure(context, name)
    return true
  } catch {
    return false
  }
}
