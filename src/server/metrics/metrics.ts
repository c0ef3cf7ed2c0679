// The server's metrics for Prometheus, on their own port, never the public one.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { WebVitalsReport } from '#contract/web-vitals.ts'
import type { ClusterNodes } from '#server/db/cluster-nodes.ts'
import type { DatabaseHandle } from '#server/db/database.ts'
import type { ReadReplica } from '#server/db/read-replica.ts'
import type { Row } from '#server/db/schema.ts'
import { listJobRuns } from '#server/jobs/job-runs.ts'
import type { RequestLogEntry } from '#server/lib/logger.ts'
import { createWebVitalsRecorder } from './web-vitals-recorder.ts'

export type Metrics = {
  readonly observeRequest: (request: Pick<RequestLogEntry, 'method' | 'route' | 'status' | 'ms'>) => void
  readonly countError: () => void
  readonly countSignIn: (outcome: string) => void
  readonly recordWebVitals: (visit: WebVitalsReport) => void
  /** Adds what is read of these at each scrape. */
  readonly watch: (sources: MetricSources) => void
  /** Raw values, to be aggregated with other processes. */
  readonly snapshot: () => Promise<readonly object[]>
} & ReadableMetrics

type ReadableMetrics = {
  /** In Prometheus' text format. */
  readonly read: () => Promise<string>
  readonly contentType: string
}

type MetricSources = Pick<DatabaseHandle, 'database' | 'connections'> & {
  /** The live streams of this server. */
  readonly live: { readonly listenerCount: () => number }
  readonly eventBus: { readonly isConnected: () => boolean }
  readonly clusterNodes: Pick<ClusterNodes, 'list'>
  readonly readReplica: Pick<ReadReplica, 'state'>
}

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'rigwright_request_seconds',
    help: 'Seconds from request to start of response',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const errors = new Counter({
    name: 'rigwright_errors_total',
    help: 'Errors written to the log',
    registers,
  })
  const signIns = new Counter({
    name: 'rigwright_sign_ins_total',
    help: 'Login attempts',
    labelNames: ['outcome'] as const,
    registers,
  })
  return {
    observeRequest: ({ method, route, status, ms }) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    countError: () => errors.inc(),
    countSignIn: outcome => signIns.inc({ outcome }),
    watch: sources => addGauges(registry, sources),
    snapshot: () => registry.getMetricsAsJSON(),
    recordWebVitals: createWebVitalsRecorder(registry),
    read: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** What is read at each scrape. */
function addGauges(
  registry: Registry,
  { database, connections, live, eventBus, clusterNodes, readReplica }: MetricSources,
): void {
  const registers = [registry]
  new Gauge({
    name: 'rigwright_live_streams',
    help: 'Live streams open on this server',
    registers,
    collect() {
      this.set(live.listenerCount())
    },
  })
  new Gauge({
    name: 'rigwright_event_bus_up',
    help: '1 while the event bus is connected',
    registers,
    // Over several processes: 1 only if all are connected.
    aggregator: 'min',
    collect() {
      this.set(Number(eventBus.isConnected()))
    },
  })
  new Gauge({
    name: 'rigwright_database_connections',
    help: 'Connections of the pool by state; waiting counts requests without one',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'rigwright_database_node_up',
    help: '1 while a machine of the distributed database responds; none where it is not distributed',
    labelNames: ['node'] as const,
    registers,
    // Over several processes: 1 only if all reach it.
    aggregator: 'min',
    collect() {
      this.reset()
      for (const { address, isUp } of clusterNodes.list()) this.set({ node: address }, Number(isUp))
    },
  })
  new Gauge({
    name: 'rigwright_read_replica_up',
    help: '1 while the read replica is up to date; none without one',
    registers,
    aggregator: 'min',
    collect() {
      const state = readReplica.state()
      if (state === null) this.reset()
      else this.set(Number(state === 'current'))
    },
  })
  new Gauge({
    name: 'rigwright_emails_queued',
    help: 'Emails not yet accepted by the mail server',
    registers,
    // All processes count the same queue.
    aggregator: 'max',
    async collect() {
      this.set(await countQueuedEmails(database))
    },
  })
  addJobGauges(registry, database)
}

/** One value for each background job that has run; none while the database does not respond. */
function addJobGauges(registry: Registry, database: DatabaseHandle['database']): void {
  const addGauge = (name: string, help: string, read: (run: Row<'backgroundJob'>) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['job'] as const,
      registers: [registry],
      // All processes read the same rows.
      aggregator: 'max',
      async collect() {
        this.reset()
        for (const run of await listJobRuns(database).catch(() => [])) {
          const value = read(run)
          if (value !== null) this.set({ job: run.name }, value)
        }
      },
    })
  addGauge(
    'rigwright_job_last_success_timestamp_seconds',
    'When a background job last succeeded',
    ({ lastSucceededAt }) => lastSucceededAt && lastSucceededAt.getTime() / 1000,
  )
  addGauge('rigwright_job_failures', 'Failures of a background job in a row', ({ failures }) => failures)
}

/** NaN while the database does not respond: the other metrics are needed most then. */
async function countQueuedEmails(database: DatabaseHandle['database']): Promise<number> {
  try {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from email_outbox where next_attempt_at is not null`.execute(database)
    return rows[0]?.count ?? Number.NaN
  } catch {
    return Number.NaN
  }
}

type WorkerMetrics = {
  readonly size: () => number
  readonly collectMetrics: () => Promise<(readonly object[])[]>
}

/** Aggregates the metrics of several processes, with their number. */
export function aggregateWorkerMetrics({ size, collectMetrics }: WorkerMetrics): ReadableMetrics {
  const registry = new Registry()
  new Gauge({
    name: 'rigwright_workers',
    help: 'Worker processes',
    registers: [registry],
    collect() {
      this.set(size())
    },
  })
  return {
    read: async () => {
      const aggregated = AggregatorRegistry.aggregate(await collectMetrics())
      return (await aggregated.metrics()) + (await registry.metrics())
    },
    contentType: registry.contentType,
  }
}

export type MetricsAddress = { readonly host: string; readonly port: number }

/** Serves `GET /metrics` on its own port; returns the address and how to stop. */
export async function startMetricsServer(metrics: ReadableMetrics, { host, port }: MetricsAddress) {
  const server: Server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.read().then(
      text => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
