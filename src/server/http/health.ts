// The health check: called often, answered quickly, whatever hangs.

import type { Context } from 'hono'
import type { Database } from '#server/db/database.ts'
import { isDiskFull } from './disk-space.ts'

const TIMEOUT_MS = 2000

type HealthOptions = {
  readonly database: Database
  /** The folder of the server's own files. */
  readonly folder: string
  readonly timeoutMs?: number
}

async function isDatabaseUp({ database, timeoutMs = TIMEOUT_MS }: HealthOptions): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  const query = database.selectFrom('directoryVersion').select('version').execute()
  const answer = query.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, timedOut]).finally(() => clearTimeout(timer))
}

/** 200 if the server can serve everything; otherwise 503 with the reason. */
export async function handleHealth(c: Context, options: HealthOptions): Promise<Response> {
  const [isUp, isFull] = await Promise.all([isDatabaseUp(options), isDiskFull(options.folder)])
  if (isUp && !isFull) return c.json({ ok: true })
  const reasons = { ...(isUp ? {} : { database: 'away' }), ...(isFull ? { disk: 'full' } : {}) }
  return c.json({ ok: false, ...reasons }, 503)
}
