// NATS as the event bus, for more servers than NOTIFY supports. It is never waited for: without it the server works,
// and polling finds the changes of others.

import { setTimeout as sleep } from 'node:timers/promises'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Logger } from '#server/lib/logger.ts'
import type { EventBus, EventBusListener } from './event-bus.ts'
import type { NatsConfig } from './nats-url.ts'

const SUBJECT_PREFIX = 'rigwright.feed.'
const RETRY_DELAY_MS = 1000
const CONNECT_TIMEOUT_MS = 2000
const FLUSH_TIMEOUT_MS = 500

/** Resolves after the first connection attempt, successful or not; it retries forever. */
export async function createNatsBus(
  config: NatsConfig,
  log: Pick<Logger, 'error' | 'info'>,
): Promise<EventBus> {
  // Loaded only if EVENT_BUS_URL is set, to save memory and start time.
  const { connect } = await import('@nats-io/transport-node')
  const { servers, isSecure, user, password, token } = config
  const address = servers.join(', ')
  const shutdown = new AbortController()
  const { signal } = shutdown
  let listener: EventBusListener | null = null
  let connection: NatsConnection | null = null
  let isConnected = false
  let hasLoggedOutage = false

  const onDisconnected = (error?: unknown): void => {
    isConnected = false
    if (hasLoggedOutage || signal.aborted) return
    hasLoggedOutage = true
    const message = `Can’t reach NATS at ${address}. Until it is back, changes made on other servers take a few seconds to appear.`
    log.error(message, error)
  }
  const onConnected = (): void => {
    isConnected = true
    if (hasLoggedOutage) log.info(`NATS at ${address} is reachable again.`)
    hasLoggedOutage = false
    listener?.onReconnect()
  }

  const connectOnce = (): Promise<NatsConnection> =>
    connect({
      name: 'rigwright',
      servers: [...servers],
      timeout: CONNECT_TIMEOUT_MS,
      noEcho: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RETRY_DELAY_MS,
      reconnectJitter: RETRY_DELAY_MS,
      // A NATS server that was just set up may refuse us for a while.
      ignoreAuthErrorAbort: true,
      pingInterval: 10_000,
      maxPingOut: 2,
      noAsyncTraces: true,
      ...(isSecure && { tls: {} }),
      ...(user !== undefined && { user, pass: password ?? '' }),
      ...(token !== undefined && { token }),
    })

  async function watch(newConnection: NatsConnection): Promise<void> {
    connection = newConnection
    newConnection.subscribe(`${SUBJECT_PREFIX}*`, {
      callback: (error, { subject }) => {
        if (error === null) listener?.onMessage(subject.slice(SUBJECT_PREFIX.length))
      },
    })
    onConnected()
    for await (const { type } of newConnection.status()) {
      if (type === 'disconnect') onDisconnected()
      if (type === 'reconnect') onConnected()
    }
    onDisconnected(await newConnection.closed())
  }

  async function keepConnected(onAttempted: () => void): Promise<void> {
    while (!signal.aborted) {
      try {
        const newConnection = await connectOnce()
        if (signal.aborted) return await newConnection.close()
        const watching = watch(newConnection)
        onAttempted()
        await watching
      } catch (error) {
        onDisconnected(error)
      }
      onAttempted()
      await sleep(RETRY_DELAY_MS, null, { signal, ref: false }).catch(() => {})
    }
  }

  await new Promise<void>(resolve => void keepConnected(resolve))

  return {
    publish: feed => {
      // Buffering is useless: after reconnecting everything is polled.
      if (!isConnected) return
      try {
        connection?.publish(SUBJECT_PREFIX + feed)
      } catch {
        // The connection was just being closed.
      }
    },
    subscribe: newListener => {
      listener = newListener
    },
    isConnected: () => isConnected,
    close: async () => {
      shutdown.abort()
      if (isConnected) await Promise.race([connection?.flush(), sleep(FLUSH_TIMEOUT_MS)]).catch(() => {})
      await connection?.close()
    },
  }
}
