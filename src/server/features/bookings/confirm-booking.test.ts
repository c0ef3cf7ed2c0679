import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createFileJournal } from '#server/files/file-journal.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import {
  type BookingInput,
  bookAs,
  bookingInputOf,
  sendBooking,
  toFormData,
} from '../../../../test/support/booking-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { type ReceivedEmail, type SmtpServer, startSmtpServer } from '../../../../test/support/smtp-server.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { deleteExpiredBookings } from './delete-expired-bookings.ts'
import { listReferencedImages } from './referenced-images.ts'

// With a mail server: a booking is hidden until its email is confirmed.

let mailbox: SmtpServer
let app: TestApp
let photo: Uint8Array<ArrayBuffer>
const files = createFakeFileStore()
const MAIL = { next: 'mail', ticketId: null, followPath: null }

beforeAll(async () => {
  mailbox = await startSmtpServer()
  app = await createTestApp({ mailTransport: mailbox.transport, files })
  const pixels = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
  photo = new Uint8Array(await pixels.png().toBuffer())
})
afterAll(async () => {
  await app.close()
  await mailbox.close()
})

/** As the server does every hour. */
async function runCleanup(): Promise<void> {
  const unitOfWorkServices = { database: app.database, publish: () => {} }
  const folder = await mkdtemp(join(inject('postgres').folder, 'journal-'))
  const log = (message: string, error: unknown) => app.loggedErrors.push({ message, error })
  await deleteExpiredBookings(
    unitOfWorkServices,
    await createFileJournal({ files, folder, unitOfWorkServices, listReferencedImages, log }),
    app.now,
  )
}

let bookingInput: BookingInput
let receivedEmails = 0
beforeEach(() => {
  bookingInput = bookingInputOf(app.now)
  bookingInput = {
    ...bookingInput,
    customerDetails: { ...bookingInput.customerDetails, email: `${randomUUID()}@mail.example` },
  }
})

async function nextEmail(): Promise<ReceivedEmail> {
  receivedEmails += 1
  const email = (await mailbox.emails(receivedEmails))[receivedEmails - 1]
  if (email === undefined) throw new Error('no email')
  return email
}

const tokenIn = ({ text }: ReceivedEmail): string => /\/booking\/([\w-]+)/.exec(text)?.[1] ?? ''
const visitor = () => app.as('visitor').bookings
const rowOf = (email: string) =>
  app.database.selectFrom('booking').selectAll().where('email', '=', email).executeTakeFirst()

/** Books, and returns the token from the email. */
async function booked(...photos: readonly Uint8Array<ArrayBuffer>[]): Promise<string> {
  expect(await bookAs(app, bookingInput, ...photos)).toEqual(MAIL)
  return tokenIn(await nextEmail())
}

describe('an incomplete booking link', () => {
  test('says so, however it is damaged, without a database query', async () => {
    const token = await booked()
    const last = token.at(-1) === 'A' ? 'B' : 'A'
    const swapped = Buffer.from(token, 'base64url')
    swapped.set(swapped.subarray(16, 32), 0)
    const broken = [
      'x',
      `${token.slice(0, -1)}${last}`,
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      ` ${token.slice(1)}`,
      token.toLowerCase(),
      swapped.toString('base64url'),
      'A'.repeat(64),
      randomUUID(),
    ]
    const before = await dumpDatabase(app.database)
    for (const altered of broken)
      for (const procedure of ['preview', 'confirm'] as const)
        expect([altered, await errorOf(visitor()[procedure]({ token: altered }))]).toMatchObject([
          altered,
          {
            code: 'NOT_FOUND',
            message:
              'This link is incomplete. Open it from the email again, or copy all of it into the address bar.',
          },
        ])
    expect(await dumpDatabase(app.database)).toBe(before)
  })
})

test("line breaks in a company's name add no lines to an email", async () => {
  const { companyName } = await app.as('dana').companies.mine()
  await app.as('dana').companies.change({ companyName: 'Bluebonnet\n\nYou owe us $90.' })
  await bookAs(app, bookingInput)
  const { subject, text } = await nextEmail()
  await app.as('dana').companies.change({ companyName })
  expect(subject).toBe('Confirm your booking with Bluebonnet You owe us $90.')
  expect(text).not.toMatch(/^You owe us/m)
  expect(text).toContain('asked for an appointment with Bluebonnet You owe us $90.:')
})

test('a link whose response fails is not in the log', async () => {
  const token = await booked()
  await sql`alter table booking rename to mislaid`.execute(app.database)
  const answers = [
    await app.fetch(`/api/bookings/${token}`),
    await app.fetch(`/api/bookings/${token}/confirm`, { method: 'POST', json: {} }),
  ]
  await sql`alter table mislaid rename to booking`.execute(app.database)
  expect(answers.map(({ status }) => status)).toEqual([500, 500])
  const messages = app.loggedErrors.splice(0).map(({ message }) => message)
  expect(messages).toEqual([
    expect.stringMatching(/^Request \S+ \(GET \/api\/bookings\/…\) failed\.$/),
    expect.stringMatching(/^Request \S+ \(POST \/api\/bookings\/…\/confirm\) failed\.$/),
  ])
})

