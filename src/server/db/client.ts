// The one pool of connections to the database.

import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { FOR_PEOPLE, type Limits, MOST_CONNECTIONS, openPool } from './pool.ts'
import type { Tables } from './schema.ts'

const INT8 = 20
const DATE = 1082
const NUMERIC = 1700

function parseSafeInteger(text: string): number {
  const whole = Number(text)
  if (!Number.isSafeInteger(whole)) throw new RangeError(`${text} is too large to be exact`)
  return whole
}

// Money (bigint) and versions fit a double exactly; numeric columns here have three decimals at
// most; a date is a day in a company's calendar, never an instant.
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, parseSafeInteger],
  [NUMERIC, Number],
  [DATE, text => text],
])

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export type Database = Kysely<Tables>

export type OpenDatabase = {
  readonly database: Database
  /** For the one connection that listens, which no pool may take back. */
  readonly connection: pg.ClientConfig
  /** How many connections the pool has, and how many requests wait for one. */
  readonly connections: () => { readonly busy: number; readonly idle: number; readonly waiting: number }
  readonly close: () => Promise<void>
}

/** Opens a pool. Nothing is sent until the first query. */
export function openDatabase(
  connection: pg.ClientConfig,
  onLost: (error: Error) => void,
  limits: Limits = FOR_PEOPLE,
): OpenDatabase {
  const config = {
    ...{ max: MOST_CONNECTIONS, ...limits },
    ...{ ...connection, types, application_name: 'rigwright' },
  }
  const { pool, lending } = openPool(config, onLost)
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: lending }),
    plugins: [new CamelCasePlugin()],
  })
  const connections = () => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  })
  return { database, connection, connections, close: () => database.destroy() }
}

const OLDEST_VERSION = 150_000

/** Throws an Error with one sentence when the database does not answer or is too old. */
export async function checkServer(database: Database): Promise<void> {
  const { rows } = await sql<{ version: number; name: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name
  `
    .execute(database)
    .catch(fault => {
      const reason = fault instanceof Error ? fault.message || String(fault) : String(fault)
      throw new Error(`The database cannot be reached (${reason}). Look at DATABASE_URL.`, { cause: fault })
    })
  const [server] = rows
  if (server !== undefined && server.version < OLDEST_VERSION)
    throw new Error(`The database is PostgreSQL ${server.name}; Rigwright needs 15 or newer.`)
}
