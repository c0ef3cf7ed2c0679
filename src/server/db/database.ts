// The connection pool of the database.

import {
  CamelCasePlugin,
  Kysely,
  type PluginTransformQueryArgs,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
  type RootOperationNode,
  sql,
} from 'kysely'
import pg from 'pg'
import { type ConnectionTimeouts, createPool, MAX_CONNECTIONS, REQUEST_TIMEOUTS } from './connections/pool.ts'
import type { Tables } from './schema.ts'

const INT8 = 20
const DATE = 1082
const NUMERIC = 1700

function parseSafeInteger(text: string): number {
  const whole = Number(text)
  if (!Number.isSafeInteger(whole)) throw new RangeError(`${text} is too large to be exact`)
  return whole
}

// Money (bigint) and versions fit a double exactly; numeric columns have at most three decimals; a date is a
// company's calendar date, never an instant.
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, parseSafeInteger],
  [NUMERIC, Number],
  [DATE, text => text],
])

/** How values are read. */
export const PARSED_TYPES = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export type Database = Kysely<Tables>

/** Renames columns of results. Queries are written in snake case by the compiler: the plugin would copy each before. */
class ResultNames extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }
  override snakeCase(name: string): string {
    return super.snakeCase(name)
  }
}

const resultNames = new ResultNames()
const sqlNames = new Map<string, string>()

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    const known = sqlNames.get(name)
    if (known !== undefined) return known
    const sqlName = super.sanitizeIdentifier(resultNames.snakeCase(name))
    sqlNames.set(name, sqlName)
    return sqlName
  }
}

class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler()
  }
}

/** Queries in TypeScript’s names, on the connections of `pool`. */
export const createKysely = (pool: PostgresPool): Database =>
  new Kysely({ dialect: new SnakeCaseDialect({ pool }), plugins: [resultNames] })

export type DatabaseHandle = {
  readonly database: Database
  /** For the LISTEN connection, which is not from the pool. */
  readonly connection: pg.ClientConfig
  /** How many connections are in use, and how many requests wait for one. */
  readonly connections: () => { readonly busy: number; readonly idle: number; readonly waiting: number }
  readonly close: () => Promise<void>
}

/** Opens a pool. Nothing is sent until the first query. */
export function createDatabase(
  connection: pg.ClientConfig,
  onConnectionError: (error: Error) => void,
  timeouts: ConnectionTimeouts = REQUEST_TIMEOUTS,
): DatabaseHandle {
  const config = {
    max: MAX_CONNECTIONS,
    ...timeouts,
    ...connection,
    types: PARSED_TYPES,
    application_name: 'rigwright',
  }
  const { pool, pooledConnections } = createPool(config, onConnectionError)
  const database = createKysely(pooledConnections)
  const connections = () => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  })
  return { database, connection, connections, close: () => database.destroy() }
}

const MIN_VERSION = 150_000

/** Throws an Error with one sentence if the database does not respond or is too old. */
export async function assertServerSupported(database: Database): Promise<void> {
  const { rows } = await sql<{ version: number; name: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name
  `
    .execute(database)
    .catch(error => {
      const reason = error instanceof Error ? error.message || String(error) : String(error)
      throw new Error(`Can’t reach the database (${reason}). Check DATABASE_URL.`, { cause: error })
    })
  const [server] = rows
  if (server !== undefined && server.version < MIN_VERSION)
    throw new Error(`The database is PostgreSQL ${server.name}; Rigwright needs 15 or newer.`)
}
