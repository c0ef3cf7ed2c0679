// The machines that hold the companies' rows, where the database is distributed (citus-distribution.ts). While one is
// away, its companies are told so at once, and what looks across companies asks for the others.

import { sql } from 'kysely'
import type pg from 'pg'
import { unavailable } from '#server/lib/api-errors.ts'
import { isTimeout } from '#server/lib/pg-errors.ts'
import { DISTRIBUTED_SO_FAR, DISTRIBUTED_TABLES } from './citus-distribution.ts'
import { createDatabase, type Database } from './database.ts'

const CHECK_INTERVAL_MS = 2000
const NODE_TIMEOUT_MS = 1000

/** One machine; `id` is the cluster's number of it, `address` its host and port. */
type ClusterNode = { readonly id: number; readonly address: string; readonly isUp: boolean }

export type ClusterNodes = {
  /** As last checked; none where the database is not distributed. */
  readonly list: () => readonly ClusterNode[]
  /** Throws SERVICE_UNAVAILABLE if the company's rows are on a machine that is away. */
  readonly assertReachable: (companyId: string) => Promise<void>
  /** The companies on machines that are up; null if all are. */
  readonly listReachable: () => Promise<string[] | null>
  readonly close: () => Promise<void>
}

/** For queries across companies, of which some may be out of reach. */
export type AcrossCompanies = { readonly database: Database; readonly clusterNodes?: ClusterNodes }

/** The companies to look among; null for all. */
export const listInReach = async ({ clusterNodes }: AcrossCompanies): Promise<string[] | null> =>
  clusterNodes?.listReachable() ?? null

type NodeRow = { readonly id: number; readonly host: string; readonly port: number }

/** Whether the database is distributed. Throws a sentence for the operator if that was broken off. */
async function isCluster(database: Database): Promise<boolean> {
  const { rows: found } = await sql<{ hasCitus: boolean }>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as has_citus`.execute(database)
  if (found[0]?.hasCitus !== true) return false
  const { rows } = await sql.raw<{ name: string }>(DISTRIBUTED_SO_FAR).execute(database)
  const distributed = new Set(rows.map(({ name }) => name))
  const missing = DISTRIBUTED_TABLES.filter(table => !distributed.has(table))
  if (distributed.size > 0 && missing.length > 0)
    throw new Error(
      `The database is distributed, but without ${missing.join(', ')}. Run npm run db:distribute, and start again.`,
    )
  return distributed.size > 0
}

async function listNodes(database: Database): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select distinct n.nodeid as id, n.nodename as host, n.nodeport as port
    from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid join pg_dist_node n on n.groupid = p.groupid
    where n.noderole = 'primary' and s.logicalrelid = 'company'::regclass order by 1`.execute(database)
  return rows
}

/** The machine of each of these companies. */
async function homesOf(database: Database, companies: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ company: string; id: number }>`
    select company, n.nodeid as id
    from unnest(${[...companies]}::uuid[]) as company
      join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('company', company)
      join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`.execute(database)
  return new Map(rows.map(({ company, id }) => [company, id]))
}

/** `log` gets a sentence whenever a machine is lost or found again. */
export async function watchClusterNodes(
  database: Database,
  connection: pg.ClientConfig,
  log: (sentence: string, error: unknown) => void,
): Promise<ClusterNodes> {
  if (!(await isCluster(database)))
    return {
      list: () => [],
      assertReachable: async () => {},
      listReachable: async () => null,
      close: async () => {},
    }

  // Over connections of its own: a machine that hangs delays nothing but its own check.
  const checks = createDatabase(
    { ...connection, options: `-c citus.node_connection_timeout=${NODE_TIMEOUT_MS}` },
    () => {},
    {
      connectionTimeoutMillis: NODE_TIMEOUT_MS,
      statement_timeout: 2 * NODE_TIMEOUT_MS,
      query_timeout: 3 * NODE_TIMEOUT_MS,
    },
  )
  let nodes: readonly ClusterNode[] = []
  let timer: NodeJS.Timeout | undefined
  let checking = Promise.resolve()
  let isClosed = false

  async function isUp({ host, port }: NodeRow): Promise<boolean> {
    try {
      const { rows } = await sql<{ isUp: boolean }>`
        select citus_check_connection_to_node(${host}, ${port}) as is_up`.execute(checks.database)
      return rows[0]?.isUp === true
    } catch (error) {
      if (isTimeout(error)) return false
      throw error
    }
  }

  async function check(): Promise<void> {
    const found = await listNodes(checks.database)
    const checked = await Promise.all(
      found.map(async node => ({
        id: node.id,
        address: `${node.host}:${node.port}`,
        isUp: await isUp(node),
      })),
    )
    for (const { id, address, isUp } of checked) {
      const wasUp = nodes.find(node => node.id === id)?.isUp ?? true
      if (wasUp && !isUp) log('A machine of the database is away; its companies have to wait.', address)
      if (!wasUp && isUp) log('A machine of the database is back.', address)
    }
    nodes = checked
  }

  /** While the coordinator does not answer, nothing is learned about the others. */
  function checkAgain(): void {
    checking = check()
      .catch(() => {})
      .then(() => {
        if (!isClosed) timer = setTimeout(checkAgain, CHECK_INTERVAL_MS).unref()
      })
  }
  checkAgain()
  await checking

  const awayNodes = () => nodes.filter(({ isUp }) => !isUp)
  return {
    list: () => nodes,
    assertReachable: async companyId => {
      if (awayNodes().length === 0) return
      const home = (await homesOf(database, [companyId])).get(companyId)
      const node = awayNodes().find(({ id }) => id === home)
      if (node !== undefined) throw unavailable('away', new Error(`${node.address} is away.`))
    },
    listReachable: async () => {
      const away = new Set(awayNodes().map(({ id }) => id))
      if (away.size === 0) return null
      const { rows } = await sql<{ company: string }>`select distinct company from account_company`.execute(
        database,
      )
      const homes = await homesOf(
        database,
        rows.map(({ company }) => company),
      )
      return [...homes].filter(([, id]) => !away.has(id)).map(([company]) => company)
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await checking
      await checks.close()
    },
  }
}
