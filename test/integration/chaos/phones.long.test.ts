import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStore } from '#server/files/file-store.ts'
import { rosa, sam } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { CHAOS_ROUNDS } from '../../support/test-round.ts'
import { checkPhones } from './check-phones.ts'
import { HTTP_FAULTS, type HttpFaultProxy, startHttpFaultProxy } from './http-fault-proxy.ts'
import { createPhone, type Phone, workOnPhones } from './phones.ts'
import { signIn } from './retrying-client.ts'
import { createSeededRandom, type SeededRandom, seedOfRun } from './seeded-random.ts'

const TAPS = CHAOS_ROUNDS * 40
const DAY_MS = 24 * 60 * 60_000

let folder: string
let app: TestApp
let proxy: HttpFaultProxy
let random: SeededRandom

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigwright-phones-'))
  random = createSeededRandom(seedOfRun('phones without a connection'))
  const files = await createDiskStore(join(folder, 'files'))
  app = await createTestApp({ files, imagesFolder: join(folder, 'pictures'), now: () => new Date() })
  proxy = await startHttpFaultProxy(app.url, random, 0.3)
})
afterAll(async () => {
  proxy.close()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test('what technicians tap on connections that come and go is done once, in order, or still on the phone', {
  timeout: 60_000 + TAPS * 1000,
}, async () => {
  const phones: Phone[] = []
  for (const { email, id } of [
    { email: rosa.email, id: app.ids.rosa },
    { email: sam.email, id: app.ids.sam },
  ])
    for (const clockError of [0, DAY_MS])
      phones.push(
        createPhone({
          owner: id,
          name: `${email} ${clockError}`,
          cookie: await signIn(app.url, email),
          url: () => proxy.url,
          random,
          clockError,
        }),
      )
  const technicians = [app.ids.rosa, app.ids.sam]
  await workOnPhones({ phones, technicians, desk: app.as('walt'), random, taps: TAPS })

  expect(await checkPhones(app.database, app.ids.dana, phones)).toEqual([])
  const answered = phones.reduce((sum, phone) => sum + phone.answered.length, 0)
  const refused = phones.reduce((sum, phone) => sum + phone.refused().length, 0)
  console.log(`${answered} taps were done, and ${refused} refused.`)
  expect(answered + refused).toBe(TAPS)
  expect(answered).toBeGreaterThan(TAPS / 4)
  expect(refused).toBeGreaterThan(0)
  for (const fault of HTTP_FAULTS) expect(proxy.count.get(fault), fault).toBeGreaterThan(0)
  expect(app.loggedErrors).toEqual([])
})
