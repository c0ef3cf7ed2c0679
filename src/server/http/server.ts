// A server: migrated database, authentication, live feeds and the app, listening. The product and every test start it
// this way.

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { createAuth, createSessionLookups } from '#server/auth/auth.ts'
import { argon2, type PasswordHasher } from '#server/auth/password-hashing.ts'
import { type MonotonicClock, systemClock } from '#server/auth/refusal-delay.ts'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import {
  createExternalServices,
  type ExternalServiceSettings,
  type ExternalServices,
} from '#server/config/external-services.ts'
import { type ClusterNodes, watchClusterNodes } from '#server/db/cluster-nodes.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { migrateAndConfigure } from '#server/db/migrate-and-configure.ts'
import { MAX_CONNECTIONS, REQUEST_TIMEOUTS } from '#server/db/pool.ts'
import { type ReplicaState, watchReadReplica } from '#server/db/read-replica.ts'
import { createTransactionLimiter } from '#server/db/transaction-limiter.ts'
import { listReferencedImages } from '#server/features/bookings/referenced-images.ts'
import { importFolder } from '#server/features/tree-import/import-lock.ts'
import { createFileReconciler } from '#server/files/file-reconciler.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { createImageProcessor } from '#server/files/image-processor.ts'
import { startBackgroundJobs } from '#server/jobs/background-jobs.ts'
import type { AddressBlock } from '#server/lib/client-ip.ts'
import { ignoreDuringShutdown } from '#server/lib/ignore-during-shutdown.ts'
import type { Logger } from '#server/lib/logger.ts'
import { databaseProblemOf } from '#server/lib/pg-errors.ts'
import { type EventBus, type NatsConfig, noopEventBus } from '#server/live/event-bus.ts'
import { createLiveFeeds } from '#server/live/live-feeds.ts'
import { createNatsBus } from '#server/live/nats-bus.ts'
import { createPgNotifyBus } from '#server/live/pg-notify-bus.ts'
import type { MailTransport } from '#server/mail/mail-transport.ts'
import type { MailContext } from '#server/mail/outbox.ts'
import {
  createMetrics,
  type Metrics,
  type MetricsAddress,
  startMetricsServer,
} from '#server/metrics/metrics.ts'
import type { PushContext } from '#server/push/push-context.ts'
import type { PushTransport } from '#server/push/web-push.ts'
import { createRateLimiter } from '#server/rate-limits/rate-limiter.ts'
import { createHealthCheck } from './health.ts'
import { createPipeline } from './pipeline.ts'
import { createWebHandler } from './web-handler.ts'

const DRAIN_MS = 8000
const MINUTE_MS = 60_000

export type ServerOptions = ExternalServiceSettings & {
  readonly connection: pg.ClientConfig
  /** Pool size; by default that of a single server. */
  readonly connections?: number
  /** A standby of this database, for the public work histories. */
  readonly readReplicaUrl?: string | undefined
  readonly secret: string
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly baseUrl: string | undefined
  readonly trustedProxies: readonly AddressBlock[]
  readonly rateLimits: boolean
  /** The founders' emails, in lower case. */
  readonly founders: readonly string[]
  /** Where people write to them. */
  readonly contactEmail: string | null
  /** Default: Argon2id. */
  readonly passwords?: PasswordHasher
  /** Measures how long a login takes; default: the system's. */
  readonly clock?: MonotonicClock
  /** Defaults suit slow connections. */
  readonly timeouts?: ServerTimeouts
  readonly files: FileStore
  readonly mailTransport: MailTransport
  /** Sends push messages. */
  readonly pushTransport: PushTransport
  /** A folder of this server only, for images in progress. */
  readonly imagesFolder: string
  /** The folder of the built web client; null to serve only the API. */
  readonly webFolder: string | null
  /** Default: the real ones, by settings. */
  readonly externalServices?: ExternalServices
  /** The event bus of several servers; default: PostgreSQL's NOTIFY. */
  readonly eventBus?: NatsConfig | null
  /** No other process can use this database. */
  readonly isSingleProcess?: boolean
  /** The metrics endpoint; null for none. */
  readonly metricsAddress: MetricsAddress | null
  readonly now: () => Date
  readonly log: Logger
  /** Aborted when the program is stopping: database errors from then on are expected. */
  readonly stopping?: AbortSignal
}

