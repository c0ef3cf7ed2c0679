// NATS as the doorbell, for so many servers that PostgreSQL should not tell each of them of every change. It is
// never waited for: without its broker the server serves, and finds at the next look what others changed.

import { setTimeout as sleep } from 'node:timers/promises'
import type { NatsConnection } from '@nats-io/transport-node'
import type { Log } from '#server/lib/logger.ts'
import type { Answering, Broker, Doorbell } from './event-bus.ts'

const SUBJECT = 'rigwright.feed.'
const AGAIN_MS = 1000
const FIRST_TRY_MS = 2000
const LAST_WORDS_MS = 500

/** Answers once the first try is through, whether or not there is a broker; it is tried again for ever. */
export async function openNatsDoorbell(broker: Broker, log: Pick<Log, 'fault' | 'note'>): Promise<Doorbell> {
  // Only who sets DOORBELL pays for it, in memory and at the start.
  const { connect } = await import('@nats-io/transport-node')
  const { servers, isSecure, user, password, token } = broker
  const where = servers.join(', ')
  const ending = new AbortController()
  const { signal } = ending
  let answering: Answering | null = null
  let line: NatsConnection | null = null
  let isUp = false
  let isToldAway = false

  const away = (fault?: unknown): void => {
    isUp = false
    if (isToldAway || signal.aborted) return
    isToldAway = true
    const sentence = `The doorbell at ${where} does not answer; until it does, what other servers change is found every few seconds.`
    log.fault(sentence, fault)
  }
  const up = (): void => {
    isUp = true
    if (isToldAway) log.note(`The doorbell at ${where} answers again.`)
    isToldAway = false
    answering?.onBack()
  }

  const connectOnce = (): Promise<NatsConnection> =>
    connect({
      ...{ name: 'rigwright', servers: [...servers], timeout: FIRST_TRY_MS, noEcho: true },
      ...{ maxReconnectAttempts: -1, reconnectTimeWait: AGAIN_MS, reconnectJitter: AGAIN_MS },
      // A broker that was set up anew may refuse us for a while.
      ...{ ignoreAuthErrorAbort: true, pingInterval: 10_000, maxPingOut: 2, noAsyncTraces: true },
      ...(isSecure && { tls: {} }),
      ...(user !== undefined && { user, pass: password ?? '' }),
      ...(token !== undefined && { token }),
    })

  async function follow(open: NatsConnection): Promise<void> {
    line = open
    open.subscribe(`${SUBJECT}*`, {
      callback: (fault, { subject }) => {
        if (fault === null) answering?.onRing(subject.slice(SUBJECT.length))
      },
    })
    up()
    for await (const { type } of open.status()) {
      if (type === 'disconnect') away()
      if (type === 'reconnect') up()
    }
    away(await open.closed())
  }

  async function keepOpen(onTried: () => void): Promise<void> {
    while (!signal.aborted) {
      try {
        const open = await connectOnce()
        if (signal.aborted) return await open.close()
        const following = follow(open)
        onTried()
        await following
      } catch (fault) {
        away(fault)
      }
      onTried()
      await sleep(AGAIN_MS, null, { signal, ref: false }).catch(() => {})
    }
  }

  await new Promise<void>(resolve => void keepOpen(resolve))

  return {
    ring: feed => {
      // Kept for later it would tell nobody anything: whoever is back looks at everything.
      if (!isUp) return
      try {
        line?.publish(SUBJECT + feed)
      } catch {
        // The line was just being closed.
      }
    },
    answerWith: one => {
      answering = one
    },
    isUp: () => isUp,
    close: async () => {
      ending.abort()
      if (isUp) await Promise.race([line?.flush(), sleep(LAST_WORDS_MS)]).catch(() => {})
      await line?.close()
    },
  }
}
