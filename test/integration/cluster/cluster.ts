// Three built servers, each with its own data folder, on one PostgreSQL with the demo data.

import pg from 'pg'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { freePort } from '../../support/free-port.mjs'
import { ServerProcess } from '../../support/server-process.mjs'
import { freshDatabase } from '../../support/test-app.ts'

const SECRET = 'a secret that all of them know, and it is long enough'

export type Cluster = {
  readonly servers: readonly ServerProcess[]
  readonly urls: readonly string[]
  /** Without row-level security. */
  readonly client: pg.Client
  /** The database's URL, as an operator would set it. */
  readonly databaseUrl: string
  /** A server's metric, summed over its labels. */
  readonly metric: (server: ServerProcess, name: string) => Promise<number>
  readonly close: () => Promise<void>
}

export async function startCluster(env: Record<string, string> = {}, isStarted = true): Promise<Cluster> {
  await buildIfStale()
  const connection = await freshDatabase()
  const { user, database, host = '', port } = connection
  const databaseUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const client = new pg.Client(connection)
  await client.connect()
  const metrics = await Promise.all([freePort(), freePort(), freePort()])
  const shared = {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: SECRET,
    LOG: 'json',
    TRUSTED_PROXIES: '127.0.0.1',
    ...env,
  }
  const servers = metrics.map(port => new ServerProcess({ env: { ...shared, METRICS_PORT: String(port) } }))
  const close = async () => {
    for (const server of servers) await server.remove()
    await client.end()
  }
  try {
    if (isStarted) await Promise.all(servers.map(server => server.start()))
  } catch (error) {
    await close()
    throw error
  }
  return {
    servers,
    client,
    databaseUrl,
    close,
    get urls() {
      return servers.map(({ url }) => url)
    },
    metric: async (server, name) => {
      const text = await (await fetch(`http://127.0.0.1:${metrics[servers.indexOf(server)]}/metrics`)).text()
      const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))]
      return values.reduce((sum, [, value]) => sum + Number(value), 0)
    },
  }
}

export async function versionOf({ client }: Cluster, companyId: string): Promise<number> {
  const { rows } = await client.query('SELECT version FROM company_version WHERE company_id = $1', [
    companyId,
  ])
  return Number(rows[0].version)
}
