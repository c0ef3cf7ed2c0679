import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bluebonnet, loneStar, PASSWORD, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../test/support/test-app.ts'
import { deleteExpiredSignIns } from './sign-ins.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ metricsAddress: { host: '127.0.0.1', port: 0 } })
  // The authentication library uses the real clock.
  app.now = new Date()
  await lines()
})
afterAll(() => app.close())

const tryToSignIn = (email: string, password: string) => {
  later()
  return app.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    json: { email, password },
    headers: { 'User-Agent': 'A phone in a glove' },
  })
}
/** A time after all earlier entries. */
const later = () => {
  app.now = new Date(app.now.getTime() + 1000)
}
const lines = async (owner: 'dana' | 'ray' = 'dana') => (await app.as(owner).audit.listSignIns({})).signIns
const count = async () =>
  (await sql<{ count: number }>`select count(*) from sign_in`.execute(app.database)).rows[0]?.count

describe('the login log', () => {
  test.each(['walt', 'rosa'] as const)('is not visible to %s', async person => {
    expect((await errorOf(app.as(person).audit.listSignIns({}))).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as(person).audit.list({}))).code).toBe('FORBIDDEN')
  })

  test('shows the owner the address and device of each login', async () => {
    expect((await tryToSignIn(rosa.email, PASSWORD)).status).toBe(200)
    expect((await lines())[0]).toMatchObject({
      name: 'Rosa Díaz',
      event: 'signed-in',
      at: app.now,
      address: '127.0.0.1',
      device: 'A phone in a glove',
    })
  })

  test('shows refused logins with their reason', async () => {
    expect((await tryToSignIn(sam.email.toUpperCase(), 'not it at all')).status).toBe(401)
    expect((await lines())[0]).toMatchObject({ name: 'Sam Ortiz', event: 'refused' })
    await app.as('dana').employees.deactivate({ id: app.ids.sam })
    expect((await tryToSignIn(sam.email, PASSWORD)).status).toBe(403)
    expect((await lines())[0]).toMatchObject({ name: 'Sam Ortiz', event: 'inactive' })
    await app.as('dana').employees.reactivate({ id: app.ids.sam })
  })

  test('shows password changes, by the user and by link', async () => {
    const cookie = await app.signIn(walt.email)
    const choose = (currentPassword: string) =>
      app.fetch('/api/auth/change-password', {
        method: 'POST',
        json: { currentPassword, newPassword: 'another-campground-2025' },
        headers: { cookie },
      })
    later()
    expect((await choose('wrong one')).ok).toBe(false)
    expect((await lines())[0]).toMatchObject({ name: 'Walt Kim', event: 'refused' })
    later()
    expect((await choose(PASSWORD)).status).toBe(200)
    expect((await lines())[0]).toMatchObject({ name: 'Walt Kim', event: 'password-changed' })
    later()
    const ask = { method: 'POST', json: { email: walt.email } }
    expect((await app.fetch('/api/auth/request-password-reset', ask)).status).toBe(200)
    expect((await lines())[0]).toMatchObject({ name: 'Walt Kim', event: 'reset-asked' })
    // The notice of the changed password is an email as well.
    const tokenOfLink = () =>
      app.sentEmails
        .map(({ text }) => /token=([\w-]+)/.exec(text)?.[1])
        .findLast(found => found !== undefined)
    await expect.poll(tokenOfLink).toBeDefined()
    const token = tokenOfLink()
    later()
    const reset = { token, newPassword: 'a-third-campground-2025' }
    expect((await app.fetch('/api/auth/reset-password', { method: 'POST', json: reset })).status).toBe(200)
    expect((await lines())[0]).toMatchObject({ name: 'Walt Kim', event: 'password-reset' })
  })

  test('shows nothing of another company', async () => {
    await tryToSignIn(bluebonnet.email, 'not it at all')
    const names = (await lines('ray')).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(new Set(names)).toEqual(new Set([loneStar.owner]))
  })

  test('records an attempt with an unknown email, but not what was typed', async () => {
    const before = await count()
    expect((await tryToSignIn('nobody@mail.example', 'my secret')).status).toBe(401)
    expect(await count()).toBe((before ?? 0) + 1)
    const { rows } = await sql<{ text: string }>`select s::text as text from sign_in s`.execute(app.database)
    for (const { text } of rows) expect(text).not.toMatch(/nobody@mail|my secret/)
  })

  test.each(['not an email', '\0@mail.example', 'a@b.example\ud800', { $ne: '' }])(
    'accepts %j without an error',
    async email => {
      const answer = await app.fetch('/api/auth/sign-in/email', {
        method: 'POST',
        json: { email, password: PASSWORD },
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(app.loggedErrors).toEqual([])
    },
  )

  test('is paged without gaps', async () => {
    for (let tries = 0; tries < 55; tries += 1)
      await sql`select record_sign_in(${app.ids.rosa}::uuid, '', 'refused', ${app.now}, '', '')`.execute(
        app.database,
      )
    const seen = new Set<string>()
    let before: string | null = null
    do {
      const page: Awaited<ReturnType<ReturnType<TestApp['as']>['audit']['listSignIns']>> = await app
        .as('dana')
        .audit.listSignIns(before === null ? {} : { before })
      for (const { id } of page.signIns) seen.add(id)
      before = page.next
    } while (before !== null)
    const { rows } = await sql<{ count: number }>`
      select count(*) from sign_in where company_id = ${app.ids.dana}`.execute(app.database)
    expect(seen.size).toBe(rows[0]?.count)
    expect((await errorOf(app.as('dana').audit.listSignIns({ before: 'nonsense' }))).code).toBe('INVALID')
  })

  test('is counted in the metrics', async () => {
    const metrics = await (await fetch(app.metricsUrl ?? '')).text()
    expect(metrics).toMatch(/rigwright_sign_ins_total\{outcome="refused"\} [1-9]/)
  })

  test('is deleted after a year', async () => {
    await deleteExpiredSignIns(app.database, new Date(app.now.getTime() + 364 * 86_400_000))
    expect(await count()).toBeGreaterThan(0)
    await deleteExpiredSignIns(app.database, new Date(app.now.getTime() + 366 * 86_400_000))
    expect(await count()).toBe(0)
  })
})

