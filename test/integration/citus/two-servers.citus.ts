// Two servers on one cluster: people go to either, and the listeners of both get every change, once and in order.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readStream } from '../../support/read-stream.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { checkInvariants } from '../chaos/invariants.ts'
import { createBluebonnetUsers } from './bluebonnet-users.ts'

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await createTestApp({ now: () => new Date() })
  two = await createTestApp({ now: () => new Date(), connection: one.connection })
})
afterAll(async () => {
  await two?.close()
  await one?.close()
})

const versionsIn = (text: string): number[] => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))

test('every change reaches the listeners of both, once and in order', async () => {
  const servers = [one, two]
  const streams = await Promise.all(
    servers.map(async server => readStream(await server.fetch('/api/live', { as: 'dana' }))),
  )
  await expect.poll(() => streams.map(({ heard }) => versionsIn(heard).length)).toEqual([1, 1])
  const [since = 0] = versionsIn(streams[0]?.heard ?? '')

  const users = await createBluebonnetUsers('two servers on a cluster', one, two)
  const stop = users.start()
  await expect.poll(() => users.log.length, { timeout: 90_000 }).toBeGreaterThan(80)
  await stop()

  const place = { database: one.database, companyId: one.ids.dana, since, files: null, journal: null }
  expect(await checkInvariants(place, users.log)).toEqual({ lost: [], duplicated: [], partial: [] })
  const { version } = await one.database
    .selectFrom('companyVersion')
    .select('version')
    .where('companyId', '=', one.ids.dana)
    .executeTakeFirstOrThrow()
  const expected = Array.from({ length: version - since + 1 }, (_, index) => since + index)
  for (const stream of streams)
    await expect.poll(() => versionsIn(stream.heard), { timeout: 20_000 }).toEqual(expected)
}, 180_000)
