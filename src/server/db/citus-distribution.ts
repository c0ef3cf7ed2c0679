// A distributed database (Citus) has the same schema and queries; schema.ts says where each table's rows are. `npm run
// db:distribute` applies it, and test/integration/citus checks schema and queries against it.
//
// Accounts and what belongs to them, the public list, queues and counters stay on the coordinator: every server asks them
// before it knows the company, so they must not depend on any other machine.

import { DISTRIBUTION } from './schema.ts'

/** How the database is set on a cluster: the company of a unit of work, set with SET LOCAL, is needed everywhere. */
export const DATABASE_SETTINGS = [
  `do $$ begin execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database()); end $$`,
] as const

/** Roles under which the machines call each other; on one machine nobody logs in as these. */
const CLUSTER_ROLES = ['rigwright_app', 'rigwright_definer', 'rigwright_backup', 'rigwright_eraser']

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The tables whose rows are on the workers. */
export const DISTRIBUTED_TABLES = Object.keys(DISTRIBUTION).filter(
  table => DISTRIBUTION[table] !== 'coordinator',
)

/** The names of the tables that a cluster has distributed so far. */
export const DISTRIBUTED_SO_FAR =
  'select c.relname as name from pg_dist_partition t join pg_class c on c.oid = t.logicalrelid'

export type DistributionStep = {
  readonly label: string
  /** The table that it distributes, if any. */
  readonly table: string | null
  readonly statements: readonly string[]
}

/** Each table lies beside the first of its key. */
function distributeTable(table: string): string {
  const key = DISTRIBUTION[table] ?? ''
  const first = DISTRIBUTED_TABLES.find(name => DISTRIBUTION[name] === key) ?? table
  const colocated = first === table ? 'none' : first
  return `select create_distributed_table(${quote(table)}, ${quote(key)}, colocate_with => ${quote(colocated)})`
}

/**
 * What distributes the migrated database, in order. Tables in `distributed` are already; a later version may add
 * others.
 */
export function distributionSteps(distributed: ReadonlySet<string> = new Set()): DistributionStep[] {
  const wanted = DISTRIBUTED_TABLES.filter(table => !distributed.has(table))
  return [
    {
      label: 'settings and roles',
      table: null,
      statements: [...DATABASE_SETTINGS, ...CLUSTER_ROLES.map(role => `alter role ${role} login`)],
    },
    ...wanted.map(table => ({
      label: `${table} by ${DISTRIBUTION[table]}`,
      table,
      statements: [distributeTable(table)],
    })),
    {
      label: 'copies that stayed on the coordinator',
      table: null,
      // At the end: before, tables that are not distributed yet refer to them.
      statements: DISTRIBUTED_TABLES.toReversed().map(
        table => `select truncate_local_data_after_distributing_table(${quote(table)})`,
      ),
    },
  ]
}
