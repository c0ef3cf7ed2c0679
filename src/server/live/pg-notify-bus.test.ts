import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/support/test-app.ts'
import type { Doorbell } from './event-bus.ts'
import { openNotifyDoorbell } from './pg-notify-bus.ts'

let connection: pg.ClientConfig
beforeAll(async () => {
  connection = await freshDatabase('template0')
})

const open: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

type Ear = { bell: Doorbell; heard: string[]; back: number; faults: string[] }

async function bell(): Promise<Ear> {
  const faults: string[] = []
  const ear: Ear = {
    bell: await openNotifyDoorbell(connection, { fault: sentence => void faults.push(sentence) }),
    ...{ heard: [], back: 0, faults },
  }
  ear.bell.answerWith({
    onRing: feed => void ear.heard.push(feed),
    onBack: () => {
      ear.back += 1
    },
  })
  open.push(ear.bell)
  return ear
}

/** Somebody who hears every NOTIFY as it comes. */
async function witness() {
  const client = new pg.Client(connection)
  await client.connect()
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => void heard.push(payload))
  await client.query('LISTEN rigwright')
  open.push({ close: () => client.end() })
  return { client, heard }
}

test('without a database there is no doorbell, and the reason says so', async () => {
  await expect(openNotifyDoorbell({ host: '127.0.0.1', port: 1 }, { fault: () => {} })).rejects.toThrow(
    'ECONNREFUSED',
  )
})

describe('a ring', () => {
  test('is heard by every other server, and not by the one that rang', async () => {
    const [one, two, three] = [await bell(), await bell(), await bell()]
    one.bell.ring('a')
    two.bell.ring('b')
    await vi.waitFor(() => expect(three.heard.toSorted()).toEqual(['a', 'b']))
    await vi.waitFor(() => expect([one.heard, two.heard]).toEqual([['b'], ['a']]))
  })

  test('goes out at once, and those that come while it is on its way go together, each feed once', async () => {
    const { heard } = await witness()
    const { bell: ours } = await bell()
    ours.ring('first')
    for (let turn = 0; turn < 500; turn += 1) ours.ring(`feed ${turn % 5}`)
    ours.ring('last')
    await vi.waitFor(() => expect(heard).toContain('last'))
    expect(heard).toEqual(['first', 'feed 0', 'feed 1', 'feed 2', 'feed 3', 'feed 4', 'last'])
  })

  test('and a thousand more are all heard, in however many messages', async () => {
    const [one, two] = [await bell(), await bell()]
    for (let feed = 0; feed < 1000; feed += 1) {
      one.bell.ring(String(feed))
      if (feed % 100 === 0) await sleep(1)
    }
    await vi.waitFor(() => expect(two.heard.map(Number)).toEqual(Array.from({ length: 1000 }, (_, n) => n)))
  })

  test('just before the end still goes out', async () => {
    const [one, two] = [await bell(), await bell()]
    one.bell.ring('last words')
    one.bell.ring('and more')
    await one.bell.close()
    await vi.waitFor(() => expect(two.heard).toEqual(['last words', 'and more']))
    expect(one.faults).toEqual([])
  })
})

describe('a connection that broke', () => {
  test('is opened again: it says so, everything is looked at, and what was rung meanwhile goes out', async () => {
    const [one, two] = [await bell(), await bell()]
    expect(one.bell.isUp()).toBe(true)
    const { client } = await witness()
    const kill =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rigwright live'"
    await client.query(`${kill} AND datname = current_database()`)
    await vi.waitFor(() => expect([one.bell.isUp(), two.bell.isUp()]).toEqual([false, false]))
    await vi.waitFor(() => expect(two.back).toBe(1), 5000)
    one.bell.ring('kept')
    await vi.waitFor(() => expect(two.heard).toContain('kept'), 5000)
    expect(one.back).toBe(1)
    expect(one.bell.isUp()).toBe(true)
    expect(one.faults).toEqual(['The listening connection broke; it is opened again.'])
  })
})
