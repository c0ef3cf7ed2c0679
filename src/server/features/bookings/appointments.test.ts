import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import { customers } from '#server/seed/demo-accounts.ts'
import { nextMonday } from '../../../../test/support/booking-fixtures.ts'
import { createAppointment, createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { sendReminders } from './send-reminders.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(START)
  await app.as('dana').preferences.change({ changeHours: 24 })
})

const HOUR_MS = 60 * 60 * 1000
const later = (hours: number) => new Date(Date.parse(START) + hours * HOUR_MS)
/** Lucille's appointment. */
const at = later(96)
const wanted = () => ({ ...nextMonday(app.now), time: '11:00' })
const emailsAbout = (words: string) => app.sentEmails.filter(({ subject }) => subject.includes(words))
const verbsOf = async (ticketId: number) =>
  (await app.as('dana').tickets.activity({ ticketId })).entries.map(({ verb }) => verb)

describe('an appointment', () => {
  test('is one once the desk accepts, up to a time that the company sets', async () => {
    const { token, client } = await createAppointment(app)
    expect((await client.customerView.get({ token })).appointment).toMatchObject({
      at,
      isAccepted: true,
      changeHours: 24,
    })
    await app.as('dana').preferences.change({ changeHours: null })
    expect((await client.customerView.get({ token })).appointment).toMatchObject({ changeHours: null })
    expect(await app.as('dana').preferences.get()).toMatchObject({ changeHours: null })
  })

  test('is a calendar file, which moves and ends with it', async () => {
    const { ticketId, token, client, cookie } = await createAppointment(app)
    const read = async (method = 'PUBLISH') => {
      const response = await app.fetch(`/api/follow/${token}/appointment.ics`, { headers: { cookie } })
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        `text/calendar; charset=utf-8; method=${method}`,
      ])
      return (await response.text()).replaceAll('\r\n ', '').split('\r\n')
    }
    const first = await read()
    expect(first).toContain('SUMMARY:RV appointment at Bluebonnet RV')
    expect(first).toContain('SEQUENCE:0')
    expect(first).toContain(`DTSTART:${at.toISOString().replace(/[-:]|\.\d+/g, '')}`)
    expect(first).toContain(`URL:${app.url}/follow/${token}`)
    app.now = later(1)
    await client.customerView.reschedule({ token, wanted: wanted() })
    const second = await read()
    expect(second).toContain('DTSTART:20251124T160000Z')
    expect(second).toContain('SEQUENCE:1')
    expect(second.find(line => line.startsWith('UID:'))).toBe(first.find(line => line.startsWith('UID:')))
    // Within the same moment.
    await client.customerView.reschedule({ token, wanted: { ...wanted(), time: '11:30' } })
    expect(await read()).toContain('SEQUENCE:2')
    await client.customerView.cancel({ token })
    const canceled = await read('CANCEL')
    for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:3']) expect(canceled).toContain(line)
    expect(canceled).toContain(first.find(line => line.startsWith('UID:')))
    expect((await app.fetch(`/api/follow/${token}/appointment.ics`)).status).toBe(409)
    await app.as('dana').tickets.reopen({ ticketId })
    const reopened = await read()
    for (const line of ['STATUS:CONFIRMED', 'SEQUENCE:4']) expect(reopened).toContain(line)
    await app.as('dana').tickets.close({ ticketId, reason: 'no-show' })
    expect(await read('CANCEL')).toContain('SEQUENCE:5')
  })
})

