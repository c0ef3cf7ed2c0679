// Several processes of one machine share what connections their database allows.

import { sql } from 'kysely'
import type { Database } from './client.ts'
import { MOST_CONNECTIONS } from './pool.ts'

/** With fewer, requests would wait for each other on a quiet day. */
const FEWEST_EACH = 3
/** For the process above, a backup, and whoever looks in. */
const ASIDE = 8
/** Each process has one that listens. */
const EARS = 1

/** What a database of our own has to allow so that nobody gets fewer than a single server has. */
export const connectionsWanted = (processes: number): number =>
  Math.max(100, processes * (MOST_CONNECTIONS + EARS) + ASIDE + 3)

/** How many each of `processes` may open besides its ear, of those that are `free` for all of them. */
export const shareOf = (free: number, processes: number): number =>
  Math.min(MOST_CONNECTIONS, Math.floor((free - ASIDE) / processes) - EARS)

/** Throws an Error with one sentence when there are too few. */
export async function connectionsEach(database: Database, processes: number): Promise<number> {
  const { rows } = await sql<{ all: number; free: number }>`
    select current_setting('max_connections')::int as all, current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as free`.execute(database)
  const { all, free } = rows[0] ?? { all: 0, free: 0 }
  const each = shareOf(free, processes)
  if (each >= FEWEST_EACH) return each
  const most = Math.max(1, Math.floor((free - ASIDE) / (FEWEST_EACH + EARS)))
  throw new Error(
    `The database allows ${all} connections, too few for ${processes} workers: take at most ${most}, or raise its max_connections.`,
  )
}
