import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { createStatementNames } from './prepared-statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a statement gets a name from its third use on, and another one after a renewal', () => {
  const names = createStatementNames()
  const used = (text: string) => Array.from({ length: 4 }, () => names.nameOf(text))
  expect(used('select 1')).toEqual([undefined, undefined, 's0_0', 's0_0'])
  expect(used('select 2').at(-1)).toBe('s0_1')
  names.renew()
  expect(used('select 2').at(-1)).toBe('s1_0')
})

test('statements that differ each time get no names, and take no memory', () => {
  const names = createStatementNames()
  const texts = Array.from({ length: 5000 }, (_, index) => `select ${index}`)
  expect(texts.map(names.nameOf).filter(name => name !== undefined)).toEqual([])
})

test('a statement for many rows gets no name', () => {
  const names = createStatementNames()
  const text = `select ${'1, '.repeat(4000)}1`
  expect([1, 2, 3, 4].map(() => names.nameOf(text))).toEqual([undefined, undefined, undefined, undefined])
})

test('at most 250 statements are prepared', () => {
  const names = createStatementNames()
  const texts = Array.from({ length: 300 }, (_, index) => `select ${index}`)
  for (let use = 0; use < 3; use += 1) for (const text of texts) names.nameOf(text)
  expect(new Set(texts.map(names.nameOf)).size).toBe(251)
})

test('when another server’s migration changes a table, requests still succeed', async () => {
  const ticketId = await app.createTicket()
  const readTicket = () => app.as('dana').tickets.get({ ticketId })
  for (let use = 0; use < 8; use += 1) await readTicket()
  await sql`alter table ticket add column remark text`.execute(app.database)
  await Promise.all(Array.from({ length: 24 }, readTicket))
  await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, problem: 'Roof' })
  expect((await readTicket()).jobs[0]?.problem).toBe('Roof')
  expect(app.loggedErrors).toEqual([])
})
