// PostgreSQL's NOTIFY as the event bus: nothing more to run, and enough for a few dozen servers. One connection does
// both. PostgreSQL commits one NOTIFY at a time, so messages during one are sent together in the next.

import pg from 'pg'
import type { Logger } from '#server/lib/logger.ts'
import { isReadTimeout } from '#server/lib/pg-errors.ts'
import type { EventBus, EventBusListener } from './event-bus.ts'

const CHANNEL = 'rigwright'
const RECONNECT_MS = 500
// Detects a connection that the network has dropped silently.
const LISTENER_CONFIG = {
  application_name: 'rigwright live',
  keepAlive: true,
  connectionTimeoutMillis: 5000,
  query_timeout: 20_000,
}

/** Opens the connection and reopens it after failures. Rejects if the first attempt fails. */
export async function createPgNotifyBus(
  connection: pg.ClientConfig,
  log: Pick<Logger, 'error'>,
): Promise<EventBus> {
  const pendingFeeds = new Set<string>()
  let listener: EventBusListener | null = null
  let listenClient: pg.Client | null = null
  let publishing: Promise<void> | null = null
  let isClosed = false

  async function listen(): Promise<void> {
    const client = new pg.Client({ ...LISTENER_CONFIG, ...connection })
    let ownProcessId: number | undefined
    client.on('notification', ({ processId, payload = '' }) => {
      // Our own messages were already handled locally.
      if (processId !== ownProcessId) listener?.onMessage(payload)
    })
    // It may fail twice: the database reports the end, then the connection closes.
    client.once('error', error => log.error('The LISTEN connection failed; reconnecting.', error))
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      ownProcessId = rows[0]?.pid
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    if (isClosed) return client.end()
    // Registered only now: a connection that failed before is retried by reconnect.
    client.on('end', () => {
      listenClient = null
      if (!isClosed) setTimeout(() => void reconnect(), RECONNECT_MS)
    })
    listenClient = client
    listener?.onReconnect()
    flush()
  }

  async function reconnect(): Promise<void> {
    if (isClosed) return
    try {
      await listen()
    } catch {
      setTimeout(() => void reconnect(), RECONNECT_MS)
    }
  }

  async function notify(client: pg.Client): Promise<void> {
    while (pendingFeeds.size > 0) {
      const feeds = [...pendingFeeds]
      pendingFeeds.clear()
      // Named, so that it is parsed and planned once.
      const text = 'select pg_notify($1, feed) from unnest($2::text[]) as feed'
      await client.query({ name: 'publish', text, values: [CHANNEL, feeds] })
    }
  }

  function flush(): void {
    const client = listenClient
    if (client === null || publishing !== null || pendingFeeds.size === 0) return
    publishing = notify(client)
      .catch(async error => {
        if (client !== listenClient) return
        log.error('Could not publish a change; it will appear at the next poll.', error)
        // After a timeout no further response is read on it.
        if (isReadTimeout(error)) await client.end()
      })
      .finally(() => {
        publishing = null
        flush()
      })
  }

  await listen()

  return {
    publish: feed => {
      pendingFeeds.add(feed)
      flush()
    },
    subscribe: newListener => {
      listener = newListener
    },
    isConnected: () => listenClient !== null,
    close: async () => {
      isClosed = true
      while (publishing !== null) await publishing
      await listenClient?.end()
    },
  }
}
