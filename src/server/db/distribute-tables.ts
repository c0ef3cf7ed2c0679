// Distributes a migrated database, empty or filled, over a Citus cluster, as `DISTRIBUTION` in schema.ts says. Interrupted, it
// continues where it stopped when it is run again.

import type pg from 'pg'
import { DISTRIBUTED_SO_FAR, distributionSteps } from './citus-distribution.ts'
import { DISTRIBUTION } from './schema.ts'

/** The message is a complete sentence for the user; nothing was changed. */
export class DistributionError extends Error {}

const MIN_CITUS = 13
const MIN_WORKERS = 2

/** What a database has to be and have before its tables can be distributed. */
type Target = {
  /** Null where the extension cannot be created. */
  readonly citus: string | null
  readonly user: string
  /** The user's rights that are missing, as in `to bypass row-level security`. */
  readonly missingRights: readonly string[]
  readonly tables: readonly string[]
  /** Other connections of Rigwright's servers. */
  readonly servers: number
}

const list = (words: readonly string[]): string => words.join(', ')

/** Why a database cannot be distributed, as a sentence; null if it can. */
export function targetProblem({ citus, user, missingRights, tables, servers }: Target): string | null {
  if (citus === null) return 'This PostgreSQL does not have the Citus extension.'
  if (Number.parseInt(citus, 10) < MIN_CITUS)
    return `Citus ${citus} is too old: Rigwright needs ${MIN_CITUS} or newer.`
  const expected = Object.keys(DISTRIBUTION)
  if (!tables.includes('company_version'))
    return 'The database is empty: start Rigwright on it once, stop it, and try again.'
  const missing = expected.filter(table => !tables.includes(table))
  if (missing.length > 0)
    return `The database is of another version, without ${list(missing)}: start this version on it once, stop it, and try again.`
  const others = tables.filter(table => !expected.includes(table))
  if (others.length > 0)
    return `The database also has tables that are not Rigwright’s (${list(others)}): give Rigwright a database of its own.`
  if (missingRights.length > 0)
    return `The user ${user} in DATABASE_URL lacks the right ${missingRights.join(' and ')}.`
  if (servers > 0) return `Stop all servers first: ${servers} of their connections are open.`
  return null
}

/** Why this cluster cannot take the tables, as a sentence; null if it can. */
export function clusterProblem({
  hasCoordinator,
  workers,
}: {
  readonly hasCoordinator: boolean
  readonly workers: number
}): string | null {
  if (!hasCoordinator)
    return 'The cluster does not know its coordinator: call citus_set_coordinator_host with the name by which the workers reach it.'
  if (workers < MIN_WORKERS)
    return `The cluster has ${workers} worker${workers === 1 ? '' : 's'} and needs ${MIN_WORKERS}: add more with citus_add_node.`
  return null
}

async function inspectTarget(client: pg.Client): Promise<Target> {
  const { rows } = await client.query<Target>(`
    select
      (select default_version from pg_available_extensions where name = 'citus') as citus,
      current_user as user,
      array_remove(array[
        case when not (rolsuper or rolbypassrls) then 'to bypass row-level security' end,
        case when not (rolsuper or rolcreaterole) then 'to change roles' end,
        case when not pg_has_role((select datdba from pg_database where datname = current_database()), 'usage')
          then 'to change the database, as its owner has' end,
        case when not (rolsuper or exists (select from pg_extension where extname = 'citus'))
          then 'to create the extension' end
      ], null) as "missingRights",
      array(select relname::text from pg_class c
            where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
              and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as tables,
      (select count(*)::int from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and application_name in ('rigwright', 'rigwright live')) as servers
    from pg_roles where rolname = current_user`)
  const [target] = rows
  if (target === undefined) throw new Error('The database user is not in its own list.')
  return target
}

async function assertDistributable(client: pg.Client): Promise<void> {
  const problem = targetProblem(await inspectTarget(client))
  if (problem !== null) throw new DistributionError(`${problem} Nothing was changed.`)
  await client.query('create extension if not exists citus')
  const { rows } = await client.query<Parameters<typeof clusterProblem>[0]>(`
    select coalesce(bool_or(groupid = 0), false) as "hasCoordinator",
           (count(*) filter (where groupid > 0 and isactive and shouldhaveshards))::int as workers
    from pg_dist_node`)
  const missing = rows[0] === undefined ? null : clusterProblem(rows[0])
  if (missing !== null) throw new DistributionError(`${missing} Nothing was changed.`)
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** Throws a DistributionError if it is impossible. Run again, it distributes what is not yet. */
export async function distributeTables(client: pg.Client, print: (line: string) => void): Promise<void> {
  await assertDistributable(client)
  const { rows } = await client.query<{ name: string }>(DISTRIBUTED_SO_FAR)
  const done = new Set(rows.map(({ name }) => name))
  const steps = distributionSteps(done)
  for (const [index, { label, table, statements }] of steps.entries()) {
    const startedAt = performance.now()
    const counted =
      table === null ? null : await client.query<{ count: string }>(`select count(*) from ${table}`)
    for (const statement of statements) await client.query(statement)
    const rowCount =
      counted === null ? '' : `, ${Number(counted.rows[0]?.count).toLocaleString('en-US')} rows`
    print(`${index + 1} of ${steps.length}  ${label}${rowCount}, ${seconds(performance.now() - startedAt)}`)
  }
  print('The tables are distributed. Run this again after an upgrade that adds tables.')
}
