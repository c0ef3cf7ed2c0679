// One server: a database brought up to date, the sign-in, the live feeds and the app, listening.
// The start and every test use this same way in.

import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type pg from 'pg'
import { linksEndedBefore } from '#domain/customer-links/link.ts'
import { forgetOldSignIns } from '#server/audit/sign-ins.ts'
import { openAuth, readersFor } from '#server/auth/auth.ts'
import { argon2, type Passwords } from '#server/auth/password-hashing.ts'
import { forgetEnded } from '#server/auth/session-policy.ts'
import { fingerprintWith } from '#server/config/secret.ts'
import { type Outside, type OutsideSettings, openOutside } from '#server/config/services.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { prepare } from '#server/db/migrate-and-configure.ts'
import { troubleOf } from '#server/db/pg-errors.ts'
import { FOR_PEOPLE } from '#server/db/pool.ts'
import { forgetBookings } from '#server/features/bookings/cleanup.ts'
import { forgetEndedPhones, type Phones } from '#server/features/push-subscriptions/store.ts'
import { reviseBadges } from '#server/features/reviews/recalculate-badges.ts'
import { takeUpPlans } from '#server/features/schedule/activate-plans.ts'
import { openKeeper } from '#server/files/file-reconciler.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { openPictures } from '#server/files/image-processing.ts'
import type { Block } from '#server/http/middleware/client-ip.ts'
import { forgetOldCounts } from '#server/http/middleware/rate-limiter.ts'
import { unlessStopping } from '#server/lib/ignore-during-shutdown.ts'
import type { Log } from '#server/lib/logger.ts'
import { openLive } from '#server/live/change-feed.ts'
import { type Broker, type Doorbell, NOBODY } from '#server/live/event-bus.ts'
import { openNatsDoorbell } from '#server/live/nats-bus.ts'
import { openNotifyDoorbell } from '#server/live/pg-notify-bus.ts'
import { openPostman } from '#server/mail/mail-worker.ts'
import { forgetOldLetters, type Post } from '#server/mail/outbox.ts'
import type { Mail } from '#server/mail/transport.ts'
import { type Figures, type FiguresPort, openFigures, serveFigures } from '#server/metrics/metrics.ts'
import { openHerald } from '#server/push/push-worker.ts'
import type { Push } from '#server/push/web-push.ts'
import { forgetOldAnswers } from '#server/rpc/idempotency.ts'
import { createApp } from './app.ts'
import { openShortWay, type ShortWay } from './fast-path.ts'
import { openWeb } from './static-files.ts'

const DRAIN_MS = 8000
const MINUTE_MS = 60_000
const TIDY_MS = 60 * MINUTE_MS

export type ServeOptions = OutsideSettings & {
  readonly connection: pg.ClientConfig
  /** How many requests may be at the database at once; unset: as many as one server needs. */
  readonly connections?: number
  readonly secret: string
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly baseUrl: string | undefined
  readonly trustedProxies: readonly Block[]
  readonly rateLimits: boolean
  /** The emails of those who run the platform, in lower case. */
  readonly founders: readonly string[]
  /** Unset: Argon2id. */
  readonly passwords?: Passwords
  /** Unset: as long as a poor connection may need. */
  readonly patience?: Patience
  readonly files: FileStore
  readonly mail: Mail
  /** How news reaches phones. */
  readonly push: Push
  /** A folder of this server alone, for pictures on their way. */
  readonly picturesFolder: string
  /** Where the built web lies; null to serve the API alone. */
  readonly webFolder: string | null
  /** Unset: the real ones, as they were set. */
  readonly outside?: Outside
  /** How servers tell each other of changes; unset: by their PostgreSQL. */
  readonly doorbell?: Broker | null
  /** Nobody else serves from this database, nor can. */
  readonly isAlone?: boolean
  /** Where the figures are read; null for nowhere. */
  readonly figuresPort: FiguresPort | null
  readonly now: () => Date
  readonly log: Log
  /** Aborted once it is told to stop: that the database is away from then on is no fault. */
  readonly stopping?: AbortSignal
}

