import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bluebonnet, loneStar, PASSWORD, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import { openWorld, refusalOf, type World } from '../../../test/support/test-app.ts'
import { forgetOldSignIns } from './sign-ins.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ figuresPort: { host: '127.0.0.1', port: 0 } })
  // The sign-in library looks at the clock on the wall.
  world.now = new Date()
  await lines()
})
afterAll(() => world.close())

const tryToSignIn = (email: string, password: string) => {
  later()
  return world.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    json: { email, password },
    headers: { 'User-Agent': 'A phone in a glove' },
  })
}
/** A line that is newer than all before it. */
const later = () => {
  world.now = new Date(world.now.getTime() + 1000)
}
const lines = async (owner: 'dana' | 'ray' = 'dana') => (await world.as(owner).trail.signIns({})).signIns
const count = async () =>
  (await sql<{ count: number }>`select count(*) from sign_in`.execute(world.database)).rows[0]?.count

describe('who signed in', () => {
  test.each(['walt', 'rosa'] as const)('is not for %s', async person => {
    expect((await refusalOf(world.as(person).trail.signIns({}))).code).toBe('FORBIDDEN')
    expect((await refusalOf(world.as(person).trail.deeds({}))).code).toBe('FORBIDDEN')
  })

  test('is told to the owner, with the place and the device it came from', async () => {
    expect((await tryToSignIn(rosa.email, PASSWORD)).status).toBe(200)
    expect((await lines())[0]).toMatchObject({
      ...{ name: 'Rosa Díaz', event: 'signed-in', at: world.now },
      ...{ address: '127.0.0.1', device: 'A phone in a glove' },
    })
  })

  test('is told when it was refused, and why', async () => {
    expect((await tryToSignIn(sam.email.toUpperCase(), 'not it at all')).status).toBe(401)
    expect((await lines())[0]).toMatchObject({ name: 'Sam Ortiz', event: 'refused' })
    await world.as('dana').employees.deactivate({ id: world.ids.sam })
    expect((await tryToSignIn(sam.email, PASSWORD)).status).toBe(403)
    expect((await lines())[0]).toMatchObject({ name: 'Sam Ortiz', event: 'inactive' })
    await world.as('dana').employees.reactivate({ id: world.ids.sam })
  })

  test('tells of a password that was changed, by whom it is and by a link', async () => {
    const cookie = await world.signIn(walt.email)
    const choose = (currentPassword: string) =>
      world.fetch('/api/auth/change-password', {
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
    expect((await world.fetch('/api/auth/request-password-reset', ask)).status).toBe(200)
    expect((await lines())[0]).toMatchObject({ name: 'Walt Kim', event: 'reset-asked' })
    await expect.poll(() => world.letters.length).toBeGreaterThan(0)
    const token = /token=([\w-]+)/.exec(world.letters.at(-1)?.text ?? '')?.[1]
    later()
    const reset = { token, newPassword: 'a-third-campground-2025' }
    expect((await world.fetch('/api/auth/reset-password', { method: 'POST', json: reset })).status).toBe(200)
    expect((await lines())[0]).toMatchObject({ name: 'Walt Kim', event: 'password-reset' })
  })

  test('is nothing of another company', async () => {
    await tryToSignIn(bluebonnet.email, 'not it at all')
    const names = (await lines('ray')).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(0)
    expect(new Set(names)).toEqual(new Set([loneStar.owner]))
  })

  test('keeps of an email that nobody has that somebody tried, and not what was typed', async () => {
    const before = await count()
    expect((await tryToSignIn('nobody@mail.example', 'my secret')).status).toBe(401)
    expect(await count()).toBe((before ?? 0) + 1)
    const { rows } = await sql<{ text: string }>`select s::text as text from sign_in s`.execute(
      world.database,
    )
    for (const { text } of rows) expect(text).not.toMatch(/nobody@mail|my secret/)
  })

  test.each(['not an email', '\0@mail.example', 'a@b.example\ud800', { $ne: '' }])(
    'takes %j without a fault',
    async email => {
      const answer = await world.fetch('/api/auth/sign-in/email', {
        method: 'POST',
        json: { email, password: PASSWORD },
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(world.faults).toEqual([])
    },
  )

  test('comes a page at a time, without a gap', async () => {
    for (let tries = 0; tries < 55; tries += 1)
      await sql`select note_sign_in(${world.ids.rosa}::uuid, '', 'refused', ${world.now}, '', '')`.execute(
        world.database,
      )
    const seen = new Set<string>()
    let before: string | null = null
    do {
      const page: Awaited<ReturnType<ReturnType<World['as']>['trail']['signIns']>> = await world
        .as('dana')
        .trail.signIns(before === null ? {} : { before })
      for (const { id } of page.signIns) seen.add(id)
      before = page.next
    } while (before !== null)
    const { rows } = await sql<{ count: number }>`
      select count(*) from sign_in where company_id = ${world.ids.dana}`.execute(world.database)
    expect(seen.size).toBe(rows[0]?.count)
    expect((await refusalOf(world.as('dana').trail.signIns({ before: 'nonsense' }))).code).toBe('INVALID')
  })

  test('is counted', async () => {
    const figures = await (await fetch(world.figuresUrl ?? '')).text()
    expect(figures).toMatch(/rigwright_sign_ins_total\{outcome="refused"\} [1-9]/)
  })

  test('is forgotten after a year', async () => {
    await forgetOldSignIns(world.database, new Date(world.now.getTime() + 364 * 86_400_000))
    expect(await count()).toBeGreaterThan(0)
    await forgetOldSignIns(world.database, new Date(world.now.getTime() + 366 * 86_400_000))
    expect(await count()).toBe(0)
  })
})

describe('who did what', () => {
  test('is told of tickets, employees and the company, newest first', async () => {
    const ticketId = await world.ticket('rosa')
    await world.as('dana').employees.sendReset({ id: world.ids.rosa })
    await world.as('dana').companies.change({ companyPhone: '(574) 555-0777' })
    const { deeds, timeZone } = await world.as('dana').trail.deeds({})
    expect(timeZone).toBe(bluebonnet.timeZone)
    expect(deeds.slice(0, 3)).toMatchObject([
      { verb: 'company.change', by: { name: 'Dana Reyes' }, at: world.now },
      { verb: 'employee.send-reset', detail: { employee: 'Rosa Díaz' } },
      { verb: 'ticket.assign', id: String(ticketId), detail: { technician: 'Rosa Díaz' } },
    ])
  })

  test('still names somebody who is gone', async () => {
    const gus = { firstName: 'Gus', lastName: 'Moss', phone: '(574) 555-0188', licenseNumber: 'IN-1' }
    const { id } = await world
      .as('dana')
      .employees.register({ ...gus, email: 'gus@bluebonnet.example', password: PASSWORD })
    await world.as('dana').employees.delete({ id })
    const { deeds } = await world.as('dana').trail.deeds({})
    expect(deeds[0]).toMatchObject({ verb: 'employee.delete', detail: { employee: 'Gus Moss' } })
  })

  test('is nothing of another company, and comes a page at a time', async () => {
    const { deeds: theirs } = await world.as('ray').trail.deeds({})
    expect(theirs.map(({ by }) => by.name)).not.toContain('Dana Reyes')
    for (let saves = 0; saves < 60; saves += 1)
      await world.as('dana').companies.change({ companyPhone: `(574) 555-01${10 + saves}` })
    const first = await world.as('dana').trail.deeds({})
    const second = await world.as('dana').trail.deeds({ before: first.next ?? '' })
    expect((first.deeds.at(-1)?.version ?? 0) - (second.deeds[0]?.version ?? 0)).toBeLessThanOrEqual(1)
    expect((await refusalOf(world.as('dana').trail.deeds({ before: 'nonsense' }))).code).toBe('INVALID')
  })
})
