import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import { createRateLimiter } from '#server/rate-limits/rate-limiter.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { emailUnreadMessages } from './email-unread-messages.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(START)
  await sql`delete from rate_limit_counter`.execute(app.database)
  await sql`delete from email_outbox`.execute(app.database)
  await sql`update ticket_message set email_due_at = null`.execute(app.database)
})

const later = (minutes: number) => {
  app.now = new Date(app.now.getTime() + minutes * 60_000)
}

function send({ isLimited = false, canDeliver = true } = {}): Promise<void> {
  const keyedHash = createKeyedHash('a secret')
  const rateLimiter = createRateLimiter({
    database: app.database,
    keyedHash,
    isOn: isLimited,
    limitTransactions: (_client, _kind, run) => run(),
    now: () => app.now,
    log: () => {},
  })
  const mailContext = {
    url: () => 'https://rigwright.example',
    canDeliver,
    contactEmail: null,
    wake: () => {},
  }
  const services = { database: app.database, publish: () => {} }
  return emailUnreadMessages(services, { mailContext, keyedHash, rateLimiter }, app.now)
}

const SUBJECT = /new messages? about your RV from Bluebonnet RV$/

/** The emails about messages; their texts are erased once they are sent. */
async function emails() {
  const rows = await app.database
    .selectFrom('emailOutbox')
    .select(['recipient', 'subject', 'text', 'senderName', 'messageId'])
    .where('recipient', '=', june.customerDetails.email)
    .orderBy('at')
    .execute()
  return rows
    .filter(({ subject }) => SUBJECT.test(subject))
    .map(({ messageId, ...email }) => ({
      ...email,
      text: email.text || (app.sentEmails.find(sent => sent.messageId === messageId)?.text ?? ''),
    }))
}

const post = (ticketId: number, text: string, as: 'dana' | 'walt' = 'dana') =>
  app.as(as).messages.post({ ticketId, text })

/** A ticket of June's with a message of the desk. */
async function written(text = 'Tomorrow at nine.') {
  const linked = await createLinkedTicket(app)
  await post(linked.ticketId, text)
  return linked
}

const activityOf = async (ticketId: number) =>
  (await app.as('dana').tickets.activity({ ticketId })).entries.map(({ verb, detail }) => [
    verb,
    detail?.reason ?? null,
  ])