export type Serving = {
  /** Where it answers. */
  readonly url: string
  /** Where the figures are read. */
  readonly figuresUrl: string | null
  readonly figures: Figures
  readonly database: Database
  /** Lets requests in flight finish, then closes everything. */
  readonly close: () => Promise<void>
}

const localUrl = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

/** Brings the database up to date and serves. Rejects with one sentence when it cannot. */
export async function serveRigwright(options: ServeOptions): Promise<Serving> {
  const { connection, secret, host, baseUrl, trustedProxies, rateLimits, webFolder, now, founders } = options
  const onLost = (fault: Error) => log.fault('An idle database connection broke.', fault)
  const { connections } = options
  const limits = { ...FOR_PEOPLE, ...(connections !== undefined && { max: connections }) }
  const open = openDatabase(connection, onLost, limits)
  let streams = () => 0
  let doorbell: Doorbell | null = null
  const isDoorbellUp = () => doorbell?.isUp() ?? false
  const figures = openFigures({ ...open, streams: () => streams(), isDoorbellUp })
  const log = counted(options.log, figures, options.stopping)
  const { database } = open
  const closers: (() => Promise<unknown>)[] = [open.close]
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close()
  }
  try {
    const drawingFault = (fault: unknown) => log.fault('A page could not be drawn ahead.', fault)
    let url = baseUrl ?? ''
    // The database is brought up to date while the files are read.
    const [web, pictures] = await Promise.all([
      webFolder === null ? null : openWeb({ folder: webFolder, url: () => url, log: drawingFault }),
      openPictures(join(options.picturesFolder, 'arriving')),
      prepare(connection, founders),
    ])
    const outside = options.outside ?? openOutside(options)
    doorbell = await openDoorbell(options, log)
    closers.push(doorbell.close)
    const live = openLive(database, doorbell, log.fault)
    closers.push(live.close)
    streams = live.listeners
    const keeper = await openKeeper({
      ...{ files: options.files, log: log.fault },
      folder: join(options.picturesFolder, 'undecided'),
      workplace: { database, wake: live.wake },
    })
    const tidy = async () => {
      await forgetOldAnswers(database, now())
      await forgetOldLetters(database, now())
      await forgetOldCounts(database, now())
      await forgetEnded(database, now())
      await forgetOldSignIns(database, now())
      await forgetBookings({ database, wake: live.wake }, keeper, now())
      await forgetEndedPhones(database, linksEndedBefore(now()))
      await reviseBadges({ database, wake: live.wake }, now())
      await keeper.tidy()
    }
    const postman = openPostman({ database, mail: options.mail, now, log: log.fault })
    const { push } = options
    const fingerprint = fingerprintWith(secret)
    const herald = openHerald({ database, push, fingerprint, now, log: log.fault })
    closers.push(
      postman.close,
      herald.close,
      nowAndThen(TIDY_MS, tidy, fault =>
        log.fault('Tidying up did not go through; it is tried again.', fault),
      ),
      nowAndThen(
        MINUTE_MS,
        () => takeUpPlans({ database, wake: live.wake }, now()),
        fault => log.fault('A plan could not be taken up; it is tried again in a minute.', fault),
      ),
    )
    const post: Post = { url: () => url, reaches: options.mail.reaches, wake: postman.wake }
    const phones: Phones = { publicKey: push.publicKey, accepts: push.accepts, wake: herald.wake }
    const passwords = options.passwords ?? argon2
    const auth = openAuth({ database, post, passwords, secret, baseUrl, now, log, figures })
    const readers = await readersFor(auth, { database, secret })
    const house = {
      ...{
        ...readers,
        database,
        auth,
        passwords,
        live,
        post,
        phones,
        outside,
        pictures,
        keeper,
        secret,
        baseUrl,
      },
      ...{ trustedProxies, rateLimits, web, now, log, founders, picturesFolder: options.picturesFolder },
      visited: figures.visited,
    }
    const app = createApp(house)
    const server = await listen(app.fetch, await openShortWay(house), {
      hostname: host,
      port: options.port,
      patience: options.patience ?? PATIENCE,
    })
    const { port } = server.address() as AddressInfo
    const figuresDoor = options.figuresPort === null ? null : await serveFigures(figures, options.figuresPort)
    if (figuresDoor !== null) closers.push(figuresDoor.close)
    url = baseUrl ?? localUrl(host, port)
    return {
      url,
      figuresUrl: figuresDoor?.url ?? null,
      figures,
      database,
      close: async () => {
        const drained = drain(server)
        await live.close()
        closers.splice(closers.indexOf(live.close), 1)
        await drained
        await closeAll()
      },
    }
  } catch (fault) {
    await closeAll()
    throw fault
  }
}

