// The HTTP face of the product: sign-in, the contract, the live streams, health and the web's files.

import { createHmac, randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import type { RequestContext } from './api.ts'
import { type Auth, askDatabase, type Person, whoIs } from './auth.ts'
import { exportRoutes } from './companies/export-routes.ts'
import { companyImageRoutes } from './companies/image-routes.ts'
import type { Database } from './database/open.ts'
import { downloadRoutes } from './downloads/routes.ts'
import { forbidden, invalid, notFound, restBody, toContractError, unauthorized } from './errors.ts'
import { answerRest, answerRpc, type Face } from './faces.ts'
import { answerHealth } from './health.ts'
import type { Post } from './letters.ts'
import type { Live } from './live.ts'
import { followCompany, followDirectory } from './live-routes.ts'
import type { Log } from './log.ts'
import { apiPage, describeApi } from './open-api.ts'
import type { Outside } from './outside/outside.ts'
import type { Pictures } from './outside/pictures.ts'
import { photoRoutes } from './photos/routes.ts'
import type { PictureKeeper } from './picture-keeper.ts'
import { factsOf, seeing, type Variables } from './seen.ts'
import { ADDRESS_HEADER } from './sign-in-trail.ts'
import { ticketsAssignedAt } from './tickets/store.ts'
import { asOnePiece } from './work.ts'

const LARGEST_BODY_BYTES = 1_000_000

/** Seconds; for scripts and proxies, which do not read the body. */
const RETRY_AFTER = '2'

// All of the sign-in library that is open. Its others would let people change what the trail and the
// company know them by.
const DOORS = [
  ...['/sign-in/email', '/sign-out', '/get-session', '/request-password-reset', '/reset-password'],
  ...['/change-password', '/revoke-other-sessions'],
].map(path => `/api/auth${path}`)

export type House = {
  readonly database: Database
  readonly auth: Auth
  readonly live: Live
  readonly post: Post
  readonly outside: Outside
  readonly pictures: Pictures
  readonly keeper: PictureKeeper
  /** A folder on the disk that this server writes to. */
  readonly picturesFolder: string
  readonly secret: string
  /** Where people reach the product, when the operator said so. */
  readonly baseUrl: string | undefined
  /** The clock on the wall; tests bring their own. */
  readonly now: () => Date
  readonly log: Log
}

type AppContext = Context<{ Variables: Variables }>

const POLICY = {
  defaultSrc: ["'self'"],
  // Mantine writes the sizes of its pieces as inline styles; no script is ever inline.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** Whether a page of another site sent this: it may not act with this browser's session. */
function comesFromElsewhere(c: AppContext, baseUrl: string | undefined): boolean {
  const origin = c.req.header('origin')
  if (origin === undefined) return false
  return origin !== baseUrl && (!URL.canParse(origin) || new URL(origin).host !== c.req.header('host'))
}

export function createApp({
  database,
  auth,
  live,
  post,
  outside,
  pictures,
  keeper,
  picturesFolder,
  secret,
  baseUrl,
  now,
  log,
}: House) {
  const app = new Hono<{ Variables: Variables }>()
  const workplace = { database, wake: live.wake }
  const fingerprint = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url')
  const identify = async (c: AppContext): Promise<Person> => {
    const person = await whoIs(auth, database, c.get('headers'))
    c.set('person', person)
    return person
  }

  const logOf = (c: AppContext) => (fault: unknown) =>
    log.fault(`Request ${c.get('requestId')} (${c.req.method} ${c.req.path}) failed.`, fault, factsOf(c))

  const answerFault = (c: AppContext, fault: unknown): Response => {
    const circumstances = {
      requestId: c.get('requestId') ?? randomUUID(),
      timeZone: c.get('person')?.timeZone ?? 'UTC',
      now: now(),
    }
    const error = toContractError(fault, circumstances, logOf(c))
    // What a route meant to be kept for ever was its picture, never its failure.
    c.header('Cache-Control', 'no-store')
    c.header('ETag', undefined)
    if (error.status === 503) c.header('Retry-After', RETRY_AFTER)
    // The typed client unpacks its errors, also those from before any procedure ran.
    const packed = c.req.path.startsWith('/rpc/') ? { json: error.toJSON() } : {}
    return c.json({ ...restBody(error), ...packed }, error.status as 500)
  }

  async function prepare(c: AppContext, next: Next) {
    const requestId = randomUUID()
    const headers = new Headers(c.req.raw.headers)
    headers.set(ADDRESS_HEADER, getConnInfo(c).remote.address ?? '')
    // A browser says from which site it asks. Node's own fetch says only how, and the sign-in library
    // would take a script for a browser that hides its origin.
    if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.delete('sec-fetch-mode')
    c.set('requestId', requestId)
    c.set('headers', headers)
    c.header('X-Request-Id', requestId)
    c.header('Cache-Control', 'no-store')
    if (c.req.method !== 'GET' && comesFromElsewhere(c, baseUrl))
      throw forbidden('This came from a page of another site, so nothing was done.')
    await next()
  }

  const contextOf = ({ actor, timeZone }: Person, c: AppContext): RequestContext => {
    const at = now()
    return {
      workplace,
      outside,
      post,
      fingerprint,
      occasion: { actor, timeZone, now: at },
      address: c.get('headers').get(ADDRESS_HEADER) ?? '',
      circumstances: { requestId: c.get('requestId'), timeZone, now: at },
      log: logOf(c),
      idempotencyKey: c.req.header('idempotency-key') ?? null,
      named: procedure => c.set('procedure', procedure),
    }
  }

  const through = (face: Face) => async (c: AppContext) => {
    const answer = await face(c.req.raw, contextOf(await identify(c), c))
    if (answer === undefined) throw notFound()
    if (answer.status === 503) c.header('Retry-After', RETRY_AFTER)
    return c.newResponse(answer.body, answer)
  }

  const limit = bodyLimit({
    maxSize: LARGEST_BODY_BYTES,
    onError: c => answerFault(c, invalid({ '': 'This is more than one request may carry.' })),
  })

  app.onError((fault, c) => answerFault(c, fault))
  app.use(
    secureHeaders({
      contentSecurityPolicy: POLICY,
      strictTransportSecurity: baseUrl?.startsWith('https:') ?? false,
    }),
  )
  for (const path of ['/api/*', '/rpc/*']) app.use(path, seeing(log), prepare)
  // Before the limit: pictures are larger than what it allows, and keep to limits of their own.
  const asking = async (c: AppContext) => contextOf(await identify(c), c)
  const door = { asking, pictures, keeper }
  app.route('/api', photoRoutes(door))
  app.route('/api', companyImageRoutes(door))
  app.use('/api/*', limit)
  app.use('/rpc/*', limit)

  app.route('/api', exportRoutes({ asking, baseUrl }))

  app.get('/api/health', c => answerHealth(c, { database, folder: picturesFolder }))
  app.get('/api/openapi.json', async c => c.json(await describeApi()))
  app.get('/api/docs', async c => c.html(await apiPage()))
  app.on(['GET', 'POST'], DOORS, async c => {
    const answer = await auth.handler(new Request(c.req.raw, { headers: c.get('headers') }))
    // The sign-in library says of a database that is away only that something went wrong.
    if (answer.status >= 500) await askDatabase(database)
    return answer
  })
  app.get('/api/live/directory', c => followDirectory(c, live))
  app.get('/api/live', async c => {
    const assignedTo = (person: Person, version: number) =>
      asOnePiece(workplace, { ...contextOf(person, c).occasion, actorKey: '' }, 'query', work =>
        ticketsAssignedAt(work, version),
      )
    const stream = await followCompany(c, { live, whoIs: () => identify(c), assignedTo })
    if (stream === null) throw unauthorized()
    return stream
  })
  app.route('/', downloadRoutes(outside.androidApp))
  app.all('/rpc/*', through(answerRpc))
  app.all('/api/*', through(answerRest))
  return app
}

export type App = ReturnType<typeof createApp>
