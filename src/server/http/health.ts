// The health check: called often, by anyone, and answered quickly, whatever hangs.

import type { Context } from 'hono'
import type pg from 'pg'
import { version } from '#contract/version.ts'
import type { ClusterNodes } from '#server/db/cluster-nodes.ts'
import { REQUEST_TIMEOUTS } from '#server/db/connections/pool.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import type { ReadReplica } from '#server/db/read-replica.ts'
import { isDiskFull } from './disk-space.ts'

const TIMEOUT_MS = 2000
/** A result is reused for this long. */
const MAX_AGE_MS = 1000

type Health = { readonly isUp: boolean; readonly isFull: boolean }

export type HealthCheck = {
  /** 200 if the server can serve; parts of the database that are away are named. Otherwise 503 with the reason. */
  readonly respond: (c: Context) => Promise<Response>
  readonly close: () => Promise<void>
}

async function isDatabaseUp(database: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), TIMEOUT_MS)
  })
  const query = database.selectFrom('directoryVersion').select('version').execute()
  const answer = query.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, timedOut]).finally(() => clearTimeout(timer))
}

/** With a connection of its own, as requests may use all others. `folder` has the server's own files. */
export function createHealthCheck(
  connection: pg.ClientConfig,
  folder: string,
  clusterNodes: Pick<ClusterNodes, 'list'>,
  readReplica: Pick<ReadReplica, 'state'>,
): HealthCheck {
  const timeouts = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS, max: 1 }
  const { database, close } = createDatabase(connection, () => {}, { ...REQUEST_TIMEOUTS, ...timeouts })
  let last: { readonly health: Promise<Health>; readonly startedAt: number } | null = null

  async function check(): Promise<Health> {
    const [isUp, isFull] = await Promise.all([isDatabaseUp(database), isDiskFull(folder)])
    return { isUp, isFull }
  }

  async function respond(c: Context): Promise<Response> {
    const now = performance.now()
    if (last === null || now - last.startedAt > MAX_AGE_MS) last = { health: check(), startedAt: now }
    const { isUp, isFull } = await last.health
    // By number: addresses are for the log and the metrics.
    const away = clusterNodes.list().flatMap(node => (node.isUp ? [] : [node.id]))
    const replica = readReplica.state()
    if (isUp && !isFull)
      return c.json({
        ok: true,
        version,
        ...(away.length > 0 && { databaseNodesAway: away }),
        ...(replica !== null && replica !== 'current' && { readReplica: replica }),
      })
    const reasons = { ...(isUp ? {} : { database: 'away' }), ...(isFull ? { disk: 'full' } : {}) }
    return c.json({ ok: false, version, ...reasons }, 503)
  }

  return { respond, close }
}
