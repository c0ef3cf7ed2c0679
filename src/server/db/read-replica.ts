// A streaming replica of the database, which answers visitors' questions about work histories. It is used while it is
// at most some seconds behind; otherwise, and without one, the database answers them itself.

import { sql } from 'kysely'
import { MAX_CONNECTIONS, REQUEST_TIMEOUTS } from './connections/pool.ts'
import { createTransactionLimiter } from './connections/transaction-limiter.ts'
import { createDatabase, type Database } from './database.ts'
import type { UnitOfWorkServices } from './unit-of-work.ts'

/** Each check asks for what the database had at the check before. */
const CHECK_INTERVAL_MS = 5000
const CHECK_TIMEOUT_MS = 2000

/** `behind`: it answers, but lacks what the database had at the check before. */
type ReplicaState = 'current' | 'behind' | 'away'

export type ReadReplica = {
  /** As last checked; null without a replica. */
  readonly state: () => ReplicaState | null
  /** For queries of what is public; null unless the replica is current. */
  readonly find: () => Pick<UnitOfWorkServices, 'database' | 'limitTransactions'> | null
  /** A query has failed there: it counts as away until the next check. */
  readonly reportFailure: () => void
  readonly close: () => Promise<void>
}

export const NO_REPLICA: ReadReplica = {
  state: () => null,
  find: () => null,
  reportFailure: () => {},
  close: async () => {},
}

const SENTENCES: Readonly<Record<ReplicaState, string>> = {
  current: 'The read replica is up to date, and answers visitors’ questions about work histories.',
  behind: 'The read replica is behind; the database answers its questions.',
  away: 'The read replica is away; the database answers its questions.',
}

/** How many bytes of the log of writes the database has written. */
async function writtenBytes(database: Database): Promise<bigint> {
  const { rows } = await sql<{ bytes: string }>`
    select (pg_current_wal_lsn() - '0/0'::pg_lsn)::text as bytes`.execute(database)
  return BigInt(rows[0]?.bytes ?? 0)
}

/** How many of them a replica has replayed; null if the server is none. */
async function replayedBytes(replica: Database): Promise<bigint | null> {
  const { rows } = await sql<{ bytes: string | null }>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as bytes`.execute(
    replica,
  )
  const [{ bytes = null } = {}] = rows
  return bytes === null ? null : BigInt(bytes)
}

/**
 * Watches the standby at `url`; undefined for none. `log` gets a sentence whenever its state changes. Throws one for the
 * operator if it is no replica.
 */
export async function watchReadReplica(
  database: Database,
  url: string | undefined,
  log: (sentence: string) => void,
): Promise<ReadReplica> {
  if (url === undefined) return NO_REPLICA
  const requests = createDatabase({ connectionString: url }, () => {}, REQUEST_TIMEOUTS)
  // Over a connection of its own: a replica that hangs delays nothing but its check.
  const checks = createDatabase({ connectionString: url }, () => {}, {
    connectionTimeoutMillis: CHECK_TIMEOUT_MS,
    query_timeout: CHECK_TIMEOUT_MS,
    max: 1,
  })
  const usable = {
    database: requests.database,
    limitTransactions: createTransactionLimiter(MAX_CONNECTIONS),
  }
  let state: ReplicaState | null = null
  let hadWritten: bigint | null = null
  let isReplica = true
  let timer: NodeJS.Timeout | undefined
  let checking = Promise.resolve()
  let isClosed = false

  function setState(next: ReplicaState): void {
    if (next !== state) log(SENTENCES[next])
    state = next
  }

  async function check(): Promise<void> {
    // While the database is away it writes nothing, so the replica falls no further behind.
    const [written, replayed] = await Promise.all([
      writtenBytes(database).catch(() => hadWritten),
      replayedBytes(checks.database).catch(() => 'away' as const),
    ])
    isReplica = replayed !== null
    const expected = hadWritten ?? written ?? 0n
    if (replayed === 'away' || replayed === null) setState('away')
    else setState(replayed >= expected ? 'current' : 'behind')
    hadWritten = written
  }

  function checkAgain(): void {
    checking = check().then(() => {
      if (!isClosed) timer = setTimeout(checkAgain, CHECK_INTERVAL_MS).unref()
    })
  }

  async function close(): Promise<void> {
    isClosed = true
    clearTimeout(timer)
    await checking
    await Promise.all([requests.close(), checks.close()])
  }

  checkAgain()
  await checking
  if (!isReplica) {
    await close()
    throw new Error(
      'READ_REPLICA_URL is not a replica: that server is not in recovery. Name a standby of DATABASE_URL.',
    )
  }
  return {
    state: () => state,
    find: () => (state === 'current' ? usable : null),
    reportFailure: () => setState('away'),
    close,
  }
}