describe('a customer who has not read a message after two minutes', () => {
  test('is emailed it once, with the link, in the company’s name, by one of two servers', async () => {
    const { ticketId, token } = await written('Tomorrow at nine.\n\nBring the <keys>.')
    later(1.9)
    await send()
    expect(await emails()).toEqual([])
    later(0.1)
    await Promise.all([send(), send()])
    later(10)
    await send()
    const [email, ...more] = await emails()
    expect(more).toEqual([])
    expect(email).toMatchObject({
      subject: 'You have a new message about your RV from Bluebonnet RV',
      senderName: 'Bluebonnet RV',
    })
    expect(email?.text).toMatch(
      /^Hello June,\n\nBluebonnet RV wrote to you about your 2021 Jayco.*:\n\nDana Reyes: Tomorrow at nine\.\n\nBring the <keys>\.\n\nAnswer here\. You'll need the last four digits of your phone number:\nhttps:\/\/rigwright\.example\/follow\/[\w-]+\n\nBluebonnet RV\n/,
    )
    expect(email?.text.length).toBeGreaterThan(token.length)
    expect((await activityOf(ticketId))[0]).toEqual(['ticket.email-messages', null])
    const { messages } = await app.as('walt').messages.list({ ticketId })
    expect(messages).toMatchObject([{ readAt: null, emailOutcome: 'posted' }])
  })

  test('gets several in one email, and later ones in another, without the first', async () => {
    const { ticketId } = await written('First')
    later(1)
    await post(ticketId, 'Second', 'walt')
    later(1)
    await send()
    later(5)
    await post(ticketId, 'Third')
    later(2)
    await send()
    const [both, third] = await emails()
    expect(both?.subject).toBe('You have 2 new messages about your RV from Bluebonnet RV')
    expect(both?.text).toContain('Dana Reyes: First\n\nWalt Kim: Second\n\n')
    expect(third?.subject).toBe('You have a new message about your RV from Bluebonnet RV')
    expect(third?.text).toContain('Dana Reyes: Third')
    expect(third?.text).not.toContain('First')
  })

  test('gets the newest ten of many', async () => {
    const { ticketId } = await written('Message 1.')
    for (let count = 2; count <= 12; count += 1) {
      later(0.01)
      await post(ticketId, `Message ${count}.`)
    }
    later(2)
    await send()
    const [email] = await emails()
    expect(email?.text.match(/Message \d+/g)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Message ${index + 3}`),
    )
    expect(email?.text).toContain('Read the earlier messages, and answer, here.')
  })
})

describe('a customer is not emailed', () => {
  test('what they have read by their link, which both sides see', async () => {
    const { ticketId, token, client } = await written()
    expect((await client.customerView.listMessages({ token })).messages).toMatchObject([{ isUnread: true }])
    later(1)
    await client.customerView.markRead({ token })
    expect((await client.customerView.listMessages({ token })).messages).toMatchObject([{ isUnread: false }])
    expect((await app.as('dana').messages.list({ ticketId })).messages).toMatchObject([
      { readAt: app.now, emailOutcome: null },
    ])
    expect((await activityOf(ticketId))[0]).toEqual(['ticket.read-company-messages', null])
    later(5)
    await send()
    expect(await emails()).toEqual([])
  })

  test('their own messages, which are not unread to them', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await client.customerView.post({ token, text: 'When can I come?' })
    expect((await client.customerView.listMessages({ token })).messages).toMatchObject([{ isUnread: false }])
    const before = await dumpDatabase(app.database)
    await client.customerView.markRead({ token })
    expect(await dumpDatabase(app.database)).toBe(before)
    expect((await app.as('dana').messages.list({ ticketId })).messages).toMatchObject([{ readAt: null }])
  })

  test('after their link was turned off', async () => {
    const { ticketId } = await written()
    await app.as('dana').customerLinks.revoke({ ticketId })
    later(2)
    await send()
    expect(await emails()).toEqual([])
  })

  test('after their link has expired', async () => {
    const { ticketId } = await written()
    await app.as('dana').tickets.finalize({ ticketId })
    await app.as('dana').tickets.complete({ ticketId })
    later(91 * 24 * 60)
    await send()
    expect(await emails()).toEqual([])
  })

  test('without a link, also not by one that is made later', async () => {
    const ticketId = await app.createTicket()
    await post(ticketId, 'Nobody reads this yet.')
    later(2)
    await send()
    await app.as('dana').customerLinks.create({ ticketId })
    later(2)
    await send()
    expect(await emails()).toEqual([])
  })

  test('what was written before there were these emails', async () => {
    await written()
    await sql`update ticket_message set email_due_at = null`.execute(app.database)
    later(2)
    await send()
    expect(await emails()).toEqual([])
  })

  test('by a suspended company', async () => {
    await written()
    const suspend = (at: Date | null) =>
      sql`update company set suspended_at = ${at} where company_id = ${app.ids.dana}`.execute(app.database)
    await suspend(app.now)
    later(2)
    await send()
    await suspend(null)
    expect(await emails()).toEqual([])
  })
})

describe('the desk sees at the message why no email was sent', () => {
  test('when the limit on emails to customers is reached', async () => {
    const { ticketId } = await written()
    later(2)
    await send({ isLimited: true })
    await sql`update rate_limit_counter set count = 1000`.execute(app.database)
    await written('Over the limit')
    later(2)
    await send({ isLimited: true })
    expect(await emails()).toHaveLength(1)
    const rows = await app.database
      .selectFrom('ticketMessage')
      .select(['ticketId', 'text', 'emailOutcome', 'emailDueAt'])
      .where('text', '=', 'Over the limit')
      .execute()
    expect(rows).toMatchObject([{ emailOutcome: 'too-many', emailDueAt: null }])
    expect((await activityOf(rows[0]?.ticketId ?? 0))[0]).toEqual([
      'ticket.email-messages',
      'today’s email limit is reached',
    ])
    expect((await activityOf(ticketId))[0]).toEqual(['ticket.email-messages', null])
  })

  test('when there is no mail server', async () => {
    const { ticketId } = await written()
    later(2)
    await send({ canDeliver: false })
    expect((await app.as('dana').messages.list({ ticketId })).messages).toMatchObject([
      { emailOutcome: 'no-mail' },
    ])
    expect((await activityOf(ticketId))[0]).toEqual(['ticket.email-messages', 'email isn’t set up'])
  })

  test('and the customer does not', async () => {
    const { token, client } = await written()
    later(2)
    await send({ canDeliver: false })
    const { messages } = await client.customerView.listMessages({ token })
    expect(messages).toHaveLength(1)
    expect(Object.keys(messages[0] ?? {}).sort()).toEqual(
      ['at', 'authorName', 'by', 'isUnread', 'jobNumber', 'messageId', 'text'].sort(),
    )
  })
})
