// The HTTP face of the product: sign-in, the contract, the live streams, health and the web's files.

import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono, type Next } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type Auth, type Person, whoIs } from '#server/auth/auth.ts'
import { signInDoor } from '#server/auth/auth-middleware.ts'
import { openDeviceMarks } from '#server/auth/known-device-cookie.ts'
import type { RollCall, SessionReader } from '#server/auth/session-lookup.ts'
import { ADDRESS_HEADER } from '#server/auth/sign-in-log.ts'
import { asOnePiece } from '#server/db/unit-of-work.ts'
import { bookingRoutes } from '#server/features/bookings/routes.ts'
import { exportRoutes } from '#server/features/companies/export-routes.ts'
import { companyImageRoutes } from '#server/features/companies/image-routes.ts'
import { customerOf } from '#server/features/customer-links/middleware.ts'
import { paperRoutes } from '#server/features/documents/routes.ts'
import { downloadRoutes } from '#server/features/downloads/routes.ts'
import { photoRoutes } from '#server/features/photos/routes.ts'
import { rigPhotoRoutes } from '#server/features/rig-claims/routes.ts'
import { ticketsAssignedAt } from '#server/features/tickets/store.ts'
import type { PictureKeeper } from '#server/files/file-reconciler.ts'
import type { Pictures } from '#server/files/image-processing.ts'
import { readJson } from '#server/http/middleware/body-parser.ts'
import { networkOf } from '#server/http/middleware/client-ip.ts'
import { comesFromElsewhere } from '#server/http/middleware/csrf.ts'
import { factsOf, seeing, type Variables } from '#server/http/middleware/request-log.ts'
import { browserHeaders } from '#server/http/middleware/security-headers.ts'
import { MOST_STREAMS, NO_LIMIT, openSeats } from '#server/http/middleware/stream-limits.ts'
import { apiPage, describeApi } from '#server/http/openapi/document.ts'
import { followCompany, followDirectory, followLink } from '#server/live/sse-routes.ts'
import {
  forbidden,
  notFound,
  restBody,
  toContractError,
  unauthorized,
  waitAfter,
} from '#server/rpc/errors.ts'
import { answerRest, answerRpc, type Face } from '#server/rpc/handlers.ts'
import type { RequestContext } from '#server/rpc/procedures.ts'
import { type Lent, openContexts } from '#server/rpc/request-context.ts'
import { answerHealth } from './health.ts'
import type { Web } from './static-files.ts'

// All of the sign-in library that is open. Its others would let people change what the trail and the
// company know them by.
export const DOORS = [
  ...['/sign-in/email', '/sign-out', '/get-session', '/request-password-reset', '/reset-password'],
  '/change-password',
  ...['/two-factor/enable', '/two-factor/verify-totp', '/two-factor/verify-backup-code'],
  ...['/two-factor/disable', '/two-factor/generate-backup-codes'],
  ...['/passkey/generate-register-options', '/passkey/verify-registration', '/passkey/delete-passkey'],
  ...['/passkey/generate-authenticate-options', '/passkey/verify-authentication'],
].map(path => `/api/auth${path}`)

export type House = Lent & {
  readonly auth: Auth
  /** Asked before the library: the plain case of its sessions. */
  readonly readSession: SessionReader
  /** The same, for pages that stay open. */
  readonly callRoll: RollCall
  readonly pictures: Pictures
  readonly keeper: PictureKeeper
  /** A folder on the disk that this server writes to. */
  readonly picturesFolder: string
  /** Where people reach the product, when the operator said so. */
  readonly baseUrl: string | undefined
  /** The pages; null to serve the API alone. */
  readonly web: Web | null
}

type AppContext = Context<{ Variables: Variables }>

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Lets no request further that asks in another way. */
const onlyBy =
  (...methods: readonly string[]) =>
  async (c: Context, next: Next): Promise<Response | undefined> => {
    if (!methods.includes(c.req.method))
      return c.body(null, 405, { Allow: methods.join(', '), 'Cache-Control': 'no-store' })
    await next()
  }

