// What the server counts of itself, for Prometheus. It is read on a port of its own, never through
// the door that the public comes in by.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Visit } from '#contract/web-vitals.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import type { SeenRequest } from '#server/lib/logger.ts'
import { openWebFigures } from './web-vitals.ts'

export type Figures = {
  readonly request: (seen: Pick<SeenRequest, 'method' | 'route' | 'status' | 'ms'>) => void
  readonly fault: () => void
  readonly signIn: (outcome: string) => void
  readonly visited: (visit: Visit) => void
  /** As they are, to be added up with those of other processes. */
  readonly count: () => Promise<readonly object[]>
} & ReadableFigures

export type ReadableFigures = {
  /** In Prometheus' own text. */
  readonly read: () => Promise<string>
  readonly contentType: string
}

type Sources = Pick<OpenDatabase, 'database' | 'connections'> & {
  /** How many streams are open on this server. */
  readonly streams: () => number
  readonly isDoorbellUp: () => boolean
}

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function openFigures({ database, connections, streams, isDoorbellUp }: Sources): Figures {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    ...{ name: 'rigwright_request_seconds', help: 'From the request to the beginning of its answer' },
    ...{ labelNames: ['method', 'route', 'status'] as const, buckets: BUCKETS_SECONDS, registers },
  })
  const faults = new Counter({
    ...{ name: 'rigwright_faults_total', help: 'What was written to the log as a fault', registers },
  })
  const signIns = new Counter({
    ...{
      name: 'rigwright_sign_ins_total',
      help: 'Tries to sign in',
      labelNames: ['outcome'] as const,
      registers,
    },
  })
  new Gauge({
    ...{ name: 'rigwright_live_streams', help: 'Live streams open on this server', registers },
    collect() {
      this.set(streams())
    },
  })
  new Gauge({
    ...{ name: 'rigwright_doorbell_up', help: '1 while servers hear of each other at once', registers },
    // Over several processes: whether all of them do.
    aggregator: 'min',
    collect() {
      this.set(Number(isDoorbellUp()))
    },
  })
  new Gauge({
    ...{ name: 'rigwright_database_connections', help: 'Of the pool; waiting: requests without one' },
    ...{ labelNames: ['state'] as const, registers },
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
  new Gauge({
    ...{ name: 'rigwright_letters_waiting', help: 'Letters that no mail server has taken yet', registers },
    // The same queue, whoever counts it.
    aggregator: 'max',
    async collect() {
      this.set(await lettersWaiting(database))
    },
  })
  return {
    request: ({ method, route, status, ms }) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    fault: () => faults.inc(),
    signIn: outcome => signIns.inc({ outcome }),
    count: () => registry.getMetricsAsJSON(),
    visited: openWebFigures(registry),
    read: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** Not a number while the database does not answer: the other figures are wanted then above all. */
async function lettersWaiting(database: OpenDatabase['database']): Promise<number> {
  try {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from letter where next_try is not null`.execute(database)
    return rows[0]?.count ?? Number.NaN
  } catch {
    return Number.NaN
  }
}

type Counted = { readonly size: () => number; readonly count: () => Promise<(readonly object[])[]> }

/** The figures of several processes as those of one server, and how many there are. */
export function gatherFigures({ size, count }: Counted): ReadableFigures {
  const registry = new Registry()
  new Gauge({
    ...{ name: 'rigwright_workers', help: 'Processes that serve', registers: [registry] },
    collect() {
      this.set(size())
    },
  })
  return {
    read: async () => {
      const added = AggregatorRegistry.aggregate(await count())
      return (await added.metrics()) + (await registry.metrics())
    },
    contentType: registry.contentType,
  }
}

export type FiguresPort = { readonly host: string; readonly port: number }

/** Answers `GET /metrics` on a port of its own; answers with where that is and how to stop. */
export async function serveFigures(figures: ReadableFigures, { host, port }: FiguresPort) {
  const server: Server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    figures.read().then(
      text => response.writeHead(200, { 'Content-Type': figures.contentType }).end(text),
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
