// Whether the server can serve, for whoever watches over it: asked often, answered soon, whatever hangs.

import type { Context } from 'hono'
import type { Database } from '#server/db/client.ts'
import { isDiskFull } from './disk-space.ts'

const PATIENCE_MS = 2000

export type HealthOptions = {
  readonly database: Database
  /** Where the server keeps its own files. */
  readonly folder: string
  readonly patienceMs?: number
}

async function isThere({ database, patienceMs = PATIENCE_MS }: HealthOptions): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>(resolve => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  const asked = database.selectFrom('directoryVersion').select('version').execute()
  const answer = asked.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}

/** 200 when everything that is asked of the server can be done; else 503 and what is in the way. */
export async function answerHealth(c: Context, options: HealthOptions): Promise<Response> {
  const [isHere, isFull] = await Promise.all([isThere(options), isDiskFull(options.folder)])
  if (isHere && !isFull) return c.json({ ok: true })
  const reasons = { ...(isHere ? {} : { database: 'away' }), ...(isFull ? { disk: 'full' } : {}) }
  return c.json({ ok: false, ...reasons }, 503)
}
