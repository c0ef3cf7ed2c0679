import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_MESSAGE_LENGTH } from '#domain/messages/message.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let strict: TestApp
beforeAll(async () => {
  app = await createTestApp()
  strict = await createTestApp({ rateLimits: true })
})
afterAll(async () => {
  await app.close()
  await strict.close()
})
beforeEach(() => {
  app.now = new Date(START)
})

const QUESTION = 'When can I come? 🚐 <b>Soon?</b>'
const DAY_MS = 24 * 60 * 60 * 1000

describe("a customer's message", () => {
  test("is refused before the link's question is answered, and with another link's cookie", async () => {
    const [one, other] = [await createLinkedTicket(app), await createLinkedTicket(app)]
    const before = await dumpDatabase(app.database)
    for (const client of [app.as('visitor'), app.as('rosa'), app.as('ray'), other.client]) {
      expect((await errorOf(client.customerView.post({ token: one.token, text: QUESTION }))).code).toBe(
        'REFUSED',
      )
      expect((await errorOf(client.customerView.listMessages({ token: one.token }))).code).toBe('REFUSED')
    }
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('is refused by a link that was turned off or expired', async () => {
    const closed = await createLinkedTicket(app)
    await app.as('dana').customerLinks.revoke({ ticketId: closed.ticketId })
    expect(
      (await errorOf(closed.client.customerView.post({ token: closed.token, text: QUESTION }))).message,
    ).toMatch(/^This link was turned off/)
    const ended = await createLinkedTicket(app)
    await app.as('dana').tickets.finalize({ ticketId: ended.ticketId })
    await app.as('dana').tickets.complete({ ticketId: ended.ticketId })
    app.now = new Date(app.now.getTime() + 90 * DAY_MS)
    expect(
      (await errorOf(ended.client.customerView.post({ token: ended.token, text: QUESTION }))).message,
    ).toMatch(/^This link has expired/)
  })

  test.each([
    ['nothing', '   ', 'Required.'],
    ['too much', 'x'.repeat(MAX_MESSAGE_LENGTH + 1), 'Use at most 2,000 characters.'],
    ['a character that cannot be stored', 'a\0b', 'Remove the unsupported character.'],
  ])('%s is refused beside its field', async (_, text, sentence) => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const before = await dumpDatabase(app.database)
    expect(await errorOf(client.customerView.post({ token, text }))).toMatchObject({
      fields: { text: sentence },
    })
    expect(await errorOf(app.as('dana').messages.post({ ticketId, text }))).toMatchObject({
      fields: { text: sentence },
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('about an unknown job line is refused', async () => {
    const { token, client } = await createLinkedTicket(app)
    expect(await errorOf(client.customerView.post({ token, text: QUESTION, jobNumber: 9 }))).toMatchObject({
      fields: { jobNumber: 'That job line is no longer on the ticket.' },
    })
  })

  test('is limited to thirty an hour per link', async () => {
    const one = await createLinkedTicket(strict)
    for (let count = 1; count <= 30; count += 1)
      await one.client.customerView.post({ token: one.token, text: `Message ${count}` })
    expect((await errorOf(one.client.customerView.post({ token: one.token, text: 'One more' }))).code).toBe(
      'TOO_MANY',
    )
    const other = await createLinkedTicket(strict)
    await other.client.customerView.post({ token: other.token, text: QUESTION })
  })

  test('sent twice under one key appears once', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const context = { idempotencyKey: randomUUID() }
    for (let times = 1; times <= 2; times += 1)
      await client.customerView.post({ token, text: QUESTION }, { context })
    expect((await app.as('dana').messages.list({ ticketId })).messages).toHaveLength(1)
  })
})

describe('a conversation', () => {
  test('appears on both sides in order, with its authors', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await client.customerView.post({ token, text: QUESTION, jobNumber: 1 })
    const [job] = (await app.as('dana').tickets.get({ ticketId })).jobs
    const label = `1. ${job?.problem}`
    const { card } = await app.database
      .selectFrom('changeLog')
      .select('card')
      .where('id', '=', String(ticketId))
      .where('verb', '=', 'ticket.receive-message')
      .executeTakeFirstOrThrow()
    expect(card).toMatchObject({ wrote: true, about: label })
    const notice = await app.database
      .selectFrom('ownerNotice')
      .select('content')
      .where('ticketId', '=', ticketId)
      .executeTakeFirstOrThrow()
    expect(notice.content).toMatchObject({ kind: 'message', job: label })
    app.now = new Date(app.now.getTime() + 60_000)
    await app.as('walt').messages.post({ ticketId, text: 'Tomorrow at nine.' })
    const expected = [
      { by: 'customer', authorName: 'June Park', jobNumber: 1, text: QUESTION, at: new Date(START) },
      { by: 'desk', jobNumber: null, text: 'Tomorrow at nine.', at: app.now },
    ]
    expect((await client.customerView.listMessages({ token })).messages).toMatchObject(expected)
    expect((await app.as('dana').messages.list({ ticketId })).messages).toMatchObject(expected)
  })

  test('is in the ticket’s activity without its text', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await client.customerView.post({ token, text: QUESTION, jobNumber: 1 })
    await app.as('walt').messages.post({ ticketId, text: 'Tomorrow at nine.' })
    const activity = await app.as('dana').tickets.activity({ ticketId })
    expect(activity.entries.slice(0, 2).map(({ verb }) => verb)).toEqual([
      'ticket.send-message',
      'ticket.receive-message',
    ])
    const rows = await app.database
      .selectFrom('changeLog')
      .select(['card', 'detail', 'actorName'])
      .where('id', '=', String(ticketId))
      .orderBy('version')
      .execute()
    expect(JSON.stringify(rows)).not.toMatch(/When can I come|Tomorrow at nine/)
    expect(rows.at(-2)?.actorName).toBe('June Park')
  })

  test("notifies the company's pages once per customer message, and not for its own", async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await client.customerView.post({ token, text: QUESTION })
    await app.as('dana').messages.markRead({ ticketId })
    await app.as('walt').messages.post({ ticketId, text: 'Tomorrow at nine.' })
    const rows = await app.database
      .selectFrom('changeLog')
      .select(['verb', sql<string | null>`card->>'wrote'`.as('wrote')])
      .where('id', '=', String(ticketId))
      .where(sql<boolean>`card ? 'wrote'`)
      .execute()
    expect(rows).toEqual([{ verb: 'ticket.receive-message', wrote: 'true' }])
  })

  test('is in the company’s export', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await client.customerView.post({ token, text: QUESTION })
    const file = JSON.parse(await (await app.fetch('/api/company/export', { as: 'dana' })).text())
    expect(file.ticketManager.activeServiceTickets[ticketId]).toMatchObject({
      messages: [{ by: 'customer', name: 'June Park', text: QUESTION, at: Date.parse(START), readAt: null }],
    })
  })
})

