import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NOTICE_KINDS, type NoticeTiming } from '#domain/notices/notice.ts'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import { createRateLimiter } from '#server/rate-limits/rate-limiter.ts'
import { bluebonnet, customers, june } from '#server/seed/demo-accounts.ts'
import { bookAs, bookingInputOf } from '../../../../test/support/booking-fixtures.ts'
import {
  createAppointment,
  createLinkedTicket,
  createReview,
} from '../../../../test/support/customer-fixtures.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { claimRigOf } from '../../../../test/support/rig-owner-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { sendNotices } from './send-notices.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(START)
  await app.database.deleteFrom('ownerNotice').execute()
  await app.database.deleteFrom('emailOutbox').execute()
  await sql`delete from rate_limit_counter`.execute(app.database)
  await setTimings('at-once')
  await confirm(true)
})

const setTimings = (timing: NoticeTiming, kinds: readonly string[] = NOTICE_KINDS) =>
  app.as('dana').preferences.change({ notices: Object.fromEntries(kinds.map(kind => [kind, timing])) })

const confirm = (isConfirmed: boolean) =>
  sql`update auth_user set email_verified = ${isConfirmed} where id = ${app.ids.dana}`.execute(app.database)

const later = (minutes: number) => {
  app.now = new Date(app.now.getTime() + minutes * 60_000)
}

const mailContext = {
  url: () => 'https://rigwright.example',
  canDeliver: true,
  contactEmail: null,
  wake: () => {},
}

function send(isLimited = false): Promise<void> {
  const rateLimiter = createRateLimiter({
    database: app.database,
    keyedHash: createKeyedHash('a secret'),
    isOn: isLimited,
    limitTransactions: (_client, _kind, run) => run(),
    now: () => app.now,
    log: () => {},
  })
  return sendNotices({ database: app.database, publish: () => {} }, { mailContext, rateLimiter }, app.now)
}

/** The emails to the owner, in order; a text is erased once the app's own worker has sent it. */
const ownerEmails = async () =>
  app.database
    .selectFrom('emailOutbox')
    .select(['emailId', 'recipient', 'subject', 'text', 'senderName', 'messageId'])
    .where('recipient', '=', bluebonnet.email)
    .orderBy('at')
    .execute()

/** The texts, from wherever they are by now. */
async function ownerTexts(): Promise<{ subject: string; text: string }[]> {
  const emails = await ownerEmails()
  return emails.map(({ subject, text, messageId }) => {
    const sent = app.sentEmails.find(email => email.messageId === messageId)
    return { subject, text: text === '' ? (sent?.text ?? '') : text }
  })
}

const write = async (text: string) => {
  const linked = await createLinkedTicket(app)
  await linked.client.customerView.post({ token: linked.token, text })
  return linked
}

