// A test app: the real app, served, on a fresh database with the demo companies.

import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClientLink, type Client as ClientOf, createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Contract, PROCEDURES, type ProcedureName } from '#contract/index.ts'
import { RPC_VERSION } from '#contract/version.ts'
import type { Owner } from '#domain/account/actor.ts'
import type { Cents } from '#domain/lib/money.ts'
import { type ServerOptions, startServer } from '#server/app/start-server.ts'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import type { Database } from '#server/db/database.ts'
import { runInTransaction, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { convertToTicket } from '#server/features/bookings/create-booking.ts'
import { addBooking, type Booking, UNANSWERED } from '#server/features/bookings/store.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import type { RequestLogEntry } from '#server/lib/logger.ts'
import { signToken } from '#server/lib/signed-token.ts'
import { createFakeTransport, type OutgoingEmail } from '#server/mail/mail-transport.ts'
import { createFakePushTransport, type OutgoingPush } from '#server/push/web-push.ts'
import { inputInCents, outputInDollars } from '#server/rpc/dollars.ts'
import {
  bluebonnet,
  customers,
  june,
  loneStar,
  maya,
  PASSWORD,
  rosa,
  sam,
  walt,
  wyatt,
} from '#server/seed/demo-accounts.ts'
import { copyDistributedDatabase, dropDatabases, withClient } from './citus-databases.ts'
import { freePort } from './free-port.mjs'
import { START, TEMPLATE } from './global-setup.ts'

const SECRET = 'a secret that only the tests know'

/** As pages send them. */
export const RPC_HEADERS = { 'rpc-version': RPC_VERSION }

const EMAILS = {
  dana: bluebonnet.email,
  walt: walt.email,
  rosa: rosa.email,
  sam: sam.email,
  ray: loneStar.email,
  wyatt: wyatt.email,
  june: june.customerDetails.email,
  maya: maya.email,
}

export type MemberName = keyof typeof EMAILS
export type PersonName = MemberName | 'visitor'

type ClientContext = { readonly idempotencyKey?: string }

/** A type with dollars in place of cents. */
type InDollars<T> = T extends Cents
  ? number
  : T extends Date | File
    ? T
    : T extends object
      ? { [Key in keyof T]: InDollars<T[Key]> }
      : T

type ClientInDollars<Branch> = {
  [Key in keyof Branch]: Branch[Key] extends ClientOf<infer Context, infer Input, infer Output, infer Errors>
    ? ClientOf<Context, InDollars<Input>, InDollars<Output>, Errors>
    : ClientInDollars<Branch[Key]>
}

/** The typed client, for which money is dollars: what a test names is what a person types and reads. */
export type Client = ClientInDollars<ContractRouterClient<Contract, ClientContext>>

/** Converts the dollars of a test into the cents of the contract, and its answers back. */
export const inDollars = <Context extends ClientContext>(link: ClientLink<Context>): ClientLink<Context> => ({
  call: async (path, input, options) => {
    const { inputSchema, outputSchema } = PROCEDURES[path.join('.') as ProcedureName]['~orpc']
    return outputInDollars(outputSchema, await link.call(path, inputInCents(inputSchema, input), options))
  },
})

type FetchOptions = Omit<RequestInit, 'headers'> & {
  readonly as?: PersonName
  readonly headers?: Record<string, string>
  /** Sent as JSON. */
  readonly json?: unknown
}

export type TestApp = {
  readonly url: string
  /** The app's time; fixed until a test changes it. */
  now: Date
  /** For reading rows, without row-level security. */
  readonly database: Database
  readonly connection: pg.ClientConfig
  /** The account ids of the demo users; an owner's is the company's id as well. */
  readonly ids: Readonly<Record<MemberName, string>>
  /** The errors the app logged. */
  readonly loggedErrors: { readonly message: string; readonly error: unknown; readonly fields?: object }[]
  /** The logged requests. */
  readonly requests: RequestLogEntry[]
  /** The address of its metrics. */
  readonly metricsUrl: string | null
  /** The typed client, logged in as this person on the first call. */
  readonly as: (person: PersonName) => Client
  /** The emails sent by the mail worker, in order. */
  readonly sentEmails: readonly OutgoingEmail[]
  /** The messages sent by the push worker, in order. */
  readonly sentPushes: readonly OutgoingPush[]
  readonly fetch: (path: string, asking?: FetchOptions) => Promise<Response>
  /** Logs in again and returns the session's cookie. */
  readonly signIn: (email: string, password?: string) => Promise<string>
  /** A client with this cookie, and other headers. */
  readonly withCookie: (cookie: string, headers?: Readonly<Record<string, string>>) => Client
  /** An active ticket of June's trailer, created by Dana, assigned to the technician if one is named. */
  readonly createTicket: (technician?: 'rosa' | 'sam') => Promise<number>
  /** A booking of Lucille's motorhome that waits at Bluebonnet's desk. */
  readonly createBooking: () => Promise<number>
  /** The token of an unconfirmed booking. */
  readonly unconfirmedBooking: (changes?: Partial<Booking>) => Promise<string>
  readonly close: () => Promise<void>
}

/** Adds a trigger for a test; a cluster has none unless it is told that this is unsafe. */
export const createTrigger = (database: Database, rest: string): Promise<unknown> =>
  database.connection().execute(async connection => {
    await sql`set citus.enable_unsafe_triggers = on`.execute(connection)
    await sql.raw(`create trigger of_this_test ${rest}`).execute(connection)
  })

/** Creates an empty copy of the template, and returns its connection. */
export async function freshDatabase(template = TEMPLATE): Promise<pg.ClientConfig> {
  const { connection, cluster } = inject('postgres')
  const name = `world_${randomUUID().replaceAll('-', '')}`
  if (cluster !== null && template === TEMPLATE) await copyDistributedDatabase(cluster, template, name)
  else
    await withClient(connection, client =>
      client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
    )
  return { ...connection, database: name }
}

/** Drops a copy, also with open connections. */
async function dropDatabase(name: string): Promise<void> {
  const { connection, cluster } = inject('postgres')
  if (cluster !== null) await dropDatabases(cluster, name)
  else await withClient(connection, client => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
}

export async function createTestApp(options: Partial<ServerOptions> = {}): Promise<TestApp> {
  const { filled: seeded, folder } = inject('postgres')
  const connection = options.connection ?? (await freshDatabase())
  const loggedErrors: TestApp['loggedErrors'] = []
  const requests: RequestLogEntry[] = []
  const clock = { now: new Date(START) }
  const mailTransport = createFakeTransport()
  const pushTransport = createFakePushTransport()
  // A public address does not reveal the port behind it.
  const port = options.baseUrl === undefined ? 0 : await freePort()
  const sessions = new Map<PersonName, Promise<string>>([['visitor', Promise.resolve('')]])
  const server = await startServer({
    connection,
    secret: SECRET,
    host: '127.0.0.1',
    port,
    baseUrl: undefined,
    rateLimits: false,
    trustedProxies: [],
    founders: [maya.email],
    contactEmail: null,
    files: createFakeFileStore(),
    mailTransport,
    pushTransport,
    imagesFolder: await mkdtemp(join(folder, 'pictures-')),
    webFolder: null,
    now: () => clock.now,
    // Refused logins are answered at once.
    clock: { now: () => 0, sleep: async () => {} },
    metricsAddress: null,
    log: {
      error: (message, error, fields) => loggedErrors.push({ message, error, ...(fields && { fields }) }),
      request: seen => requests.push(seen),
      info: () => {},
      flush: () => {},
    },
    ...options,
  })
  const url = options.baseUrl === undefined ? server.url : `http://127.0.0.1:${port}`

  async function signIn(email: string, password = PASSWORD): Promise<string> {
    const response = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    if (!response.ok) throw new Error(`${email} cannot sign in: ${response.status} ${await response.text()}`)
    return response.headers
      .getSetCookie()
      .map(cookie => cookie.split(';')[0] ?? '')
      .filter(cookie => cookie.includes('session_token'))
      .join('; ')
  }

  function cookieOf(person: PersonName): Promise<string> {
    const session = sessions.get(person) ?? signIn(EMAILS[person as MemberName])
    sessions.set(person, session)
    return session
  }

  function clientOf(
    cookie: () => string | Promise<string>,
    headers: Readonly<Record<string, string>> = {},
  ): Client {
    const link = new RPCLink<ClientContext>({
      url: `${url}/rpc`,
      headers: async ({ context: { idempotencyKey } }) => ({
        ...RPC_HEADERS,
        ...headers,
        cookie: await cookie(),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      }),
    })
    return createORPCClient(inDollars(link))
  }

  const { owner: dana, ...people } = seeded.bluebonnet
  const ids = {
    dana: dana.id,
    ...people,
    ray: seeded.loneStar.owner.id,
    wyatt: seeded.loneStar.wyatt,
    june: seeded.june,
    maya: seeded.maya,
  }
  const app: TestApp = {
    url,
    get now() {
      return clock.now
    },
    set now(now) {
      clock.now = now
    },
    database: server.database,
    connection,
    ids,
    loggedErrors,
    requests,
    metricsUrl: server.metricsUrl,
    sentEmails: mailTransport.sent,
    sentPushes: pushTransport.sent,
    as: person => clientOf(() => cookieOf(person)),
    fetch: async (path, { as = 'visitor', headers, json, ...init } = {}) =>
      fetch(`${url}${path}`, {
        ...init,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        headers: {
          cookie: await cookieOf(as),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(path.startsWith('/rpc/') && RPC_HEADERS),
          ...headers,
        },
      }),
    signIn,
    withCookie: (cookie, headers) => clientOf(() => cookie, headers),
    createTicket: async technician => {
      const desk = app.as('dana')
      const jobs = [{ problem: 'Roof leak above the bunk', estimatedTime: 1.25 }]
      const { ticketId } = await desk.tickets.create({ ...june, jobs })
      if (technician !== undefined) await desk.tickets.assign({ ticketId, employeeId: ids[technician] })
      return ticketId
    },
    createBooking: () => createBookingAt(server.database, dana, clock.now),
    unconfirmedBooking: changes => createUnconfirmedBooking(server.database, dana, clock.now, changes),
    close: async () => {
      await server.close()
      if (options.connection === undefined) await dropDatabase(connection.database ?? '')
    },
  }
  return app
}

const asOwner = <T>(database: Database, actor: Owner, now: Date, task: (work: UnitOfWork) => Promise<T>) => {
  const execution = { actor, actorKey: actor.id, now, timeZone: bluebonnet.timeZone }
  const by = { id: 'public', name: 'Lucille Okafor' }
  return runInTransaction({ database, publish: () => {} }, { ...execution, by }, 'command', task)
}

const DAY_MS = 24 * 60 * 60 * 1000

function lucillesBooking(now: Date, changes: Partial<Booking> = {}): Booking {
  const { address, ...customerDetails } = customers[5].customerDetails
  return {
    bookingId: randomUUID(),
    ticketId: null,
    ...customerDetails,
    ...customers[5].customerRV,
    problem: 'Furnace lights, then goes out',
    place: 'site',
    address,
    campground: '',
    siteNumber: '',
    latitude: null,
    longitude: null,
    wantedAt: new Date(now.getTime() + 4 * DAY_MS),
    bookedAt: now,
    emailConfirmedAt: null,
    ...UNANSWERED,
    photos: [],
    ...changes,
  }
}

async function createBookingAt(database: Database, owner: Owner, now: Date): Promise<number> {
  const booked = await asOwner(database, owner, now, work => {
    const booking = lucillesBooking(now)
    addBooking(work, booking)
    return convertToTicket(work, booking, null, work.timeZone)
  })
  return booked.ticketId
}

async function createUnconfirmedBooking(
  database: Database,
  owner: Owner,
  now: Date,
  changes?: Partial<Booking>,
) {
  const booking = lucillesBooking(now, changes)
  await asOwner(database, owner, now, async work => addBooking(work, booking))
  return signToken(createKeyedHash(SECRET), 'booking', { companyId: owner.companyId, id: booking.bookingId })
}

/** As JSON without UUIDs and numbers of six digits, as tickets have: they may contain any digits. */
export const withoutIds = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b\d{6}\b/g, '')

/** A call's refusal as one plain value; throws if it was not refused. */
export async function errorOf(call: Promise<unknown>) {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const { requestId, ...data } = error.data as { requestId: string; [name: string]: unknown }
    if (requestId === undefined) throw new Error('a refusal without a request id', { cause: error })
    return { code: error.code, status: error.status, message: error.message, ...data }
  }
  throw new Error('nothing was refused')
}
