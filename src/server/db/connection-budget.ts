// Processes of one machine divide the connections their database allows.

import { sql } from 'kysely'
import { MAX_CONNECTIONS } from './connections/pool.ts'
import type { Database } from './database.ts'

/** With fewer, requests would wait for each other even under light load. */
const MIN_PER_PROCESS = 3
/** For the parent process, a backup, and administrators. */
const RESERVED = 8
/** The LISTEN connection, the health check's, and that of an export. */
const OTHERS_PER_PROCESS = 3

/** max_connections of the embedded database, so that each process gets as many as a single server. */
export const totalConnections = (processes: number): number =>
  Math.max(100, processes * (MAX_CONNECTIONS + OTHERS_PER_PROCESS) + RESERVED + 3)

/** Pool size for each of `processes`, besides its three others, from `free` connections in all. */
export const perProcess = (free: number, processes: number): number =>
  Math.min(MAX_CONNECTIONS, Math.floor((free - RESERVED) / processes) - OTHERS_PER_PROCESS)

/** Throws an Error with one sentence if there are too few. */
export async function connectionsPerProcess(database: Database, processes: number): Promise<number> {
  const { rows } = await sql<{ all: number; free: number }>`
    select current_setting('max_connections')::int as all, current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as free`.execute(database)
  const { all, free } = rows[0] ?? { all: 0, free: 0 }
  const each = perProcess(free, processes)
  if (each >= MIN_PER_PROCESS) return each
  const most = Math.max(1, Math.floor((free - RESERVED) / (MIN_PER_PROCESS + OTHERS_PER_PROCESS)))
  throw new Error(
    `The database allows ${all} connections, too few for ${processes} workers: take at most ${most}, or raise its max_connections.`,
  )
}
