import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LONGEST_MESSAGE } from '#domain/messages/message.ts'
import { linkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { everyRow } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'

let world: World
let strict: World
beforeAll(async () => {
  world = await openWorld()
  strict = await openWorld({ rateLimits: true })
})
afterAll(async () => {
  await world.close()
  await strict.close()
})
beforeEach(() => {
  world.now = new Date(START)
})

const QUESTION = 'When can I come? 🚐 <b>Soon?</b>'
const DAY_MS = 24 * 60 * 60 * 1000

describe('writing to the company', () => {
  test('is refused without an answered link, and with the cookie of another', async () => {
    const [one, other] = [await linkedTicket(world), await linkedTicket(world)]
    const before = await everyRow(world.database)
    for (const client of [world.as('visitor'), world.as('rosa'), world.as('ray'), other.client]) {
      expect((await refusalOf(client.follow.say({ token: one.token, text: QUESTION }))).code).toBe('REFUSED')
      expect((await refusalOf(client.follow.messages({ token: one.token }))).code).toBe('REFUSED')
    }
    expect(await everyRow(world.database)).toBe(before)
  })

  test('is refused by a link that was closed, and by one that has ended', async () => {
    const closed = await linkedTicket(world)
    await world.as('dana').links.revoke({ ticketId: closed.ticketId })
    expect(
      (await refusalOf(closed.client.follow.say({ token: closed.token, text: QUESTION }))).message,
    ).toMatch(/^This link was closed/)
    const ended = await linkedTicket(world)
    await world.as('dana').tickets.finalize({ ticketId: ended.ticketId })
    await world.as('dana').tickets.complete({ ticketId: ended.ticketId })
    world.now = new Date(world.now.getTime() + 90 * DAY_MS)
    expect(
      (await refusalOf(ended.client.follow.say({ token: ended.token, text: QUESTION }))).message,
    ).toMatch(/^This link has ended/)
  })

  test.each([
    ['nothing', '   ', 'Fill this in.'],
    ['too much', 'x'.repeat(LONGEST_MESSAGE + 1), 'Use at most 2,000 characters.'],
    ['a sign that cannot be kept', 'a\0b', 'There is a character in here that cannot be kept.'],
  ])('%s is refused beside its field', async (_, text, sentence) => {
    const { ticketId, token, client } = await linkedTicket(world)
    const before = await everyRow(world.database)
    expect(await refusalOf(client.follow.say({ token, text }))).toMatchObject({ fields: { text: sentence } })
    expect(await refusalOf(world.as('dana').messages.say({ ticketId, text }))).toMatchObject({
      fields: { text: sentence },
    })
    expect(await everyRow(world.database)).toBe(before)
  })

  test('about a line that is not there is refused', async () => {
    const { token, client } = await linkedTicket(world)
    expect(await refusalOf(client.follow.say({ token, text: QUESTION, jobNumber: 9 }))).toMatchObject({
      fields: { jobNumber: 'That job line is not on the ticket any more.' },
    })
  })

  test('thirty in an hour are enough for one link, and another is another matter', async () => {
    const one = await linkedTicket(strict)
    for (let count = 1; count <= 30; count += 1)
      await one.client.follow.say({ token: one.token, text: `Message ${count}` })
    expect((await refusalOf(one.client.follow.say({ token: one.token, text: 'One more' }))).code).toBe(
      'TOO_MANY',
    )
    const other = await linkedTicket(strict)
    await other.client.follow.say({ token: other.token, text: QUESTION })
  })

  test('sent twice under one key it stands there once', async () => {
    const { ticketId, token, client } = await linkedTicket(world)
    const context = { idempotencyKey: randomUUID() }
    for (let times = 1; times <= 2; times += 1)
      await client.follow.say({ token, text: QUESTION }, { context })
    expect((await world.as('dana').messages.list({ ticketId })).messages).toHaveLength(1)
  })
})

describe('what was written to and fro', () => {
  test('stands on both sides in its order, with who wrote it', async () => {
    const { ticketId, token, client } = await linkedTicket(world)
    await client.follow.say({ token, text: QUESTION, jobNumber: 1 })
    world.now = new Date(world.now.getTime() + 60_000)
    await world.as('walt').messages.say({ ticketId, text: 'Tomorrow at nine.' })
    const told = [
      { by: 'customer', authorName: 'June Park', jobNumber: 1, text: QUESTION, at: new Date(START) },
      { by: 'desk', jobNumber: null, text: 'Tomorrow at nine.', at: world.now },
    ]
    expect((await client.follow.messages({ token })).messages).toMatchObject(told)
    expect((await world.as('dana').messages.list({ ticketId })).messages).toMatchObject(told)
  })

  test('is in the ticket’s activity without a word of it', async () => {
    const { ticketId, token, client } = await linkedTicket(world)
    await client.follow.say({ token, text: QUESTION, jobNumber: 1 })
    await world.as('walt').messages.say({ ticketId, text: 'Tomorrow at nine.' })
    const activity = await world.as('dana').tickets.activity({ ticketId })
    expect(activity.entries.slice(0, 2).map(({ verb }) => verb)).toEqual(['ticket.say', 'ticket.hear'])
    const rows = await world.database
      .selectFrom('change')
      .select(['card', 'detail', 'actorName'])
      .where('id', '=', String(ticketId))
      .execute()
    expect(JSON.stringify(rows)).not.toMatch(/When can I come|Tomorrow at nine/)
    expect(rows.at(-2)?.actorName).toBe('June Park')
  })

  test('is told to whoever looks at the company once, and never of what the desk wrote', async () => {
    const { ticketId, token, client } = await linkedTicket(world)
    await client.follow.say({ token, text: QUESTION })
    await world.as('dana').messages.markSeen({ ticketId })
    await world.as('walt').messages.say({ ticketId, text: 'Tomorrow at nine.' })
    const rows = await world.database
      .selectFrom('change')
      .select(['verb', sql<string | null>`card->>'wrote'`.as('wrote')])
      .where('id', '=', String(ticketId))
      .where(sql<boolean>`card ? 'wrote'`)
      .execute()
    expect(rows).toEqual([{ verb: 'ticket.hear', wrote: 'true' }])
  })

  test('goes along in the company’s export', async () => {
    const { ticketId, token, client } = await linkedTicket(world)
    await client.follow.say({ token, text: QUESTION })
    const file = JSON.parse(await (await world.fetch('/api/company/export', { as: 'dana' })).text())
    expect(file.ticketManager.activeServiceTickets[ticketId]).toMatchObject({
      messages: [{ by: 'customer', name: 'June Park', text: QUESTION, at: Date.parse(START), seenAt: null }],
    })
  })
})

describe('what nobody at the desk has seen', () => {
  const unseenOf = async (ticketId: number) =>
    (await world.as('walt').messages.unseen()).tickets.find(one => one.ticketId === ticketId)

  test('is counted by ticket until somebody has', async () => {
    const { ticketId, token, client } = await linkedTicket(world)
    expect(await unseenOf(ticketId)).toBeUndefined()
    await client.follow.say({ token, text: QUESTION })
    await client.follow.say({ token, text: 'And how much?' })
    expect(await unseenOf(ticketId)).toMatchObject({
      count: 2,
      firstName: 'June',
      lastName: 'Park',
      state: 'active',
    })
    await world.as('dana').messages.markSeen({ ticketId })
    expect(await unseenOf(ticketId)).toBeUndefined()
    expect((await world.as('dana').messages.list({ ticketId })).messages[0]?.seenAt).toEqual(world.now)
  })

  test('is never what the desk wrote itself, and seeing nothing new leaves no trail', async () => {
    const { ticketId } = await linkedTicket(world)
    await world.as('dana').messages.say({ ticketId, text: 'Hello.' })
    expect(await unseenOf(ticketId)).toBeUndefined()
    const before = await everyRow(world.database)
    await world.as('dana').messages.markSeen({ ticketId })
    expect(await everyRow(world.database)).toBe(before)
  })

  test('is nobody else’s company’s', async () => {
    const { token, client } = await linkedTicket(world)
    await client.follow.say({ token, text: QUESTION })
    expect(await world.as('ray').messages.unseen()).toEqual({ tickets: [] })
  })
})