describe('a customer who reschedules', () => {
  test('moves it for the desk and the schedule, and gets a receipt', async () => {
    const { ticketId, token, client } = await createAppointment(app)
    await client.customerView.reschedule({ token, wanted: wanted() })
    const moved = new Date('2025-11-24T16:00:00Z')
    expect((await client.customerView.get({ token })).appointment).toMatchObject({ at: moved })
    expect(await app.as('walt').bookings.get({ ticketId })).toMatchObject({ wantedAt: moved })
    const { unassigned } = await app.as('walt').schedule.week({})
    expect(unassigned.find(card => card.ticketId === ticketId)).toMatchObject({
      bookedDay: '2025-11-24',
      appointmentAt: moved.toISOString(),
    })
    const [entry] = (await app.as('dana').tickets.activity({ ticketId })).entries
    expect(entry).toMatchObject({
      verb: 'ticket.reschedule',
      by: { name: 'Lucille Okafor' },
      detail: { appointment: { after: 'Monday, November 24, 2025 at 11:00 AM' } },
    })
    const texts = () => emailsAbout('was moved').map(({ text }) => text)
    await expect
      .poll(texts)
      .toContainEqual(expect.stringContaining('Monday, November 24, 2025 at 11:00 AM (Eastern Time)'))
  })

  test.each([
    [
      'a day when the shop is closed',
      { day: '2025-11-23', time: '11:00' },
      'wanted.day',
      /closed on Sundays/,
    ],
    ['no half hour', { day: '2025-11-24', time: '11:10' }, 'wanted.time', /on the hour or half hour/],
    [
      'too soon for the shop',
      { day: '2025-11-20', time: '17:00' },
      'wanted.day',
      /at least 24 hours from now/,
    ],
  ])('to %s reads why beside the field, and nothing changes', async (_, time, field, sentence) => {
    const { token, client } = await createAppointment(app)
    const before = await dumpDatabase(app.database)
    const refused = await errorOf(client.customerView.reschedule({ token, wanted: time }))
    expect(refused).toMatchObject({ code: 'INVALID', fields: { [field]: expect.stringMatching(sentence) } })
    expect(await dumpDatabase(app.database)).toBe(before)
  })
})

test('a new time that is both too soon and outside of the hours is refused with both', async () => {
  const { token, client } = await createAppointment(app)
  const wanted = { day: '2025-11-20', time: '23:00' }
  expect(await errorOf(client.customerView.reschedule({ token, wanted }))).toMatchObject({
    code: 'INVALID',
    fields: {
      'wanted.day': expect.stringMatching(/at least 24 hours from now/),
      'wanted.time': expect.any(String),
    },
  })
})