function openDoorbell({ doorbell, isAlone, connection }: ServeOptions, log: Log): Promise<Doorbell> {
  if (doorbell) return openNatsDoorbell(doorbell, log)
  return isAlone ? Promise.resolve(NOBODY) : openNotifyDoorbell(connection, log)
}

/** The log, with everything that goes through it counted. A stop may have taken the database along: that is no fault. */
const counted = (log: Log, figures: Figures, stopping?: AbortSignal): Log => ({
  ...log,
  fault: (...said) => {
    const tell = () => {
      figures.fault()
      log.fault(...said)
    }
    if (stopping === undefined || troubleOf(said[1]) !== 'away') tell()
    else unlessStopping(stopping, tell)
  },
  request: seen => {
    figures.request(seen)
    log.request(seen)
  },
})

/** Answers with how to stop. */
function nowAndThen(everyMs: number, task: () => Promise<void>, onFault: (fault: unknown) => void) {
  let running = Promise.resolve()
  let again: NodeJS.Timeout | undefined
  const run = () => {
    running = running.then(task).catch(fault => {
      onFault(fault)
      // What a lost database kept from being done is not left for an hour.
      clearTimeout(again)
      again = setTimeout(run, Math.min(everyMs, MINUTE_MS)).unref()
    })
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    clearTimeout(again)
    await running
    clearTimeout(again)
  }
}

/** How long the server waits for somebody slow, in milliseconds. */
export type Patience = {
  readonly headersMs: number
  /** For a whole request: a dozen photos over a phone's poor connection. */
  readonly requestMs: number
  /** For the next request on a connection: longer than proxies keep theirs, so that they end it. */
  readonly idleMs: number
  /** How often it looks for those it has waited for long enough. */
  readonly lookMs: number
}

const PATIENCE: Patience = {
  headersMs: 20_000,
  requestMs: 10 * MINUTE_MS,
  idleMs: 75_000,
  lookMs: 5000,
}

/** More sockets than any shop opens: whoever opens more is turned away before the process runs out. */
const MOST_CONNECTIONS = 10_000

type Place = { readonly hostname: string; readonly port: number; readonly patience: Patience }

function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  shortWay: ShortWay,
  { hostname, port, patience }: Place,
): Promise<Server> {
  const serverOptions = {
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: patience.idleMs,
    connectionsCheckingInterval: patience.lookMs,
  }
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        ...{ fetch, hostname, port, serverOptions },
        createServer: ((options: ServerOptions, longWay: RequestListener) =>
          createServer(options, (request, response) =>
            shortWay(request, response, () => longWay(request, response)),
          )) as typeof createServer,
      },
      () => resolve(server),
    ) as Server
    server.maxConnections = MOST_CONNECTIONS
    server.once('error', (fault: NodeJS.ErrnoException) =>
      reject(
        fault.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken by another program. Set PORT to a free one.`, { cause: fault })
          : fault,
      ),
    )
  })
}

/** Stops taking connections and waits for those in flight, for a while. */
function drain(server: Server): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    // A connection is idle once its answer is through: kept alive, it would hold the stop up for seconds.
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
  })
}
