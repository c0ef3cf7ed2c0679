// The short way through the house: what is asked all day long is answered here, straight from Node's request
// to its response; the many hands it would else go through cost more than the answer. It knows the plain case
// alone. Whatever it would have to refuse or cannot read is the house's own to decide, from the beginning.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { CompiledQuery } from 'kysely'
import { isMember, type Person, personOf, VISITOR } from '#server/auth/auth.ts'
import type { Remembered } from '#server/auth/session-lookup.ts'
import { isOtherHolder } from '#server/db/pg-errors.ts'
import { comesFromElsewhere } from '#server/http/middleware/csrf.ts'
import { type PlainBody, readPlainBody } from '#server/http/middleware/plain-body.ts'
import { isLimited } from '#server/http/middleware/rate-limits.ts'
import { msSince, whoAsked } from '#server/http/middleware/request-log.ts'
import { browserHeaders } from '#server/http/middleware/security-headers.ts'
import { restBody, toContractError, waitAfter } from '#server/rpc/errors.ts'
import { countTry, permit, type RequestContext } from '#server/rpc/procedures.ts'
import type { Written } from '#server/rpc/raw-json.ts'
import { openContexts } from '#server/rpc/request-context.ts'
import type { House } from './app.ts'
import { createTicket, readBoard, readHistory, type ShortDeed } from './fast-path-handlers.ts'

type Way = { readonly deed: ShortDeed; readonly face: 'rest' | 'rpc'; readonly sent?: object }

const WAYS = new Map<string, Way>([
  ['GET /api/board', { deed: readBoard, face: 'rest', sent: {} }],
  ['POST /api/tickets', { deed: createTicket, face: 'rest' }],
  ['POST /rpc/tickets/board', { deed: readBoard, face: 'rpc' }],
  ['POST /rpc/tickets/create', { deed: createTicket, face: 'rpc' }],
  ['POST /rpc/workHistory/get', { deed: readHistory, face: 'rpc' }],
])

function wayOf({ method, url = '' }: IncomingMessage): Way | null {
  const [, vin] = /^\/api\/work-history\/([A-Za-z0-9]{1,17})$/.exec(url) ?? []
  if (vin !== undefined && method === 'GET') return { deed: readHistory, face: 'rest', sent: { vin } }
  return WAYS.get(`${method} ${url}`) ?? null
}

/** What the typed face wraps around its values; null, which nothing takes, where more than JSON is in them. */
function unwrapped(body: PlainBody): unknown {
  const { json, meta, ...more } = body as { json?: unknown; meta?: unknown }
  return meta === undefined && Object.keys(more).length === 0 ? json : null
}

type Known = { readonly person: Person; readonly row: unknown; readonly remembered?: Remembered }

const TOO_MANY = 429
/** What somebody is told who asked for what they may not or cannot have. Nothing was done, so it may be asked again. */
const isRefusal = (status: number): boolean => status < 500 && status !== TOO_MANY

const MOMENT = 1
function wrapped({ json, moments }: Written): string {
  const meta = moments().map(path => [MOMENT, ...path])
  return meta.length === 0 ? `{"json":${json}}` : `{"json":${json},"meta":${JSON.stringify(meta)}}`
}

/** Answers the request, or calls for the long way with all of it still to be read. */
export type ShortWay = (request: IncomingMessage, response: ServerResponse, longWay: () => void) => void