describe('a customer who cancels', () => {
  test('ends the ticket for both sides, and gets a receipt', async () => {
    const { ticketId, token, client } = await createAppointment(app)
    const receipts = emailsAbout('was canceled').length
    await app.as('dana').onHold.set({ ticketId, reason: 'part' })
    await client.customerView.cancel({ token })
    expect(await client.customerView.get({ token })).toMatchObject({ progress: 'canceled', hold: null })
    const ticket = await app.as('walt').tickets.get({ ticketId })
    expect(ticket).toMatchObject({
      state: 'closed',
      closing: { reason: 'customer', note: '', stateBefore: 'pending' },
      lastTransition: { verb: 'cancel', by: { name: 'Lucille Okafor' }, at: app.now },
    })
    expect(JSON.stringify(await app.as('dana').tickets.board({}))).not.toContain(String(ticketId))
    expect((await verbsOf(ticketId))[0]).toBe('ticket.cancel')
    await expect.poll(() => emailsAbout('was canceled')).toHaveLength(receipts + 1)
    expect((await errorOf(client.customerView.cancel({ token }))).code).toBe('REFUSED')
  })

  test('is on the board with the phone number, until the desk dismisses it', async () => {
    const { ticketId, client, token } = await createAppointment(app)
    const listed = async (person: 'dana' | 'walt' | 'ray' = 'walt') =>
      (await app.as(person).bookings.listCancellations()).cancellations.filter(
        canceled => canceled.ticketId === ticketId,
      )
    await client.customerView.cancel({ token })
    const { lastName, phone } = customers[5].customerDetails
    expect(await listed()).toMatchObject([
      { lastName, phone, wantedAt: at, canceledAt: app.now, firstName: 'Lucille' },
    ])
    expect(await listed('ray')).toEqual([])
    expect((await errorOf(app.as('rosa').bookings.listCancellations())).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as('ray').bookings.dismissCancellation({ ticketId }))).code).toBe('NOT_FOUND')
    await app.as('walt').bookings.dismissCancellation({ ticketId })
    await app.as('dana').bookings.dismissCancellation({ ticketId })
    expect(await listed('dana')).toEqual([])
    expect((await verbsOf(ticketId)).slice(0, 2)).toEqual(['ticket.dismiss-cancellation', 'ticket.cancel'])
    await app.as('dana').tickets.reopen({ ticketId })
    await client.customerView.cancel({ token })
    expect(await listed()).toHaveLength(1)
    await app.as('dana').tickets.reopen({ ticketId })
    expect(await listed()).toEqual([])
  })

  test('is not asked for a deposit any more', async () => {
    const { ticketId, client, token } = await createAppointment(app)
    await app.as('dana').billing.turnOn()
    await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 2 })
    await app.as('dana').approvals.request({ ticketId, jobNumbers: [1], deposit: 20 })
    const [line] = (await app.as('dana').approvals.get({ ticketId })).lines
    const job = { ticketId, jobNumber: 1, version: line?.version ?? '' }
    await app.as('dana').approvals.recordAnswer({ ...job, answer: 'approved', name: 'June Park' })
    expect((await client.customerView.get({ token })).money?.deposit).toMatchObject({ asked: 20 })
    await client.customerView.cancel({ token })
    await app.as('dana').tickets.reopen({ ticketId })
    expect(await client.customerView.get({ token })).toMatchObject({ money: null })
  })

  test('while the company holds a deposit is told so, as are owner and desk until it is refunded', async () => {
    const { ticketId, client, token } = await createAppointment(app)
    const { billing, bookings } = app.as('dana')
    await billing.turnOn()
    await billing.recordDeposit({ ticketId, amount: 100, method: 'cash', received: 0 })
    const receipts = emailsAbout('was canceled').length
    await client.customerView.cancel({ token })
    await expect.poll(() => emailsAbout('was canceled')).toHaveLength(receipts + 1)
    expect(emailsAbout('was canceled').at(-1)?.text).toContain(
      '\nThey still hold $100.00 of your money. Call them about the refund.\n',
    )
    const notice = await app.database
      .selectFrom('ownerNotice')
      .select('content')
      .where('ticketId', '=', ticketId)
      .where('kind', '=', 'appointment')
      .executeTakeFirstOrThrow()
    expect(notice.content).toMatchObject({ after: null, held: 100_00 })
    const held = async () =>
      (await bookings.listCancellations()).cancellations.find(each => each.ticketId === ticketId)?.held
    expect(await held()).toBe(100)
    expect((await client.customerView.get({ token })).money).toMatchObject({ held: 100 })
    // Part of it first: the rest is still held.
    const refund = { ticketId, method: 'cash', reason: 'Canceled' } as const
    await billing.refund({ ...refund, amount: 40, received: 100 })
    expect(await held()).toBe(60)
    await billing.refund({ ...refund, amount: 60, received: 60 })
    expect(await held()).toBe(0)
    expect((await app.as('dana').tickets.get({ ticketId })).state).toBe('closed')
  })

  test('is not expected in the week any more', async () => {
    const { ticketId, token, client } = await createAppointment(app)
    const date = '2025-11-24'
    await app.as('walt').tickets.assign({ ticketId, employeeId: app.ids.rosa, date })
    const planned = async () =>
      (await app.as('walt').schedule.week({ from: date, days: 1 })).entries.filter(
        ({ card }) => card.ticketId === ticketId,
      )
    expect(await planned()).toMatchObject([{ technicianId: app.ids.rosa, isPlanned: true }])
    await client.customerView.cancel({ token })
    expect(await planned()).toEqual([])
  })
})

test('a booking is not declined while its customer’s money is held', async () => {
  const ticketId = await app.createBooking()
  const { billing, tickets } = app.as('dana')
  await billing.turnOn()
  await billing.recordDeposit({ ticketId, amount: 50, method: 'cash', received: 0 })
  expect((await errorOf(tickets.decline({ ticketId }))).message).toBe(
    '$50.00 of the customer’s money is held for this ticket. Refund it first.',
  )
  await billing.refund({ ticketId, amount: 50, method: 'cash', reason: 'Fully booked', received: 50 })
  expect((await tickets.decline({ ticketId })).state).toBe('declined')
})

