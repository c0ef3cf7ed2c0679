import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp, withoutIds } from '../../../test/support/test-app.ts'
import { type ExecutionContext, runInTransaction, type UnitOfWork } from './unit-of-work.ts'

let app: TestApp
let dana: ExecutionContext
beforeAll(async () => {
  app = await createTestApp()
  const actor = { kind: 'owner', id: app.ids.dana, name: 'Dana Reyes', companyId: app.ids.dana } as const
  dana = { actor, actorKey: actor.id, now: app.now, timeZone: 'UTC' }
})
afterAll(() => app.close())

const changes = (company = app.ids.dana) =>
  app.database
    .selectFrom('changeLog')
    .selectAll()
    .where('companyId', '=', company)
    .orderBy('version')
    .orderBy('seq')
    .execute()
const versionOf = async (company = app.ids.dana) =>
  (
    await app.database
      .selectFrom('companyVersion')
      .select('version')
      .where('companyId', '=', company)
      .executeTakeFirstOrThrow()
  ).version
const create = (person: 'dana' | 'walt' | 'ray' = 'dana') =>
  app.as(person).tickets.create({ ...june, jobs: [] })

const publishedFeeds: string[] = []
const piece = (kind: 'command' | 'query', task: (work: UnitOfWork) => Promise<unknown>) =>
  runInTransaction({ database: app.database, publish: feed => publishedFeeds.push(feed) }, dana, kind, task)
const touch = (work: UnitOfWork, id: string, verb = 'ticket.test') =>
  work.recordChange({ kind: 'ticket', id, verb, card: null })

describe('the change log', () => {
  test('has versions without gaps in commit order under sixteen concurrent commands', async () => {
    const before = await versionOf()
    const rivals = await versionOf(app.ids.ray)
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        create(index % 3 === 0 ? 'walt' : index % 3 === 1 ? 'dana' : 'ray'),
      ),
    )
    const versions = (await changes()).map(({ version }) => version)
    const added = versions.filter(version => version > before)
    expect(added).toEqual(added.map((_, index) => before + 1 + index))
    expect(added).toHaveLength(11)
    expect(await versionOf()).toBe(before + 11)
    expect(await versionOf(app.ids.ray)).toBe(rivals + 5)
  })

  test('is read in order by a poller, which never sees an older version later', async () => {
    const seen: number[] = []
    let done = false
    const reader = (async () => {
      while (!done) {
        const after = seen.at(-1) ?? 0
        const rows = await app.database
          .selectFrom('changeLog')
          .select('version')
          .where('companyId', '=', app.ids.dana)
          .where('version', '>', after)
          .orderBy('version')
          .execute()
        seen.push(...rows.map(({ version }) => version))
      }
    })()
    await Promise.all(Array.from({ length: 16 }, () => create()))
    done = true
    await reader
    const all = (await changes()).map(({ version }) => version)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).toEqual(all.slice(0, seen.length))
  })

  test('has a row for each change, numbered within one version', async () => {
    const before = await versionOf()
    await piece('command', async work => {
      touch(work, '100001', 'ticket.first')
      touch(work, '100002')
      touch(work, '100001', 'ticket.last')
    })
    const added = (await changes()).filter(({ version }) => version > before)
    expect(added.map(({ version, seq, id, verb, at }) => [version, seq, id, verb, at])).toEqual([
      [before + 1, 1, '100001', 'ticket.first', app.now],
      [before + 1, 2, '100002', 'ticket.test', app.now],
      [before + 1, 3, '100001', 'ticket.last', app.now],
    ])
  })

  test('has nothing of a failed or refused command, and nothing is published', async () => {
    const before = await changes()
    publishedFeeds.length = 0
    const effects: string[] = []
    const failing = piece('command', async work => {
      touch(work, '100003')
      work.afterCommit(() => effects.push('mail'))
      await work.update('company').set({ companyName: 'Half done' }).execute()
      throw new Error('the lights went out')
    })
    await expect(failing).rejects.toThrow('the lights went out')
    await errorOf(app.as('dana').tickets.finalize({ ticketId: 100_000 }))
    expect(await changes()).toEqual(before)
    expect(await versionOf()).toBe(before.at(-1)?.version)
    expect([...publishedFeeds, ...effects]).toEqual([])
    expect((await app.as('dana').companies.mine()).companyName).toBe('Bluebonnet RV')
  })

  test('is unchanged by a command that changed nothing', async () => {
    const before = await versionOf()
    publishedFeeds.length = 0
    await piece('command', async () => 'nothing')
    expect(await versionOf()).toBe(before)
    expect(publishedFeeds).toEqual([])
  })

  test('wakes the feed and runs the afterCommit callbacks once, after commit', async () => {
    publishedFeeds.length = 0
    const seen: unknown[] = []
    await piece('command', async work => {
      touch(work, '100004')
      work.afterCommit(() => seen.push(publishedFeeds.slice()))
      expect(publishedFeeds).toEqual([])
    })
    expect(publishedFeeds).toEqual([app.ids.dana])
    expect(seen).toEqual([[app.ids.dana]])
  })

  test('contains no money, contact details, license or password, after any command', async () => {
    const { ticketId } = await create()
    await app
      .as('dana')
      .tickets.addPart({ ticketId, quantity: 1, description: 'Motor', perPartAmount: 289.77 })
    await app.as('dana').tickets.finalize({ ticketId })
    await app.as('dana').tickets.complete({ ticketId })
    const { rows } = await sql`select card, detail from change_log`.execute(app.database)
    const text = withoutIds(rows)
    expect(rows.length).toBeGreaterThan(20)
    for (const secret of [
      /289\.77/,
      /28977/,
      /perPart|laborRate|total/,
      /@/,
      /\(574\)|555-/,
      /IN-4471/,
      /argon/,
      /Riverview/,
      /campfire/,
    ])
      expect(text).not.toMatch(secret)
  })
})

test('a query cannot write by any means', async () => {
  const writing = piece('query', work => work.update('company').set({ companyName: 'X' }).execute())
  await expect(writing).rejects.toThrow(/read-only transaction/)
})

test('a unit of work without a company filter still sees and changes only its own rows', async () => {
  await create('ray')
  await piece('command', async work => {
    const tickets = await work.database.selectFrom('ticket').select('companyId').distinct().execute()
    expect(tickets).toEqual([{ companyId: app.ids.dana }])
    const touched = await work.database.updateTable('company').set({ mobileRange: 41 }).executeTakeFirst()
    expect(touched.numUpdatedRows).toBe(1n)
    throw new Error('undone')
  }).catch(error => expect(error.message).toBe('undone'))
})