test('an unconfirmed booking is not visible to the desk, and opening the link confirms nothing', async () => {
  const desk = app.as('dana')
  const before = await desk.tickets.board()
  const token = await booked(photo)
  for (let looks = 0; looks < 3; looks += 1)
    expect(await visitor().preview({ token })).toEqual({
      status: 'unconfirmed',
      ticketId: null,
      payPath: null,
      company: {
        companyUUID: app.ids.dana,
        companyName: 'Bluebonnet RV',
        companyPhone: '(574) 555-0142',
      },
      wanted: {
        at: new Date('2025-11-24T15:30:00Z'),
        timeZone: 'America/Indiana/Indianapolis',
        until: new Date('2025-11-23T19:00:00Z'),
      },
    })
  expect(await desk.tickets.board()).toEqual(before)
  expect(await rowOf(bookingInput.customerDetails.email)).toMatchObject({
    ticketId: null,
    emailConfirmedAt: null,
  })
})

test('a place is taken by who confirms first, and the other reads so, before and after', async () => {
  const wanted = { ...bookingInput.wanted, time: '16:00' }
  const tokens: string[] = []
  for (const email of ['first@mail.example', 'second@mail.example']) {
    bookingInput = { ...bookingInput, wanted, customerDetails: { ...bookingInput.customerDetails, email } }
    tokens.push(await booked())
  }
  await app.as('dana').bookings.changeLimits({ visitsPerDay: 1 })
  const answers = await Promise.all(tokens.map(token => visitor().confirm({ token })))
  await app.as('dana').bookings.changeLimits({ visitsPerDay: 2 })
  expect(answers.map(({ status }) => status).sort()).toEqual(['confirmed', 'taken'])
  const late = tokens[answers.findIndex(({ status }) => status === 'taken')] ?? ''
  expect(await visitor().preview({ token: late })).toMatchObject({ status: 'unconfirmed' })
  await app.as('dana').bookings.changeLimits({ visitsPerDay: 1 })
  expect(await visitor().preview({ token: late })).toMatchObject({ status: 'taken', ticketId: null })
  await app.as('dana').bookings.changeLimits({ visitsPerDay: null })
  // The confirmation of the first.
  await nextEmail()
})

test('confirming puts it on the desk with its photos, once, however often it is repeated', async () => {
  const token = await booked(photo, photo)
  const answers = await Promise.all([1, 2, 3].map(() => visitor().confirm({ token })))
  const ticketId = answers[0]?.ticketId ?? 0
  for (const answer of [...answers, await visitor().confirm({ token }), await visitor().preview({ token })])
    expect(answer).toMatchObject({ status: 'confirmed', ticketId })
  const desk = app.as('walt')
  const ticket = await desk.tickets.get({ ticketId })
  expect(ticket).toMatchObject({ state: 'pending', pendingTimestamp: app.now })
  expect(ticket.lastTransition).toMatchObject({ verb: 'book', by: { id: 'public', name: 'Lucille Okafor' } })
  expect(ticket.jobs[0]?.photos).toHaveLength(2)
  for (const { small } of ticket.jobs[0]?.photos ?? [])
    expect((await app.fetch(small, { as: 'walt' })).status).toBe(200)
  expect((await desk.bookings.get({ ticketId })).emailConfirmedAt).toEqual(app.now)
  const { rows } = { rows: await app.database.selectFrom('ticket').select('email').execute() }
  expect(rows.filter(({ email }) => email === bookingInput.customerDetails.email)).toHaveLength(1)
  expect((await nextEmail()).subject).toBe('Bluebonnet RV has your booking')
})

test('a repeated confirmation under the same key has the same response', async () => {
  const token = await booked()
  const tap = () =>
    app.fetch(`/api/bookings/${token}/confirm`, {
      method: 'POST',
      json: {},
      headers: { 'Idempotency-Key': key },
    })
  const key = randomUUID()
  const [first, second] = [await (await tap()).json(), await (await tap()).json()]
  expect(second).toEqual(first)
  await nextEmail()
})

test("an unconfirmed booking under someone else's email blocks no one", async () => {
  const theirs = await booked()
  const mine = await booked(photo)
  expect(mine).not.toBe(theirs)
  expect(await visitor().confirm({ token: mine })).toMatchObject({ status: 'confirmed' })
  await nextEmail()
  const before = await dumpDatabase(app.database)
  expect(await errorOf(visitor().confirm({ token: theirs }))).toMatchObject({
    code: 'REFUSED',
    message: 'There is already an open booking request for this email. Call the company to change it.',
  })
  expect(await dumpDatabase(app.database)).toBe(before)
})

