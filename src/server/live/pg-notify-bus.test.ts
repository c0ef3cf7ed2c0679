import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/support/test-app.ts'
import type { EventBus } from './event-bus.ts'
import { createPgNotifyBus } from './pg-notify-bus.ts'

let connection: pg.ClientConfig
beforeAll(async () => {
  connection = await freshDatabase('template0')
})

const open: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

type TestBus = { eventBus: EventBus; received: string[]; reconnects: number; errors: string[] }

async function createBus(): Promise<TestBus> {
  const errors: string[] = []
  const bus: TestBus = {
    eventBus: await createPgNotifyBus(connection, { error: sentence => void errors.push(sentence) }),
    received: [],
    reconnects: 0,
    errors,
  }
  bus.eventBus.subscribe({
    onMessage: feed => void bus.received.push(feed),
    onReconnect: () => {
      bus.reconnects += 1
    },
  })
  open.push(bus.eventBus)
  return bus
}

/** A client that receives every NOTIFY. */
async function listenDirectly() {
  const client = new pg.Client(connection)
  await client.connect()
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => void heard.push(payload))
  await client.query('LISTEN rigwright')
  open.push({ close: () => client.end() })
  return { client, heard }
}

test('without a database the notify bus fails with a reason', async () => {
  await expect(createPgNotifyBus({ host: '127.0.0.1', port: 1 }, { error: () => {} })).rejects.toThrow(
    'ECONNREFUSED',
  )
})

describe('a notification', () => {
  test('reaches every other server, and not its sender', async () => {
    const [one, two, three] = [await createBus(), await createBus(), await createBus()]
    one.eventBus.publish('a')
    two.eventBus.publish('b')
    await expect.poll(() => three.received.toSorted()).toEqual(['a', 'b'])
    await expect.poll(() => [one.received, two.received]).toEqual([['b'], ['a']])
  })

  test('is sent at once; those during sending are sent together, each feed once', async () => {
    const { heard } = await listenDirectly()
    const { eventBus: ours } = await createBus()
    ours.publish('first')
    for (let turn = 0; turn < 500; turn += 1) ours.publish(`feed ${turn % 5}`)
    ours.publish('last')
    await expect.poll(() => heard).toContain('last')
    expect(heard).toEqual(['first', 'feed 0', 'feed 1', 'feed 2', 'feed 3', 'feed 4', 'last'])
  })

  test('and a thousand more all arrive, in any number of messages', async () => {
    const [one, two] = [await createBus(), await createBus()]
    for (let feed = 0; feed < 1000; feed += 1) {
      one.eventBus.publish(String(feed))
      if (feed % 100 === 0) await sleep(1)
    }
    await expect.poll(() => two.received.map(Number)).toEqual(Array.from({ length: 1000 }, (_, n) => n))
  })

  test('just before the end is still sent', async () => {
    const [one, two] = [await createBus(), await createBus()]
    one.eventBus.publish('last words')
    one.eventBus.publish('and more')
    await one.eventBus.close()
    await expect.poll(() => two.received).toEqual(['last words', 'and more'])
    expect(one.errors).toEqual([])
  })
})

describe('a broken connection', () => {
  test('is reopened and logged; feeds are polled, and pending notifications are sent', async () => {
    const [one, two] = [await createBus(), await createBus()]
    expect(one.eventBus.isConnected()).toBe(true)
    const { client } = await listenDirectly()
    const kill =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rigwright live'"
    await client.query(`${kill} AND datname = current_database()`)
    await expect.poll(() => [one.eventBus.isConnected(), two.eventBus.isConnected()]).toEqual([false, false])
    await expect.poll(() => two.reconnects).toBe(1)
    one.eventBus.publish('kept')
    await expect.poll(() => two.received).toContain('kept')
    expect(one.reconnects).toBe(1)
    expect(one.eventBus.isConnected()).toBe(true)
    expect(one.errors).toEqual(['The LISTEN connection failed; reconnecting.'])
  })
})