export type RunningServer = {
  /** The address it listens on. */
  readonly url: string
  /** The address of the metrics. */
  readonly metricsUrl: string | null
  readonly metrics: Metrics
  readonly database: Database
  /** Finishes requests in flight, then closes everything. */
  readonly close: () => Promise<void>
}

const localUrl = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

/** Migrates the database and serves. Rejects with one sentence on failure. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const {
    connection,
    secret,
    host,
    baseUrl,
    trustedProxies,
    rateLimits,
    webFolder,
    now,
    founders,
    contactEmail,
  } = options
  const onLost = (error: Error) => log.error('An idle database connection failed.', error)
  const { connections } = options
  const poolOptions = { ...REQUEST_TIMEOUTS, ...(connections !== undefined && { max: connections }) }
  const databaseHandle = createDatabase(connection, onLost, poolOptions)
  let streams = () => 0
  let eventBus: EventBus | null = null
  const isEventBusConnected = () => eventBus?.isConnected() ?? false
  let listClusterNodes: ClusterNodes['list'] = () => []
  let readReplicaState = (): ReplicaState | null => null
  const metrics = createMetrics({
    ...databaseHandle,
    streams: () => streams(),
    isEventBusConnected,
    listClusterNodes: () => listClusterNodes(),
    readReplicaState: () => readReplicaState(),
  })
  const log = withErrorMetrics(options.log, metrics, options.stopping)
  const { database } = databaseHandle
  const closers: (() => Promise<unknown>)[] = [databaseHandle.close]
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close()
  }
  try {
    const logRenderError = (error: unknown) => log.error('Server-side rendering failed.', error)
    let url = baseUrl ?? ''
    // The database is migrated while files are read.
    const [web, imageProcessor] = await Promise.all([
      webFolder === null
        ? null
        : createWebHandler({ folder: webFolder, url: () => url, log: logRenderError }),
      createImageProcessor(join(options.imagesFolder, 'arriving')),
      migrateAndConfigure(connection, founders),
    ])
    const externalServices = options.externalServices ?? createExternalServices(options)
    eventBus = await createEventBus(options, log)
    closers.push(eventBus.close)
    const clusterNodes = await watchClusterNodes(database, connection, log.error)
    closers.push(clusterNodes.close)
    listClusterNodes = clusterNodes.list
    const readReplica = await watchReadReplica(database, options.readReplicaUrl, log.info)
    closers.push(readReplica.close)
    readReplicaState = readReplica.state
    const live = createLiveFeeds({ database, clusterNodes }, eventBus, log.error)
    closers.push(live.close)
    streams = live.listenerCount
    const reconcilerIn = (folder: string) =>
      createFileReconciler({
        files: options.files,
        log: log.error,
        folder: join(folder, 'journal'),
        unitOfWorkServices: { database, publish: live.publish, clusterNodes },
        listReferencedImages,
      })
    const fileReconciler = await reconcilerIn(options.imagesFolder)
    const importReconciler = await reconcilerIn(importFolder(options.imagesFolder))
    const healthCheck = createHealthCheck(connection, options.imagesFolder, clusterNodes, readReplica)
    closers.push(healthCheck.close)
    const { pushTransport } = options
    const keyedHash = createKeyedHash(secret)
    const limitTransactions = createTransactionLimiter(connections ?? MAX_CONNECTIONS)
    const rateLimiter = createRateLimiter({
      database,
      keyedHash,
      isOn: rateLimits,
      limitTransactions,
      now,
      log: log.error,
    })
    const backgroundJobs = startBackgroundJobs({
      database,
      publish: live.publish,
      clusterNodes,
      connection,
      fileReconciler,
      temporaryFolder: join(options.imagesFolder, 'exporting'),
      importReconciler,
      mail: options.mailTransport,
      push: pushTransport,
      keyedHash,
      rateLimiter,
      contactEmail,
      cards: externalServices.cards,
      url: () => url,
      now,
      log: log.error,
    })
    closers.push(backgroundJobs.close)
    const mailContext: MailContext = {
      url: () => url,
      canDeliver: options.mailTransport.canDeliver,
      contactEmail,
      wake: backgroundJobs.wakeMail,
    }
    const pushContext: PushContext = {
      publicKey: pushTransport.publicKey,
      accepts: pushTransport.accepts,
      wake: backgroundJobs.wakePush,
    }
    const passwords = options.passwords ?? argon2
    const onSessionEnd = live.publishSessionEnd
    const hookOptions = { database, mailContext, now, log, metrics, onSessionEnd }
    const auth = createAuth({ ...hookOptions, passwords, secret, baseUrl })
    const sessionLookups = await createSessionLookups(auth, { database, clusterNodes, secret })
    const services = {
      ...sessionLookups,
      database,
      clusterNodes,
      readReplica,
      limitTransactions,
      auth,
      passwords,
      live,
      mailContext,
      pushContext,
      externalServices,
      imageProcessor,
      fileReconciler,
      secret,
      baseUrl,
      trustedProxies,
      rateLimits,
      rateLimiter,
      web,
      now,
      log,
      founders,
      healthCheck,
      clock: options.clock ?? systemClock,
      recordWebVitals: metrics.recordWebVitals,
    }
    const server = await listen(await createPipeline(services), {
      hostname: host,
      port: options.port,
      timeouts: options.timeouts ?? DEFAULT_TIMEOUTS,
    })
    const closeUnusedConnections = trackUnusedConnections(server)
    const { port } = server.address() as AddressInfo
    const metricsServer =
      options.metricsAddress === null ? null : await startMetricsServer(metrics, options.metricsAddress)
    if (metricsServer !== null) closers.push(metricsServer.close)
    url = baseUrl ?? localUrl(host, port)
    return {
      url,
      metricsUrl: metricsServer?.url ?? null,
      metrics,
      database,
      close: async () => {
        const drained = drain(server, closeUnusedConnections)
        await live.close()
        closers.splice(closers.indexOf(live.close), 1)
        await drained
        await closeAll()
      },
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function createEventBus(
  { eventBus, isSingleProcess, connection }: ServerOptions,
  log: Logger,
): Promise<EventBus> {
  if (eventBus) return createNatsBus(eventBus, log)
  return isSingleProcess ? Promise.resolve(noopEventBus) : createPgNotifyBus(connection, log)
}

/** Counts every logged error, and ignores those that a shutdown caused. */
const withErrorMetrics = (log: Logger, metrics: Metrics, stopping?: AbortSignal): Logger => ({
  ...log,
  error: (...parameters) => {
    const record = () => {
      metrics.countError()
      log.error(...parameters)
    }
    if (stopping === undefined || databaseProblemOf(parameters[1]) !== 'away') record()
    else ignoreDuringShutdown(stopping, record)
  },
  request: request => {
    metrics.observeRequest(request)
    log.request(request)
  },
})