export async function openShortWay(house: House): Promise<ShortWay> {
  const { database, readSession, baseUrl, web, log, outside } = house
  const contexts = openContexts(house)
  // What every answer says to browsers, as the long way says it.
  const isHttps = baseUrl?.startsWith('https:') ?? false
  const probe = new Hono()
    .use(browserHeaders({ isHttps, tiles: outside.tiles, scripts: web?.scripts }))
    .get('/', c => c.body(null))
  const always = [...(await probe.request('/')).headers].flat()
  always.push('content-type', 'application/json', 'cache-control', 'no-store')

  /** Who asks, and with somebody signed in the row of `call`; null when the long way has to find out. */
  async function whoIs({ headers }: IncomingMessage, call: string | null): Promise<Known | null> {
    if (headers.cookie === undefined) {
      return { person: VISITOR, row: null }
    }
    const cookies = { get: () => headers.cookie ?? null, has: () => false }
    const remembered = readSession.remember(cookies)
    if (remembered !== null) return asRemembered(remembered, call)
    if (call === null) {
      const holder = await readSession.read(cookies)
      return holder === null || !isMember(holder) ? null : { person: personOf(holder), row: null }
    }
    const found = await readSession.readAlso(cookies, call)
    if (found === null || !isMember(found.holder)) return null
    return { person: personOf(found.holder), row: found.row }
  }

  const askFor = async (question: string): Promise<unknown> =>
    (await database.executeQuery(CompiledQuery.raw(question))).rows[0]

  /** What anybody may ask comes with the word that they are; all else asks for that word itself (`Occasion`). */
  async function asRemembered(remembered: Remembered, call: string | null): Promise<Known> {
    const person = personOf(remembered.holder)
    const { confirming } = remembered
    if (call === null)
      return { person: { ...person, confirming: `SELECT ${confirming}` }, row: null, remembered }
    try {
      return { person, row: await askFor(`SELECT found.*, ${confirming} FROM ${call} AS found`) }
    } catch (fault) {
      if (isOtherHolder(fault)) remembered.forget()
      throw fault
    }
  }

  type Asked = Way & { readonly request: IncomingMessage; readonly requestId: string; readonly began: number }

  function contextOf(person: Person, { request, requestId, deed }: Asked): RequestContext {
    const { socket, headers } = request
    const forwarded = headers['x-forwarded-for']
    return contexts.contextOf(person, {
      requestId,
      address: contexts.readAddress(
        socket.remoteAddress ?? '',
        forwarded === undefined ? null : String(forwarded),
      ),
      log: fault => log.fault(`Request ${requestId} (${deed.name}) failed.`, fault, { requestId }),
      bodyFault: null,
      askToWait: () => {},
      // None of these is asked by a link.
      proofs: { read: () => null, give: () => {} },
      idempotencyKey: (headers['idempotency-key'] as string | undefined) ?? null,
      named: () => {},
    })
  }

  function send(
    response: ServerResponse,
    asked: Asked,
    context: RequestContext,
    status: number,
    text: string,
    more: readonly string[] = [],
  ): void {
    const { requestId, began, deed, request } = asked
    const length = String(Buffer.byteLength(text))
    response.writeHead(status, [...always, 'x-request-id', requestId, 'content-length', length, ...more])
    response.end(text)
    log.request({
      ...{ requestId, status, method: request.method ?? '', route: deed.name, address: context.address },
      ...whoAsked(context.occasion.actor),
      ms: msSince(began),
    })
  }

  /** Answers whether this was a plain case. Nothing is said or done before that is certain. */
  async function answer(asked: Asked, response: ServerResponse): Promise<boolean> {
    const { request, deed, face, sent } = asked
    const body = sent ?? (await readPlainBody(request))
    const prepared = body === null ? null : deed.prepare(face === 'rpc' ? unwrapped(body) : body)
    if (prepared === null) return false
    // What is wrong with the database, the long way finds out as well.
    const known = await whoIs(request, 'call' in prepared ? prepared.call : null).catch(() => null)
    if (known === null) return false
    const context = contextOf(known.person, asked)
    if (!isPermitted(context, deed)) return false
    try {
      if (isLimited(deed.name)) await countTry(context, deed.name)
      const written =
        'call' in prepared
          ? prepared.write(known.row ?? (await askFor(`SELECT * FROM ${prepared.call}`)))
          : await prepared.run(context)
      const isNew = face === 'rest' && request.method === 'POST'
      send(response, asked, context, isNew ? 201 : 200, face === 'rpc' ? wrapped(written) : written.json)
    } catch (fault) {
      if (known.remembered !== undefined && isOtherHolder(fault)) {
        known.remembered.forget()
        return false
      }
      const error = toContractError(fault, context.circumstances, context.log)
      // Who is told no is never somebody who was only remembered.
      if (known.remembered !== undefined && isRefusal(error.status)) return false
      const wait = waitAfter(error)
      const told = face === 'rpc' ? { json: error.toJSON() } : restBody(error)
      const more = wait === null ? [] : ['retry-after', String(wait)]
      send(response, asked, context, error.status, JSON.stringify(told), more)
    }
    return true
  }

  return (request, response, longWay) => {
    const way = wayOf(request)
    const { headers } = request
    const header = (name: string) => headers[name] as string | undefined
    const isPlain = headers.authorization === undefined && headers.expect === undefined
    const isSafe = request.method === 'GET' || !comesFromElsewhere(header, baseUrl)
    if (way === null || !isPlain || !isSafe) return longWay()
    answer({ ...way, request, requestId: randomUUID(), began: performance.now() }, response).then(
      isAnswered => isAnswered || longWay(),
      fault => {
        // Whoever went away while sending is no fault.
        if (!request.destroyed) log.fault('A request could not be answered.', fault)
        response.destroy()
      },
    )
  }
}

function isPermitted(context: RequestContext, { name }: ShortDeed): boolean {
  try {
    permit(context, name)
    return true
  } catch {
    return false
  }
}
