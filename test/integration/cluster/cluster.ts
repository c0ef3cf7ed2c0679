// Three built servers, each with its own data folder, on one PostgreSQL with the demo data.

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freshDatabase } from '../../support/test-app.ts'
import { assertBuilt, ServerProcess } from '../chaos/support/server-process.ts'
import { freePort } from './run-program.ts'

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

/** A server that has not been started. */
export async function newServer(env: Record<string, string>): Promise<ServerProcess> {
  return new ServerProcess(await mkdtemp(join(tmpdir(), 'rigwright-cluster-')), env)
}

export async function startCluster(env: Record<string, string> = {}, isStarted = true): Promise<Cluster> {
  await assertBuilt()
  const connection = await freshDatabase()
  const { user, database, host = '', port } = connection
  const databaseUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const client = new pg.Client(connection)
  await client.connect()
  const metrics = await Promise.all([freePort(), freePort(), freePort()])
  const servers = await Promise.all(
    metrics.map(each =>
      newServer({
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: SECRET,
        LOG: 'json',
        METRICS_PORT: String(each),
        TRUSTED_PROXIES: '127.0.0.1',
        ...env,
      }),
    ),
  )
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
