import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookAs, bookingInputOf } from '../../../test/support/booking-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../test/support/test-app.ts'
import { createFakeTransport } from './mail-transport.ts'

const CONFIRM_FIRST =
  'until the owner confirms their email (see the dashboard), your company can send only a few emails a day.'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ rateLimits: true, mailTransport: createFakeTransport(true) })
})
afterAll(() => app.close())

const setConfirmed = (isConfirmed: boolean) =>
  sql`update auth_user set email_verified = ${isConfirmed} where id = ${app.ids.dana}`.execute(app.database)

const countEmails = async () =>
  (await app.database.selectFrom('emailOutbox').select('emailId').execute()).length

describe('a company whose owner has not confirmed their email', () => {
  let ticketId: number
  beforeAll(async () => {
    await setConfirmed(false)
    ticketId = await app.createTicket()
    for (let count = 1; count <= 5; count += 1) await app.as('dana').customerLinks.email({ ticketId })
  })

  test('sends five emails a day, and is then told what to do instead', async () => {
    const before = await countEmails()
    expect(await errorOf(app.as('dana').customerLinks.email({ ticketId }))).toMatchObject({
      code: 'TOO_MANY',
      message: `Not emailed: ${CONFIRM_FIRST} Call the customer, or send them the link.`,
      retryAfterSeconds: 24 * 60 * 60,
    })
    // A command that succeeds says so in its outcome.
    expect(await app.as('dana').onHold.set({ ticketId, reason: 'part' })).toMatchObject({
      email: 'unconfirmed',
    })
    expect(await countEmails()).toBe(before)
  })

  test('emails no employee either', async () => {
    const { employees } = app.as('dana')
    const before = await countEmails()
    const message = `Not done: ${CONFIRM_FIRST}`
    expect((await errorOf(employees.sendReset({ id: app.ids.rosa }))).message).toBe(message)
    const email = `${randomUUID()}@mail.example`
    expect((await errorOf(employees.change({ id: app.ids.rosa, email }))).message).toBe(message)
    expect(await countEmails()).toBe(before)
  })

  test('takes bookings without an email to the visitor', async () => {
    const before = await countEmails()
    const request = bookingInputOf(app.now)
    const customerDetails = { ...request.customerDetails, email: `${randomUUID()}@mail.example` }
    const booked = await bookAs(app, { ...request, customerDetails })
    expect(booked).toMatchObject({ next: 'desk' })
    expect(await countEmails()).toBe(before)
  })

  test('sends as any other once the owner has', async () => {
    await setConfirmed(true)
    expect((await app.as('dana').customerLinks.email({ ticketId })).email).toBe('posted')
    await setConfirmed(false)
  })
})

test('without a mail server nothing leaves the machine, and nothing is counted', async () => {
  await sql`delete from rate_limit_counter`.execute(app.database)
  const local = await createTestApp({
    rateLimits: true,
    mailTransport: createFakeTransport(false),
    connection: app.connection,
  })
  const ticketId = await local.createTicket()
  for (let count = 1; count <= 6; count += 1)
    expect((await local.as('dana').customerLinks.email({ ticketId })).email).toBe('no-mail')
  await local.close()
})