describe('the owner is emailed', () => {
  test('of a booking, once it is confirmed', async () => {
    const token = await app.unconfirmedBooking({ wantedAt: new Date('2025-11-24T15:30:00Z') })
    later(2)
    await send()
    expect(await ownerEmails()).toEqual([])
    const { ticketId } = await app.as('visitor').bookings.confirm({ token })
    later(1)
    await send()
    expect(await ownerTexts()).toEqual([
      {
        subject: `New booking: ticket ${ticketId}`,
        text: `Hello Bluebonnet RV,

Lucille Okafor asked for an appointment on Monday, November 24, 2025 at 10:30 AM (ticket ${ticketId}): “Furnace lights, then goes out”
https://rigwright.example/service-ticket/${ticketId}

To choose what we email you about, and when, open Preferences:
https://rigwright.example/company/preferences
`,
      },
    ])
  })

  test('of a booking without a mail server', async () => {
    const input = bookingInputOf(app.now)
    const customerDetails = { ...input.customerDetails, email: 'gus@mail.example' }
    await bookAs(app, { ...input, customerDetails })
    later(1)
    await send()
    expect((await ownerTexts()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New booking: ticket/),
    ])
  })

  test('of what a bank did with a card payment, also when all other emails are off', async () => {
    await setTimings('off')
    const ticketId = await app.createTicket()
    const content = { kind: 'card', cause: 'dispute', amount: 18_125, answerBy: '2025-12-04' }
    await app.database
      .insertInto('ownerNotice')
      .values({
        ...{ companyId: app.ids.dana, noticeId: randomUUID(), ticketId, kind: 'card' },
        ...{ content: JSON.stringify(content), at: app.now, dueAt: app.now },
      })
      .execute()
    await confirm(false)
    expect((await app.as('dana').notices.listWaiting()).notices).toHaveLength(1)
    await confirm(true)
    await send()
    const [email] = await ownerTexts()
    expect(email?.subject).toBe(`A card payment is disputed: ticket ${ticketId}`)
    expect(email?.text).toContain('disputes $181.25 that was paid by card')
  })

  test('of a message, as one line without markup of its own', async () => {
    const { ticketId } = await write('When can I come?\n\nYour account is closed: https://evil.example')
    later(1)
    await send()
    const [email] = await ownerTexts()
    expect(email?.subject).toBe(`New message about ticket ${ticketId}`)
    expect(email?.text).toContain(
      `June Park sent a message about ticket ${ticketId}: “When can I come? Your account is closed: evil.example”\n`,
    )
  })

  test('of an answer by link, and not of one that the desk recorded', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const desk = app.as('dana')
    await desk.approvals.request({ ticketId, jobNumbers: [1] })
    const [line] = (await client.customerView.listApprovals({ token })).lines
    if (line === undefined) expect.fail()
    const { requestId, version } = line
    await client.customerView.answerLine({
      token,
      requestId,
      jobNumber: 1,
      version,
      answer: 'approved',
      typedName: 'June Park',
      again: false,
    })
    const other = await app.createTicket()
    const [byPhone] = (await desk.approvals.get({ ticketId: other })).lines
    await desk.approvals.recordAnswer({
      name: 'June Park',
      ticketId: other,
      jobNumber: 1,
      version: byPhone?.version ?? '',
      answer: 'approved',
    })
    later(1)
    await send()
    const [email, ...more] = await ownerTexts()
    expect(more).toEqual([])
    expect(email?.text).toContain(`June Park approved 1. Roof leak above the bunk on ticket ${ticketId}.\n`)
  })

  test('of a moved and a canceled appointment', async () => {
    const { ticketId, token, client } = await createAppointment(app)
    await client.customerView.reschedule({ token, wanted: { day: '2025-11-25', time: '11:00' } })
    await client.customerView.cancel({ token })
    later(1)
    await send()
    const [email] = await ownerTexts()
    expect(email?.subject).toBe('2 updates from your customers')
    expect(email?.text).toContain(
      `Lucille Okafor moved the appointment on Monday, November 24, 2025 at 2:00 PM to Tuesday, November 25, 2025 at 11:00 AM (ticket ${ticketId}).\n`,
    )
    expect(email?.text).toContain(
      `Lucille Okafor canceled the appointment on Tuesday, November 25, 2025 at 11:00 AM (ticket ${ticketId}).\n`,
    )
  })

  test('of a review', async () => {
    const ticketId = await createReview(app, 4)
    later(1)
    await send()
    expect((await ownerTexts())[0]?.text).toContain(
      `June Park reviewed ticket ${ticketId}: 4 of 5 stars. “Dry again, and they called before they came.”\n`,
    )
  })

  test('of a dispute, without a name, once for each visit', async () => {
    const { vin, companyUUID, ticketId } = await claimRigOf(app)
    const dispute = { vin, companyUUID, ticketId, kind: 'dispute' } as const
    await app.as('june').rigClaims.saveNote({ ...dispute, words: 'It still leaks.' })
    await app.as('june').rigClaims.saveNote({ ...dispute, words: 'It leaks more.' })
    later(1)
    await send()
    const [email, ...more] = await ownerTexts()
    expect(more).toEqual([])
    expect(email?.subject).toBe(`An RV owner disputes ticket ${ticketId}`)
    expect(email?.text).toContain('“It still leaks.” Nothing was changed')
    expect(email?.text).not.toMatch(/June|Park/)
  })

  test('without the phone numbers and addresses of customers', async () => {
    await write('Hello')
    await createReview(app)
    const { token, client } = await createAppointment(app)
    await client.customerView.cancel({ token })
    later(1)
    await send()
    const text = (await ownerTexts()).map(email => email.text).join()
    expect(text).toContain('June Park')
    for (const { phone, email, address } of [june.customerDetails, customers[5].customerDetails])
      for (const secret of [phone, email, address]) expect(text).not.toContain(secret)
  })

  test('by the product itself, at the address they log in with', async () => {
    await app.as('dana').preferences.change({ replyTo: 'desk@bluebonnet.example' })
    await write('Hello')
    later(1)
    await send()
    expect(await ownerEmails()).toMatchObject([{ recipient: bluebonnet.email, senderName: null }])
  })
})