export function createApp(house: House) {
  const { database, auth, readSession, callRoll, live, outside, pictures, keeper, picturesFolder } = house
  const { baseUrl, rateLimits, web, now, log } = house
  const app = new Hono<{ Variables: Variables }>()
  const { workplace, fingerprint, counts, readAddress, contextOf: contextWith } = openContexts(house)
  const isHttps = baseUrl?.startsWith('https:') ?? false
  const seats = openSeats(rateLimits ? MOST_STREAMS : NO_LIMIT)
  const addressOf = (c: AppContext): string => c.get('headers').get(ADDRESS_HEADER) ?? ''
  const identify = async (c: AppContext): Promise<Person> => {
    const person = await whoIs(house, readSession.read, c.get('headers'))
    c.set('person', person)
    return person
  }

  const logOf = (c: AppContext) => (fault: unknown) => {
    // The token of a link is nobody's to read.
    const path = c.req.path.replace(/\/(follow|bookings?|join|rig-reports?)\/[^/]+/, '/$1/…')
    log.fault(`Request ${c.get('requestId')} (${c.req.method} ${path}) failed.`, fault, factsOf(c))
  }

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
    // An upload that was refused was not read to its end, so its connection cannot carry another request.
    if (c.req.header('content-type')?.startsWith('multipart/')) c.header('Connection', 'close')
    const wait = waitAfter(error)
    if (wait !== null) c.header('Retry-After', String(wait))
    // The typed client reads its own form.
    const isRpc = c.req.path.startsWith('/rpc/')
    return c.json(isRpc ? { json: error.toJSON() } : restBody(error), error.status as 500)
  }

  async function prepare(c: AppContext, next: Next) {
    const requestId = randomUUID()
    const headers = new Headers(c.req.raw.headers)
    headers.set(
      ADDRESS_HEADER,
      readAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for') ?? null),
    )
    // A browser says from which site it asks. Node's own fetch says only how, and the sign-in library
    // would take a script for a browser that hides its origin.
    if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.delete('sec-fetch-mode')
    c.set('requestId', requestId)
    c.set('headers', headers)
    c.header('X-Request-Id', requestId)
    c.header('Cache-Control', 'no-store')
    if (!SAFE_METHODS.includes(c.req.method) && comesFromElsewhere(name => c.req.header(name), baseUrl))
      throw forbidden('This came from a page of another site, so nothing was done.')
    await next()
  }

  // As long as a browser keeps anything: a link is answered once.
  const proofCookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isHttps,
    maxAge: 400 * 24 * 60 * 60,
  } as const
  // With this name a browser takes a cookie from this very host alone.
  const proofName = (name: string) => (isHttps ? `__Host-${name}` : name)
  const proofsOf = (c: AppContext): RequestContext['proofs'] => ({
    read: name => getCookie(c, proofName(name)) ?? null,
    give: (name, value) => setCookie(c, proofName(name), value, proofCookie),
  })

  const contextOf = (person: Person, c: AppContext): RequestContext =>
    contextWith(person, {
      requestId: c.get('requestId'),
      address: addressOf(c),
      log: logOf(c),
      bodyFault: c.get('sent')?.fault ?? null,
      askToWait: seconds => c.header('Retry-After', String(seconds)),
      idempotencyKey: c.req.header('idempotency-key') ?? null,
      proofs: proofsOf(c),
      named: procedure => c.set('procedure', procedure),
    })

  const through = (face: Face) => async (c: AppContext) => {
    const answer = await face(c.req.raw, contextOf(await identify(c), c))
    if (answer === undefined) throw notFound()
    return c.newResponse(answer.body, answer)
  }

  app.onError((fault, c) => answerFault(c, fault))
  app.use(browserHeaders({ isHttps, tiles: outside.tiles, scripts: web?.scripts }))
  // The typed face would take a HEAD for a call, and of a TRACE not even the headers can be read.
  app.use('/api/*', onlyBy('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'))
  app.use('/rpc/*', onlyBy('GET', 'POST'))
  // Whoever asks only for the head of a stream would hold it open, and nobody would hear it end.
  app.use('/api/live/*', onlyBy('GET'))
  for (const path of ['/api/*', '/rpc/*']) app.use(path, seeing(log), prepare)
  // Before JSON is read: pictures are larger than what it may be, and keep to limits of their own.
  const asking = async (c: AppContext) => contextOf(await identify(c), c)
  const door = { asking, pictures, keeper }
  app.route('/api', photoRoutes(door))
  app.route('/api', rigPhotoRoutes(door))
  app.route('/api', companyImageRoutes(door))
  app.route('/api', bookingRoutes(door))
  for (const path of ['/api/*', '/rpc/*']) app.use(path, readJson)

  app.route('/api', exportRoutes({ asking, baseUrl }))
  app.route('/api', paperRoutes(door))

  app.get('/api/health', c => answerHealth(c, { database, folder: picturesFolder }))
  app.get('/api/openapi.json', async c => c.json(await describeApi()))
  app.get('/api/docs', async c => c.html(await apiPage()))
  const marks = openDeviceMarks(fingerprint, isHttps)
  app.on(['GET', 'POST'], DOORS, signInDoor({ auth, database, counts, marks, identify, addressOf }))
  const sitAs = (c: AppContext) => (account: string | null) =>
    seats.take({ account, address: networkOf(addressOf(c)) })
  app.get('/api/live/directory', c => followDirectory(c, live, sitAs(c)(null)))
  app.get('/api/live', async c => {
    const assignedTo = (person: Person, version: number) =>
      asOnePiece(workplace, { ...contextOf(person, c).occasion, actorKey: '' }, 'query', work =>
        ticketsAssignedAt(work, version),
      )
    const sit = ({ actor }: Person) => sitAs(c)('id' in actor ? actor.id : null)
    const stillIs = () => whoIs(house, callRoll, c.get('headers'))
    const stream = await followCompany(c, { live, whoIs: () => identify(c), stillIs, sit, assignedTo })
    if (stream === null) throw unauthorized()
    return stream
  })
  app.get('/api/live/follow/:token', async c => {
    const person = await identify(c)
    // At the time of each asking: a link ends on its day.
    const customer = async () => (await customerOf(contextOf(person, c), c.req.param('token'))).customer
    return followLink(c, { live, customer, sit: () => sitAs(c)(null) })
  })
  app.route('/', downloadRoutes(outside.androidApp))
  app.all('/rpc/*', through(answerRpc))
  app.all('/api/*', through(answerRest))
  web?.serve(app, { seen: seeing(log), prepare, asking, versionOf: live.versionOf })
  return app
}

export type App = ReturnType<typeof createApp>