/** The server's timeouts for slow clients, in milliseconds. */
type ServerTimeouts = {
  readonly headersMs: number
  /** For a whole request: a dozen photos over a slow connection. */
  readonly requestMs: number
  /** For the next request on a connection: longer than proxies wait, so that they close it. */
  readonly idleMs: number
  /** How often timeouts are checked. */
  readonly checkIntervalMs: number
}

const DEFAULT_TIMEOUTS: ServerTimeouts = {
  headersMs: 20_000,
  requestMs: 10 * MINUTE_MS,
  idleMs: 75_000,
  checkIntervalMs: 5000,
}

/** More connections than any shop opens; beyond this they are refused before the process runs out. */
const MAX_SOCKETS = 10_000

type ListenOptions = { readonly hostname: string; readonly port: number; readonly timeouts: ServerTimeouts }

function listen(listener: RequestListener, { hostname, port, timeouts }: ListenOptions): Promise<Server> {
  const serverOptions = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: timeouts.checkIntervalMs,
  }
  return new Promise((resolve, reject) => {
    const server = createServer(serverOptions, listener)
    server.listen(port, hostname, () => resolve(server))
    server.maxConnections = MAX_SOCKETS
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is taken by another program. Set PORT to a free one.`, { cause: error })
          : error,
      ),
    )
  })
}

/** Returns how to close connections without a request, as browsers open in advance: to Node they are not idle. */
function trackUnusedConnections(server: Server): () => void {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}

/** Stops accepting connections and waits a while for requests in flight. */
function drain(server: Server, closeUnusedConnections: () => void): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    // They would delay the shutdown for seconds.
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      closeUnusedConnections()
    }, 50)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
  })
}