describe('what happens within a minute', () => {
  test('is one email, oldest first, sent by one of two servers', async () => {
    const { ticketId, token, client } = await write('Message 1')
    for (let count = 2; count <= 10; count += 1) {
      later(0.1)
      await client.customerView.post({ token, text: `Message ${count}` })
    }
    await send()
    expect(await ownerEmails()).toEqual([])
    later(0.1)
    await Promise.all([send(), send()])
    await send()
    const [email, ...more] = await ownerTexts()
    expect(more).toEqual([])
    expect(email?.subject).toBe('10 updates from your customers')
    expect(email?.text.match(/“Message \d+”/g)).toEqual(
      Array.from({ length: 10 }, (_, index) => `“Message ${index + 1}”`),
    )
    expect(email?.text.split(`/service-ticket/${ticketId}\n`)).toHaveLength(11)
  })

  test('does not go out with a command that failed', async () => {
    const { token, client } = await createLinkedTicket(app)
    await errorOf(client.customerView.post({ token, text: 'About a line', jobNumber: 9 }))
    expect(await app.database.selectFrom('ownerNotice').selectAll().execute()).toEqual([])
  })
})

describe('an owner who wants one email a day', () => {
  test('gets what happened at 7 AM, and none if nothing did', async () => {
    await setTimings('daily')
    await write('First')
    later(60)
    await write('Second')
    later(17 * 60)
    app.now = new Date('2025-11-21T11:58:00Z')
    await send()
    expect(await ownerEmails()).toEqual([])
    app.now = new Date('2025-11-21T12:00:00Z')
    await send()
    expect((await ownerTexts()).map(({ text }) => text.match(/“\w+”/g))).toEqual([['“First”', '“Second”']])
    app.now = new Date('2025-11-22T12:00:00Z')
    await send()
    expect(await ownerEmails()).toHaveLength(1)
  })

  test('of one kind gets the others at once', async () => {
    await setTimings('daily', ['review'])
    await createReview(app)
    await write('Now')
    later(1)
    await send()
    expect((await ownerTexts()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New message about ticket/),
    ])
  })

  test('gets a booking in the morning of the company, whose visitor has no time zone', async () => {
    await setTimings('daily')
    await app
      .as('visitor')
      .bookings.confirm({ token: await app.unconfirmedBooking({ email: 'hal@mail.example' }) })
    expect(await app.database.selectFrom('ownerNotice').select('dueAt').execute()).toEqual([
      { dueAt: new Date('2025-11-21T12:00:00Z') },
    ])
  })
})

