// The server and its database are killed while phones send what they hold.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCompanies } from '#server/app/seed.ts'
import { createDatabase } from '#server/db/database.ts'
import { rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { ServerProcess } from '../../support/server-process.mjs'
import { CHAOS_ROUNDS } from '../../support/test-round.ts'
import { checkPhones } from './check-phones.ts'
import { createPhone, type Phone, workOnPhones } from './phones.ts'
import { createRetryingClient, signIn } from './retrying-client.ts'
import { createSeededRandom, type SeededRandom, seedOfRun } from './seeded-random.ts'

const TAPS_PER_ROUND = 60

let child: ServerProcess
let random: SeededRandom

beforeAll(async () => {
  await buildIfStale()
  child = new ServerProcess()
  await child.start()
  random = createSeededRandom(seedOfRun('phones and a killed server'))
}, 240_000)
afterAll(() => child?.remove())

test('whatever is killed, each tap is done once, in order, or still on the phone', {
  timeout: 120_000 + CHAOS_ROUNDS * 120_000,
}, async () => {
  const { database, close } = createDatabase(child.connection, () => {})
  const filled = await seedCompanies({ database, publish: () => {} }, new Date())
  const { owner, rosa: rosaId, sam: samId, walt: waltId } = filled.bluebonnet
  const url = () => child.url
  const phones: Phone[] = []
  for (const { email, id } of [
    { email: rosa.email, id: rosaId },
    { email: sam.email, id: samId },
  ])
    for (const name of ['one', 'two'])
      phones.push(
        createPhone({
          owner: id,
          name: `${email} ${name}`,
          cookie: await signIn(child.url, email),
          url,
          random,
          clockError: 0,
        }),
      )
  const desk = createRetryingClient(waltId, await signIn(child.url, walt.email), url).client
  await workOnPhones({
    phones,
    technicians: [rosaId, samId],
    desk,
    random,
    taps: CHAOS_ROUNDS * TAPS_PER_ROUND,
    disturb: async (count, tickets) => {
      if (count % TAPS_PER_ROUND !== TAPS_PER_ROUND - 1) return
      const { postmaster } = child
      await child.end('SIGKILL')
      if (random.next() < 0.5) process.kill(postmaster, 'SIGKILL')
      // The phones find no server meanwhile.
      for (const phone of phones) await phone.tap(tickets)
      await child.start()
      await child.untilHealthy()
    },
  })
  expect(await checkPhones(database, owner.id, phones)).toEqual([])
  const answered = phones.reduce((sum, phone) => sum + phone.answered.length, 0)
  expect(answered).toBeGreaterThan((CHAOS_ROUNDS * TAPS_PER_ROUND) / 3)
  await close()
})
