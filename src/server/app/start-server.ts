// A server: migrated database, authentication, live feeds and the app, listening. The product and every test start it
// this way.

import { join } from 'node:path'
import type pg from 'pg'
import { startBackgroundJobs } from '#server/app/background-jobs.ts'
import { createAuth, createSessionLookups } from '#server/auth/auth.ts'
import { argon2, type PasswordHasher } from '#server/auth/password-hashing.ts'
import { type MonotonicClock, systemClock } from '#server/auth/refusal-delay.ts'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import {
  createExternalServices,
  type ExternalServiceSettings,
  type ExternalServices,
} from '#server/config/external-services.ts'
import { watchClusterNodes } from '#server/db/cluster-nodes.ts'
import { MAX_CONNECTIONS, REQUEST_TIMEOUTS } from '#server/db/connections/pool.ts'
import { createTransactionLimiter } from '#server/db/connections/transaction-limiter.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { migrateAndConfigure } from '#server/db/migrate-and-configure.ts'
import { watchReadReplica } from '#server/db/read-replica.ts'
import type { UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { listReferencedImages } from '#server/features/bookings/referenced-images.ts'
import { importFolder } from '#server/features/tree-import/import-lock.ts'
import { createFileJournal } from '#server/files/file-journal.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { createImageProcessor } from '#server/files/image-processor.ts'
import { createHealthCheck } from '#server/http/health.ts'
import { createHttpServer, type ServerTimeouts } from '#server/http/http-server.ts'
import { createWebHandler } from '#server/http/web-handler.ts'
import type { AddressBlock } from '#server/lib/client-ip.ts'
import { ignoreDuringShutdown } from '#server/lib/ignore-during-shutdown.ts'
import type { Logger } from '#server/lib/logger.ts'
import { databaseProblemOf } from '#server/lib/pg-errors.ts'
import { type EventBus, noopEventBus } from '#server/live/event-bus.ts'
import { createLiveFeeds } from '#server/live/live-feeds.ts'
import { createNatsBus } from '#server/live/nats-bus.ts'
import type { NatsConfig } from '#server/live/nats-url.ts'
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
import { rpcHandler } from './handlers.ts'
import { createPipeline } from './pipeline.ts'

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

type Closers = (() => Promise<unknown>)[]

/** Migrates the database, and watches the machines that it is on. */
async function openDatabase(options: ServerOptions, log: Logger, closers: Closers) {
  const { connection, connections, founders } = options
  const { close, ...handle } = createDatabase(
    connection,
    error => log.error('An idle database connection failed.', error),
    { ...REQUEST_TIMEOUTS, ...(connections !== undefined && { max: connections }) },
  )
  closers.push(close)
  await migrateAndConfigure(connection, founders)
  const clusterNodes = await watchClusterNodes(handle.database, connection, log.error)
  closers.push(clusterNodes.close)
  const readReplica = await watchReadReplica(handle.database, options.readReplicaUrl, log.info)
  closers.push(readReplica.close)
  const healthCheck = createHealthCheck(connection, options.imagesFolder, clusterNodes, readReplica)
  closers.push(healthCheck.close)
  const limitTransactions = createTransactionLimiter(connections ?? MAX_CONNECTIONS)
  return { ...handle, clusterNodes, readReplica, healthCheck, limitTransactions }
}

/** The files of images, and of imports in progress. */
async function openFiles(
  { files, imagesFolder }: ServerOptions,
  unitOfWorkServices: UnitOfWorkServices,
  log: Logger,
) {
  const journalIn = (folder: string) =>
    createFileJournal({
      files,
      log: log.error,
      folder: join(folder, 'journal'),
      unitOfWorkServices,
      listReferencedImages,
    })
  return {
    fileJournal: await journalIn(imagesFolder),
    importJournal: await journalIn(importFolder(imagesFolder)),
  }
}

/** Migrates the database and serves. Rejects with one sentence on failure. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { baseUrl, webFolder, imagesFolder, mailTransport, pushTransport, secret, contactEmail, now } =
    options
  const metrics = createMetrics()
  const log = withErrorMetrics(options.log, metrics, options.stopping)
  const httpServer = createHttpServer(options, options.timeouts)
  const url = () => baseUrl ?? httpServer.url()
  const closers: Closers = []
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close()
  }
  try {
    const logRenderError = (error: unknown) => log.error('Server-side rendering failed.', error)
    // The database is migrated while files are read.
    const [storage, web, imageProcessor] = await Promise.all([
      openDatabase(options, log, closers),
      webFolder === null
        ? null
        : createWebHandler({ folder: webFolder, url, log: logRenderError, rpcHandler }),
      createImageProcessor(join(imagesFolder, 'arriving')),
    ])
    const { database, clusterNodes, limitTransactions } = storage
    const externalServices = options.externalServices ?? createExternalServices(options)
    const eventBus = await createEventBus(options, log)
    closers.push(eventBus.close)
    const live = createLiveFeeds(storage, eventBus, log.error)
    closers.push(live.close)
    metrics.watch({ ...storage, eventBus, live })
    const unitOfWorkServices = { database, publish: live.publish, clusterNodes }
    const files = await openFiles(options, unitOfWorkServices, log)
    const keyedHash = createKeyedHash(secret)
    const rateLimiter = createRateLimiter({
      database,
      keyedHash,
      isOn: options.rateLimits,
      limitTransactions,
      now,
      log: log.error,
    })
    const backgroundJobs = startBackgroundJobs({
      ...unitOfWorkServices,
      ...files,
      connection: options.connection,
      temporaryFolder: join(imagesFolder, 'exporting'),
      mail: mailTransport,
      push: pushTransport,
      keyedHash,
      rateLimiter,
      contactEmail,
      cards: externalServices.cards,
      url,
      now,
      log: log.error,
    })
    closers.push(backgroundJobs.close)
    const { canDeliver } = mailTransport
    const mailContext: MailContext = { url, canDeliver, contactEmail, wake: backgroundJobs.wakeMail }
    const { publicKey, accepts } = pushTransport
    const pushContext: PushContext = { publicKey, accepts, wake: backgroundJobs.wakePush }
    const passwords = options.passwords ?? argon2
    const onSessionEnd = live.publishSessionEnd
    const hookOptions = { database, mailContext, now, log, metrics, onSessionEnd }
    const auth = createAuth({ ...hookOptions, passwords, secret, baseUrl })
    const pipeline = await createPipeline({
      ...options,
      ...storage,
      ...files,
      ...(await createSessionLookups(auth, { database, clusterNodes, secret })),
      auth,
      passwords,
      live,
      mailContext,
      pushContext,
      externalServices,
      imageProcessor,
      rateLimiter,
      web,
      log,
      clock: options.clock ?? systemClock,
      recordWebVitals: metrics.recordWebVitals,
    })
    await httpServer.listen(pipeline)
    const { metricsAddress } = options
    const metricsServer = metricsAddress === null ? null : await startMetricsServer(metrics, metricsAddress)
    if (metricsServer !== null) closers.push(metricsServer.close)
    return {
      url: url(),
      metricsUrl: metricsServer?.url ?? null,
      metrics,
      database,
      close: async () => {
        const drained = httpServer.drain()
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