describe('an owner who wants no emails', () => {
  test('gets none, also none that waited', async () => {
    await setTimings('daily')
    await write('Before')
    await setTimings('off')
    await write('Since')
    expect(await app.database.selectFrom('ownerNotice').selectAll().execute()).toHaveLength(1)
    app.now = new Date('2025-11-22T12:00:00Z')
    await send()
    expect(await ownerEmails()).toEqual([])
    expect(await app.database.selectFrom('ownerNotice').selectAll().execute()).toEqual([])
  })

  test('sees what they chose, and a choice of one kind keeps the others', async () => {
    await app.as('dana').preferences.change({ notices: { review: 'off' } })
    await app.as('dana').preferences.change({ notices: { message: 'daily' } })
    expect((await app.as('dana').preferences.get()).notices).toEqual({
      booking: 'at-once',
      message: 'daily',
      approval: 'at-once',
      appointment: 'at-once',
      review: 'off',
      dispute: 'at-once',
    })
  })

  test('cannot choose another time', async () => {
    const change = { notices: { review: 'weekly' as 'daily' } }
    expect((await errorOf(app.as('dana').preferences.change(change))).code).toBe('INVALID')
  })
})

describe('an owner who has not confirmed their email', () => {
  beforeEach(() => confirm(false))
  const waiting = () => app.as('dana').notices.listWaiting()

  test('gets nothing, sees what waits, newest first, and gets it in one email once confirmed', async () => {
    const { ticketId } = await write('First')
    later(30)
    await write('Second')
    later(30)
    await send()
    expect(await ownerEmails()).toEqual([])
    const list = await waiting()
    expect(list).toMatchObject({ email: bluebonnet.email, isConfirmed: false, hasMore: false })
    expect(list.notices.map(({ sentence }) => /“\w+”/.exec(sentence)?.[0])).toEqual(['“Second”', '“First”'])
    expect(list.notices[1]).toMatchObject({ ticketId, at: new Date(START) })
    await confirm(true)
    expect(await waiting()).toMatchObject({ isConfirmed: true, notices: [] })
    await send()
    expect((await ownerTexts()).map(({ text }) => text.match(/“\w+”/g))).toEqual([['“First”', '“Second”']])
  })

  test('does not see what they turned off since', async () => {
    await write('First')
    await setTimings('off', ['message'])
    expect((await waiting()).notices).toEqual([])
  })

  test('sees the newest hundred, and gets all of them', async () => {
    const { token, client } = await write('Message 0')
    for (let count = 1; count <= 100; count += 1) {
      later(0.01)
      await client.customerView.post({ token, text: `Message ${count}` })
    }
    const list = await waiting()
    expect(list.hasMore).toBe(true)
    expect(list.notices).toHaveLength(100)
    expect(list.notices[0]?.sentence).toContain('“Message 100”')
    await confirm(true)
    later(2)
    await send()
    await send()
    // Both are sent at the same time.
    expect((await ownerTexts()).map(({ subject }) => subject).sort()).toEqual([
      '100 updates from your customers',
      expect.stringMatching(/^New message about ticket/),
    ])
  })
})

test('a company gets at most twelve emails an hour, and loses nothing', async () => {
  const { token, client } = await createLinkedTicket(app)
  for (let count = 1; count <= 15; count += 1) {
    await client.customerView.post({ token, text: `Message ${count}.` })
    later(2)
    await send(true)
  }
  expect(await ownerEmails()).toHaveLength(12)
  later(60)
  await send(true)
  const texts = (await ownerTexts()).map(({ text }) => text)
  expect(texts).toHaveLength(13)
  expect(texts.flatMap(text => text.match(/Message \d+/g) ?? [])).toEqual(
    Array.from({ length: 15 }, (_, index) => `Message ${index + 1}`),
  )
})

test('a suspended company gets none until it is restored', async () => {
  await write('Hello')
  await sql`update company set suspended_at = now() where company_id = ${app.ids.dana}`.execute(app.database)
  later(1)
  await send()
  expect(await ownerEmails()).toEqual([])
  await sql`update company set suspended_at = null where company_id = ${app.ids.dana}`.execute(app.database)
  await send()
  expect(await ownerEmails()).toHaveLength(1)
})
