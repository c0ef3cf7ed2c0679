// Test databases that are distributed over a real Citus cluster: CITUS_URL is a database on the coordinator that has
// the extension and knows the workers. Each test database exists under one name on every machine.

import pg from 'pg'
import { DATABASE_SETTINGS } from '#server/db/citus-distribution.ts'

export type Machine = { readonly host: string; readonly port: number }

/** Where connections go, and all machines, the coordinator first. */
export type CitusCluster = {
  readonly connection: pg.ClientConfig
  readonly machines: readonly Machine[]
}

export async function withClient<T>(
  connection: pg.ClientConfig,
  task: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await task(client)
  } finally {
    await client.end()
  }
}

/** The cluster behind CITUS_URL. */
export function findCluster(url: string): Promise<CitusCluster> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const connection = {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    database: pathname.slice(1),
  }
  return withClient(connection, async client => {
    const { rows } = await client.query<Machine>(
      'select nodename as host, nodeport as port from pg_dist_node order by groupid',
    )
    if (rows.length < 3)
      throw new Error('CITUS_URL must name a coordinator with citus_set_coordinator_host and two workers.')
    return { connection, machines: rows }
  })
}

const onEach = (
  { connection, machines }: CitusCluster,
  database: string,
  task: (client: pg.Client) => Promise<unknown>,
): Promise<unknown> =>
  Promise.all(machines.map(machine => withClient({ ...connection, ...machine, database }, task)))

/** An empty database with the extension on every machine. */
export async function createDistributedDatabase(cluster: CitusCluster, name: string): Promise<void> {
  const { connection, machines } = cluster
  await onEach(cluster, connection.database ?? '', async client => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  await onEach(cluster, name, client => client.query('create extension citus'))
  await withClient({ ...connection, database: name }, async client => {
    const [coordinator, ...workers] = machines
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator?.host, coordinator?.port])
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
  })
}

/** Lets a database be copied: nothing may be connected to it, not even Citus itself. */
export const closeTemplate = (cluster: CitusCluster, name: string): Promise<unknown> =>
  onEach(cluster, cluster.connection.database ?? '', async client => {
    await client.query(`alter database ${name} allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  })

/** Copies a closed template on every machine: the list of shards in the copy names its own. */
export async function copyDistributedDatabase(
  cluster: CitusCluster,
  template: string,
  name: string,
): Promise<void> {
  await onEach(cluster, cluster.connection.database ?? '', async client => {
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  await withClient({ ...cluster.connection, database: name }, async client => {
    for (const setting of DATABASE_SETTINGS) await client.query(setting)
  })
}

/** Drops every database whose name begins like this, on every machine. */
export const dropDatabases = (cluster: CitusCluster, prefix: string): Promise<unknown> =>
  onEach(cluster, cluster.connection.database ?? '', async client => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  })
