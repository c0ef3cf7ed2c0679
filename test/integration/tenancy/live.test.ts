import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { CANARY, createSecretFixtures, type SecretFixtures } from '../../support/examples/secret-fixtures.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { createUnauthorizedActors, type UnauthorizedActor } from './unauthorized-actors.ts'

let app: TestApp
let shop: SecretFixtures
let outsiders: UnauthorizedActor[]
beforeAll(async () => {
  app = await createTestApp()
  shop = await createSecretFixtures(app)
  outsiders = await createUnauthorizedActors(app)
})
afterAll(() => app.close())

type Stream = { readonly status: number; readonly until: (sign: string) => Promise<string> }

/** Follows a stream; `until` returns everything received once it contains `sign`. */
async function openStream(
  path: string,
  cookie: string,
  headers: Record<string, string> = {},
): Promise<Stream> {
  const stop = new AbortController()
  const answer = await app.fetch(path, { headers: { cookie, ...headers }, signal: stop.signal })
  const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  return {
    status: answer.status,
    until: async sign => {
      while (!heard.includes(sign)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`the stream ended before ${sign}: ${heard}`)
        heard += value
      }
      stop.abort()
      return heard
    },
  }
}

const versionOf = async (companyId: string): Promise<number> =>
  (
    await app.database
      .selectFrom('companyVersion')
      .select('version')
      .where('companyId', '=', companyId)
      .executeTakeFirstOrThrow()
  ).version

/** A change in both companies: first what must not arrive, then what must. */
async function changeTicket(): Promise<number> {
  const ticketId = await shop.ticket()
  await app.as('dana').tickets.addJob({ ticketId, problem: `Axle ${CANARY}` })
  const own = await app.as('ray').tickets.create({ ...june, jobs: [] })
  await app.as('ray').tickets.assign({ ticketId: own.ticketId, employeeId: app.ids.wyatt })
  return own.ticketId
}

describe('the live stream', () => {
  test('is closed to accounts without a company', async () => {
    const accounts = outsiders.filter(({ companyId }) => companyId === null)
    expect(accounts.length).toBeGreaterThan(3)
    for (const { name, cookie } of accounts) {
      const { status, until } = await openStream('/api/live', cookie)
      expect(status, name).toBe(401)
      expect(shop.findSecrets(await until('"code":"UNAUTHORIZED"')), name).toEqual([])
    }
  })

  test("shows another company's users their own company only", async () => {
    const rivals = outsiders.filter(({ companyId }) => companyId !== null)
    expect(rivals).toHaveLength(3)
    const streams = await Promise.all(rivals.map(({ cookie }) => openStream('/api/live', cookie)))
    const own = await changeTicket()
    for (const { until } of streams) expect(shop.findSecrets(await until(`"id":"${own}"`))).toEqual([])
  })

  test("resumed with the other company's versions reveals nothing of it", async () => {
    const [theirs, ours] = [await versionOf(app.ids.ray), await versionOf(app.ids.dana)]
    expect(ours).toBeGreaterThan(theirs)
    for (const seen of [0, 1, ours - 1, ours, 999_999_999_999_999])
      for (const { cookie } of outsiders.filter(({ companyId }) => companyId !== null)) {
        const { until } = await openStream('/api/live', cookie, { 'Last-Event-ID': String(seen) })
        const heard = await until('event: ready')
        const own = await changeTicket()
        const after =
          seen > theirs
            ? heard
            : await (await openStream(`/api/live?after=${seen}`, cookie)).until(`"id":"${own}"`)
        expect(shop.findSecrets(heard + after)).toEqual([])
      }
  })

  test('of the public list shows what the list shows', async () => {
    for (const { cookie } of outsiders) {
      const { until } = await openStream('/api/live/directory', cookie, { 'Last-Event-ID': '0' })
      await changeTicket()
      const name = `Lone Star ${await versionOf(app.ids.ray)}`
      await app.as('ray').companies.change({ companyName: name })
      const heard = await until(name)
      expect(heard).toContain('Bluebonnet RV')
      expect(shop.findSecrets(heard)).toEqual([])
    }
  })
})