test('of two concurrent confirmations, one is on the desk', async () => {
  const tokens = [await booked(), await booked()]
  const both = await Promise.allSettled(tokens.map(token => visitor().confirm({ token })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await nextEmail()
  const tickets = await app.database
    .selectFrom('ticket')
    .select('ticketId')
    .where('email', '=', bookingInput.customerDetails.email)
    .execute()
  expect(tickets).toHaveLength(1)
})

test('a second booking under an email has the same response, and its email says that one is open', async () => {
  const first = await booked()
  await visitor().confirm({ token: first })
  await nextEmail()
  expect(await bookAs(app, { ...bookingInput, problem: 'Another' }, photo)).toEqual(MAIL)
  const email = await nextEmail()
  expect(email.subject).toBe('You already have a booking with Bluebonnet RV')
  expect(email.text).toContain("They haven't answered it yet. To change it, call (574) 555-0142.")
  expect(tokenIn(email)).toBe('')
  const rows = await app.database.selectFrom('booking').select('problem').execute()
  expect(rows.filter(({ problem }) => problem === 'Another')).toEqual([])
})

describe('an unconfirmed booking', () => {
  const DAY_MS = 24 * 60 * 60 * 1000
  const later = async (ms: number, task: () => Promise<void>) => {
    const { now } = app
    app.now = new Date(now.getTime() + ms)
    await task().finally(() => {
      app.now = now
    })
  }

  test('expires after three days, and another can be made', async () => {
    bookingInput = { ...bookingInput, wanted: { day: '2025-12-15', time: '09:00' } }
    const token = await booked()
    await later(3 * DAY_MS, async () => {
      expect(await visitor().preview({ token })).toMatchObject({ status: 'expired', wanted: null })
      expect(await visitor().confirm({ token })).toMatchObject({ status: 'expired', ticketId: null })
      expect(await rowOf(bookingInput.customerDetails.email)).toMatchObject({ ticketId: null })
      const again = tokenIn({ ...(await bookAs(app, bookingInput).then(nextEmail)) })
      expect((await visitor().confirm({ token: again })).status).toBe('confirmed')
      await nextEmail()
    })
  })

  test('expires at its appointment time', async () => {
    bookingInput = { ...bookingInput, wanted: { day: '2025-11-21', time: '09:00' } }
    const token = await booked()
    await later(DAY_MS, async () => {
      expect((await visitor().confirm({ token })).status).toBe('expired')
    })
  })

  test('is deleted with its images, and its link says so', async () => {
    const token = await booked(photo)
    const { bookingId = '' } = (await rowOf(bookingInput.customerDetails.email)) ?? {}
    const keys = () => [...files.files.keys()].filter(key => key.includes(bookingId))
    expect(keys()).toHaveLength(2)
    await later(3 * DAY_MS + 1, async () => {
      await runCleanup()
      expect(await rowOf(bookingInput.customerDetails.email)).toBeUndefined()
      expect(keys()).toEqual([])
      expect((await visitor().preview({ token })).status).toBe('expired')
      expect((await visitor().confirm({ token })).status).toBe('expired')
    })
  })

  test('is deleted without touching confirmed ones', async () => {
    const token = await booked(photo)
    const { ticketId } = await visitor().confirm({ token })
    await nextEmail()
    await later(30 * DAY_MS, async () => {
      await runCleanup()
      const [first] = (await app.as('dana').tickets.get({ ticketId: ticketId ?? 0 })).jobs[0]?.photos ?? []
      expect((await app.fetch(first?.large ?? '', { as: 'dana' })).status).toBe(200)
    })
  })
})

test('two concurrent bookings under one email have the same response', async () => {
  const answers = await Promise.all([1, 2].map(() => sendBooking(app, toFormData(bookingInput))))
  expect(await Promise.all(answers.map(answer => answer.json()))).toEqual([MAIL, MAIL])
  const subjects = [(await nextEmail()).subject, (await nextEmail()).subject].sort()
  expect(new Set(subjects)).toEqual(new Set(['Confirm your booking with Bluebonnet RV']))
})

describe('an email to an unconfirmed address', () => {
  test('contains nothing typed into the form', async () => {
    const text = 'Buy <b>pills</b> at https://evil.example'
    // A name holds no web address.
    const name = 'Buy <b>pills</b> at evil.example'
    const customerDetails = { ...bookingInput.customerDetails, firstName: name, lastName: name }
    bookingInput = {
      ...bookingInput,
      problem: text,
      customerDetails,
      where: { place: 'site', address: text },
    }
    for (const email of [
      await bookAs(app, bookingInput).then(nextEmail),
      await bookAs(app, bookingInput).then(nextEmail),
    ]) {
      expect(email.text).not.toMatch(/pills|evil/)
      expect(email.subject).not.toMatch(/pills|evil/)
      expect(email.to).toEqual([bookingInput.customerDetails.email])
      expect(email.text).toContain('Monday, November 24, 2025 at 10:30 AM (Eastern Time)')
      expect(email.text).toContain('2:00 PM on Sun, Nov 23')
    }
  })
})