describe('unread messages', () => {
  const unseenOf = async (ticketId: number) =>
    (await app.as('walt').messages.listUnread()).tickets.find(one => one.ticketId === ticketId)

  test('are counted by ticket until the desk reads them', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    expect(await unseenOf(ticketId)).toBeUndefined()
    await client.customerView.post({ token, text: QUESTION })
    await client.customerView.post({ token, text: 'And how much?' })
    expect(await unseenOf(ticketId)).toMatchObject({
      count: 2,
      firstName: 'June',
      lastName: 'Park',
      state: 'active',
    })
    await app.as('dana').messages.markRead({ ticketId })
    expect(await unseenOf(ticketId)).toBeUndefined()
    expect((await app.as('dana').messages.list({ ticketId })).messages[0]?.readAt).toEqual(app.now)
  })

  test("exclude the desk's own, and reading nothing new logs nothing", async () => {
    const { ticketId } = await createLinkedTicket(app)
    await app.as('dana').messages.post({ ticketId, text: 'Hello.' })
    expect(await unseenOf(ticketId)).toBeUndefined()
    const before = await dumpDatabase(app.database)
    await app.as('dana').messages.markRead({ ticketId })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('are visible only to their company', async () => {
    const { token, client } = await createLinkedTicket(app)
    await client.customerView.post({ token, text: QUESTION })
    expect(await app.as('ray').messages.listUnread()).toEqual({ tickets: [] })
  })
})

describe('the messages with a customer', () => {
  test('are those of all their tickets, newest first, also of who was merged into them', async () => {
    const desk = app.as('dana')
    const ticketOf = async (firstName: string) => {
      const customerDetails = { ...june.customerDetails, firstName }
      return (await desk.tickets.create({ ...june, customerDetails })).ticketId
    }
    const customerOf = async (ticketId: number) => (await desk.tickets.get({ ticketId })).customerId ?? ''
    const [one, other, unrelated] = [await ticketOf('Junia'), await ticketOf('Junia'), await ticketOf('Juno')]
    const customerId = await customerOf(one)
    await desk.messages.post({ ticketId: one, text: 'The part is here' })
    app.now = new Date(app.now.getTime() + 1000)
    await desk.messages.post({ ticketId: other, text: 'Ready on Friday' })
    const { messages } = await desk.messages.ofCustomer({ customerId })
    expect(messages).toMatchObject([
      { ticketId: other, state: 'active', text: 'Ready on Friday' },
      { ticketId: one, text: 'The part is here' },
    ])
    const juno = await customerOf(unrelated)
    const textsOf = async (id: string) =>
      (await desk.messages.ofCustomer({ customerId: id })).messages.map(({ text }) => text)
    expect(await textsOf(juno)).toEqual([])
    app.now = new Date(app.now.getTime() + 1000)
    await desk.messages.post({ ticketId: unrelated, text: 'Thanks, Juno' })
    await desk.customers.merge({ customerId: juno, into: customerId })
    expect((await textsOf(customerId))[0]).toBe('Thanks, Juno')
    expect(await errorOf(app.as('ray').messages.ofCustomer({ customerId }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