describe('the activity log', () => {
  test('shows tickets, employees and the company, newest first', async () => {
    const ticketId = await app.createTicket('rosa')
    await app.as('dana').employees.sendReset({ id: app.ids.rosa })
    await app.as('dana').companies.change({ companyPhone: '(574) 555-0777' })
    const { entries: actions, timeZone } = await app.as('dana').audit.list({})
    expect(timeZone).toBe(bluebonnet.timeZone)
    expect(actions.slice(0, 3)).toMatchObject([
      { verb: 'company.change', by: { name: 'Dana Reyes' }, at: app.now },
      { verb: 'employee.send-reset', detail: { employee: 'Rosa Díaz' } },
      { verb: 'ticket.assign', id: String(ticketId), detail: { technician: 'Rosa Díaz' } },
    ])
  })

  test('still names deleted people', async () => {
    const gus = { firstName: 'Gus', lastName: 'Moss', phone: '(574) 555-0188', licenseNumber: 'IN-1' }
    const { id } = await app
      .as('dana')
      .employees.register({ ...gus, email: 'gus@bluebonnet.example', password: PASSWORD })
    await app.as('dana').employees.delete({ id })
    const { entries } = await app.as('dana').audit.list({})
    expect(entries[0]).toMatchObject({ verb: 'employee.delete', detail: { employee: 'Gus Moss' } })
  })

  test('shows nothing of another company, and is paged', async () => {
    const { entries: theirs } = await app.as('ray').audit.list({})
    expect(theirs.map(({ by }) => by.name)).not.toContain('Dana Reyes')
    for (let saves = 0; saves < 60; saves += 1)
      await app.as('dana').companies.change({ companyPhone: `(574) 555-01${10 + saves}` })
    const first = await app.as('dana').audit.list({})
    const second = await app.as('dana').audit.list({ before: first.next ?? '' })
    expect((first.entries.at(-1)?.version ?? 0) - (second.entries[0]?.version ?? 0)).toBeLessThanOrEqual(1)
    expect((await errorOf(app.as('dana').audit.list({ before: 'nonsense' }))).code).toBe('INVALID')
  })
})