describe('neither is possible', () => {
  const refusals = async (token: string, client: Awaited<ReturnType<typeof createAppointment>>['client']) => {
    const before = await dumpDatabase(app.database)
    const refused = [
      await errorOf(client.customerView.reschedule({ token, wanted: wanted() })),
      await errorOf(client.customerView.cancel({ token })),
    ]
    expect(await dumpDatabase(app.database)).toBe(before)
    return refused.map(({ message }) => message)
  }

  test('after the time that the company set', async () => {
    const { token, client } = await createAppointment(app)
    app.now = later(96 - 24)
    for (const message of await refusals(token, client))
      expect(message).toMatch(/^You could change this appointment online until/)
  })

  test('for a company that wants a call', async () => {
    const { token, client } = await createAppointment(app)
    await app.as('dana').preferences.change({ changeHours: null })
    for (const message of await refusals(token, client))
      expect(message).toBe('Call the company to change this appointment.')
  })

  test('once the RV is checked in', async () => {
    const { ticketId, token, client } = await createAppointment(app)
    await app.as('dana').tickets.checkIn({ ticketId })
    for (const message of await refusals(token, client))
      expect(message).toBe('Call the company to change this appointment.')
  })

  test('on a ticket that the desk created', async () => {
    const { token, client } = await createLinkedTicket(app)
    for (const message of await refusals(token, client))
      expect(message).toBe('This ticket has no appointment.')
  })
})

describe('the day before', () => {
  const mailContext = { url: () => app.url, canDeliver: true, contactEmail: null, wake: () => {} }
  const send = () =>
    sendReminders(
      { database: app.database, publish: () => {} },
      {
        mailContext,
        pushContext: { wake: () => {} },
        keyedHash: createKeyedHash('a secret'),
        rateLimiter: { consumeInTransaction: async () => null },
      },
      app.now,
    )
  const remindersOf = async (ticketId: number) =>
    (await verbsOf(ticketId)).filter(verb => verb === 'ticket.remind-customer').length

  test('a customer who does not agree to emails gets none', async () => {
    const { ticketId } = await createAppointment(app)
    const customerId = (await app.as('walt').tickets.get({ ticketId })).customerId ?? ''
    await app.as('walt').customers.change({ customerId, agreesToEmail: false })
    app.now = new Date('2025-11-23T15:00:00Z')
    await send()
    expect(await remindersOf(ticketId)).toBe(0)
    await app.as('walt').customers.change({ customerId, agreesToEmail: true })
    await app.database
      .updateTable('booking')
      .set({ remindedAt: null })
      .where('ticketId', '=', ticketId)
      .execute()
    await send()
    expect(await remindersOf(ticketId)).toBe(1)
  })

  test('the customer is reminded once, by one of two servers; again after the appointment moved', async () => {
    const { ticketId, token, client } = await createAppointment(app)
    await client.customerView.reschedule({ token, wanted: { ...wanted(), time: '16:30' } })
    app.now = new Date('2025-11-23T13:00:00Z')
    await send()
    expect(await remindersOf(ticketId)).toBe(0)
    app.now = new Date('2025-11-23T15:00:00Z')
    await Promise.all([send(), send()])
    await send()
    expect(await remindersOf(ticketId)).toBe(1)
    await app.as('dana').preferences.change({ changeHours: 0 })
    await client.customerView.reschedule({ token, wanted: { day: '2025-11-26', time: '16:30' } })
    app.now = new Date('2025-11-25T15:00:00Z')
    await send()
    expect(await remindersOf(ticketId)).toBe(2)
    const times = () =>
      emailsAbout('Tomorrow: your RV appointment with Bluebonnet RV').flatMap(
        ({ text }) => /(Monday|Wednesday).* at 4:30 PM/.exec(text)?.[0] ?? [],
      )
    await expect
      .poll(times)
      .toEqual(['Monday, November 24, 2025 at 4:30 PM', 'Wednesday, November 26, 2025 at 4:30 PM'])
  })

  test('a customer without an email is not reminded', async () => {
    const { ticketId } = await createAppointment(app)
    await app.database.updateTable('ticket').set({ email: '' }).where('ticketId', '=', ticketId).execute()
    app.now = new Date('2025-11-23T15:00:00Z')
    await send()
    expect(await remindersOf(ticketId)).toBe(0)
  })

  test('of a canceled appointment nobody hears', async () => {
    const { ticketId, token, client } = await createAppointment(app)
    await client.customerView.reschedule({ token, wanted: wanted() })
    await client.customerView.cancel({ token })
    app.now = new Date('2025-11-23T15:00:00Z')
    await send()
    expect(await remindersOf(ticketId)).toBe(0)
  })
})
