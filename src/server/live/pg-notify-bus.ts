// PostgreSQL's own doorbell, NOTIFY and LISTEN: nothing more to run, and enough for a few dozen servers. One
// connection does both. PostgreSQL lets one transaction after the other announce something, so what is to be
// rung while a NOTIFY is on its way goes with the next one, all in one statement.

import pg from 'pg'
import type { Log } from '#server/lib/logger.ts'
import type { Answering, Doorbell } from './event-bus.ts'

const CHANNEL = 'rigwright'
const RECONNECT_MS = 500
// A connection that the network has forgotten would hear nothing more, for ever.
const EAR = {
  ...{ application_name: 'rigwright live', keepAlive: true },
  ...{ connectionTimeoutMillis: 5000, query_timeout: 20_000 },
}

/** Opens the connection, and keeps it open. Rejects when there is none to begin with. */
export async function openNotifyDoorbell(
  connection: pg.ClientConfig,
  log: Pick<Log, 'fault'>,
): Promise<Doorbell> {
  const unrung = new Set<string>()
  let answering: Answering | null = null
  let ear: pg.Client | null = null
  let ringing: Promise<void> | null = null
  let isClosed = false

  async function listen(): Promise<void> {
    const client = new pg.Client({ ...EAR, ...connection })
    let self: number | undefined
    client.on('notification', ({ processId, payload = '' }) => {
      // What went out by this very connection has been seen to already.
      if (processId !== self) answering?.onRing(payload)
    })
    // It may break in two steps: the database says that it ends us, and then the line is cut.
    client.once('error', fault => log.fault('The listening connection broke; it is opened again.', fault))
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      self = rows[0]?.pid
    } catch (fault) {
      await client.end().catch(() => {})
      throw fault
    }
    if (isClosed) return client.end()
    // Heard only from here on: a connection that never listened is tried again by listenAgain itself.
    client.on('end', () => {
      ear = null
      if (!isClosed) setTimeout(() => void listenAgain(), RECONNECT_MS)
    })
    ear = client
    answering?.onBack()
    ringAll()
  }

  async function listenAgain(): Promise<void> {
    if (isClosed) return
    try {
      await listen()
    } catch {
      setTimeout(() => void listenAgain(), RECONNECT_MS)
    }
  }

  async function notify(client: pg.Client): Promise<void> {
    while (unrung.size > 0) {
      const feeds = [...unrung]
      unrung.clear()
      // Under a name, so it is parsed and planned once.
      const text = 'select pg_notify($1, feed) from unnest($2::text[]) as feed'
      await client.query({ name: 'ring', text, values: [CHANNEL, feeds] })
    }
  }

  function ringAll(): void {
    const client = ear
    if (client === null || ringing !== null || unrung.size === 0) return
    ringing = notify(client)
      .catch(async fault => {
        if (client !== ear) return
        log.fault('A change could not be announced; it is found at the next look.', fault)
        // On one that did not answer, nothing more is heard either.
        if (fault instanceof Error && fault.message === 'Query read timeout') await client.end()
      })
      .finally(() => {
        ringing = null
        ringAll()
      })
  }

  await listen()

  return {
    ring: feed => {
      unrung.add(feed)
      ringAll()
    },
    answerWith: one => {
      answering = one
    },
    isUp: () => ear !== null,
    close: async () => {
      isClosed = true
      while (ringing !== null) await ringing
      await ear?.end()
    },
  }
}
