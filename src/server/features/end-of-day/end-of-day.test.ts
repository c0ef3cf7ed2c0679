import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import { createRateLimiter } from '#server/rate-limits/rate-limiter.ts'
import { bluebonnet, june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { sendEndOfDay } from './send-end-of-day.ts'

/** A Tuesday. At Bluebonnet, 10 AM is 15:00 UTC, and it closes at 6 PM. */
const DAY = '2025-12-02'
const TEN = new Date('2025-12-02T15:00:00Z')

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.now = TEN
})
afterAll(() => app.close())

const at = (time: string) => {
  app.now = new Date(time)
}

const minutesOf = ({ clockedMs }: { clockedMs: number }) => clockedMs / 60_000

/** A ticket of June's with lines of these estimated hours. */
async function createTicket(...hours: readonly number[]): Promise<number> {
  const jobs = hours.map(estimatedTime => ({ problem: 'Roof leak', estimatedTime }))
  return (await app.as('dana').tickets.create({ ...june, jobs })).ticketId
}

async function addSession(ticketId: number, clockInTime: string, clockOutTime: string): Promise<void> {
  await app.database
    .insertInto('clockSession')
    .values({
      ...{ companyId: app.ids.dana, sessionId: randomUUID(), ticketId, jobNumber: 1 },
      ...{ technicianId: app.ids.sam, technician: 'Sam Ortiz' },
      ...{ clockInTime: new Date(clockInTime), clockOutTime: new Date(clockOutTime) },
    })
    .execute()
}

test('only the owner sees the end of a day', async () => {
  for (const person of ['walt', 'rosa', 'june'] as const)
    expect((await errorOf(app.as(person).endOfDay.get({}))).code).toBe('FORBIDDEN')
  expect((await errorOf(app.as('visitor').endOfDay.get({}))).code).toBe('UNAUTHORIZED')
})

test('a day has its tickets, hours and approvals, as they are worked out by hand, and no money without billing', async () => {
  const { tickets, approvals, endOfDay } = app.as('dana')
  at('2025-12-01T20:00:00Z')
  const twice = await createTicket(2.5)
  await tickets.finalize({ ticketId: twice })
  expect(await endOfDay.get({})).toMatchObject({
    day: '2025-12-01',
    tickets: { opened: 1, finalized: 1, completed: 0 },
    hoursSold: 2.5,
  })

  at('2025-12-02T15:00:00Z')
  await tickets.reopen({ ticketId: twice })
  await tickets.finalize({ ticketId: twice })
  const ticketId = await createTicket(1.25, 0.75, 3)
  await tickets.assign({ ticketId, employeeId: app.ids.rosa })
  await approvals.request({ ticketId, jobNumbers: [1, 2, 3] })
  for (const [jobNumber, answer] of [
    [1, 'approved'],
    [3, 'declined'],
  ] as const) {
    const line = (await approvals.get({ ticketId })).lines.find(each => each.jobNumber === jobNumber)
    await approvals.recordAnswer({
      name: 'June Park',
      ticketId,
      jobNumber,
      answer,
      version: line?.version ?? '',
    })
  }
  const reopened = await createTicket(8)
  await tickets.finalize({ ticketId: reopened })
  await tickets.reopen({ ticketId: reopened })
  await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
  at('2025-12-02T16:30:00Z')
  expect(minutesOf(await endOfDay.get({}))).toBe(90)
  await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
  // 2.5 hours of `twice`; nothing of `reopened`.
  expect(await endOfDay.get({})).toMatchObject({
    ...{ today: DAY, day: DAY, nextDay: '2025-12-03', timeZone: bluebonnet.timeZone },
    tickets: { opened: 2, finalized: 1, completed: 0 },
    ...{ hoursSold: 2.5, hoursAsked: 5, hoursApproved: 1.25, money: null, appointments: [] },
  })
  // It was sold once: on the later day.
  expect(await endOfDay.get({ day: '2025-12-01' })).toMatchObject({
    tickets: { opened: 1, finalized: 0 },
    hoursSold: 0,
  })
  // Asked again with more hours, the line counts once; what is withdrawn does not count.
  await approvals.request({ ticketId, jobNumbers: [1], again: true })
  await approvals.withdraw({ ticketId, jobNumber: 2 })
  expect(await endOfDay.get({})).toMatchObject({ hoursAsked: 4.25, hoursApproved: 0 })
})

test('a clock across midnight counts on both days, and a day has 25 or 23 hours where the clocks change', async () => {
  const { endOfDay } = app.as('dana')
  const ticketId = await createTicket(1)
  // 11:30 PM to 12:45 AM.
  await addSession(ticketId, '2025-11-25T04:30:00Z', '2025-11-25T05:45:00Z')
  expect(minutesOf(await endOfDay.get({ day: '2025-11-24' }))).toBe(30)
  expect(minutesOf(await endOfDay.get({ day: '2025-11-25' }))).toBe(45)
  await addSession(ticketId, '2025-11-01T22:00:00Z', '2025-11-03T22:00:00Z')
  expect(minutesOf(await endOfDay.get({ day: '2025-11-02' }))).toBe(25 * 60)
  await addSession(ticketId, '2025-03-08T22:00:00Z', '2025-03-10T22:00:00Z')
  expect(minutesOf(await endOfDay.get({ day: '2025-03-09' }))).toBe(23 * 60)
  // From 1:30 AM until 1:30 AM, in the hour that comes twice.
  await sql`delete from clock_session where ticket_id = ${ticketId}`.execute(app.database)
  await addSession(ticketId, '2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z')
  expect(minutesOf(await endOfDay.get({ day: '2025-11-02' }))).toBe(60)
  expect(minutesOf(await endOfDay.get({ day: '2026-01-01' }))).toBe(0)
})

test('a day has its money to the cent: billed, exempt, paid by method, owed, held and kept as credit', async () => {
  const { tickets, billing, endOfDay } = app.as('dana')
  at('2025-12-02T18:00:00Z')
  await billing.turnOn()
  expect((await endOfDay.get({})).money).toMatchObject({ sales: 0, averageOrder: null, owed: 0 })
  const rate = { name: 'Indiana', percentage: 7, appliesTo: ['labor' as const] }
  const { taxRateId } = await billing.addTaxRate(rate)
  const invoiceOf = async (input: { taxRateIds?: string[]; exemption?: object; expectedTotal: number }) => {
    const ticketId = await createTicket(1.25)
    await tickets.finalize({ ticketId })
    const { invoiceId } = await billing.issueInvoice({ ticketId, ...input } as Parameters<
      typeof billing.issueInvoice
    >[0])
    return { ticketId, invoiceId }
  }
  // 1.25 h at $145.00 are $181.25; 7 % of that are $12.6875.
  const taxed = await invoiceOf({ taxRateIds: [taxRateId], expectedTotal: 193.94 })
  const exemption = { certificateNumber: 'IN-4711', expiresOn: '2026-12-31' }
  const exempt = await invoiceOf({ taxRateIds: [taxRateId], exemption, expectedTotal: 181.25 })
  // Taken back whole on the same day, it is no order.
  const mistake = await invoiceOf({ expectedTotal: 181.25 })
  await billing.issueCreditNote({ ...mistake, lineIds: ['labor-1'], reason: 'Wrong customer' })
  // $10.00 and the tax on it.
  await billing.issueCreditNote({ ...taxed, amount: 10.7, reason: 'Late' })
  await billing.recordPayment({ ticketId: taxed.ticketId, amount: 100, method: 'cash', due: 183.24 })
  await billing.refund({
    ticketId: taxed.ticketId,
    amount: 20,
    method: 'cash',
    received: 100,
    reason: 'Trim',
  })
  await billing.recordPayment({
    ...{ ticketId: exempt.ticketId, amount: 200, method: 'check' as const, due: 181.25 },
    keepAsCredit: true,
  })
  const ticketId = await createTicket(1)
  await billing.recordDeposit({ ticketId, amount: 50, method: 'card', received: 0 })

  const { money } = await endOfDay.get({})
  expect(money).toEqual({
    // 193.94 + 181.25 + 181.25, and 181.25 + 10.70.
    ...{ invoiced: 556.44, credited: 191.95 },
    // 181.25 − 10.00 + 181.25, and 12.69 − 0.70.
    ...{ sales: 352.5, exemptSales: 181.25, tax: 11.99 },
    // Of two tickets.
    averageOrder: 176.25,
    methods: [
      { method: 'cash', in: 100, out: 20, expected: 80 },
      { method: 'check', in: 200, out: 0, expected: 200 },
      { method: 'card', in: 50, out: 0, expected: 50 },
      { method: 'transfer', in: 0, out: 0, expected: 0 },
    ],
    // 193.94 − 10.70 − 100 + 20.
    ...{ owed: 103.24, held: 50, credit: 18.75 },
  })
  const { totals } = await billing.getDay({ day: DAY })
  expect(money?.methods).toEqual(totals)
  const receivables = await billing.getReceivables()
  expect(receivables.total).toBe(103.24)
  expect(receivables.credits).toEqual([
    { ticketId: exempt.ticketId, state: 'completed', customer: 'June Park', credit: 18.75 },
  ])
  const [month] = (await billing.getSales({ from: '2025-12', to: '2025-12' })).months
  expect(month).toMatchObject({ sales: 352.5, tax: 11.99, exempt: 181.25 })

  // A day later, what was open at the end of the day is unchanged.
  at('2025-12-03T18:00:00Z')
  await billing.recordPayment({ ticketId: taxed.ticketId, amount: 103.24, method: 'card', due: 103.24 })
  expect((await endOfDay.get({ day: DAY })).money).toMatchObject({ owed: 103.24, held: 50, credit: 18.75 })
  expect((await endOfDay.get({})).money).toMatchObject({ owed: 0, sales: 0, averageOrder: null })
})

test('the appointments of the next day are listed', async () => {
  const ticketId = await app.createBooking()
  await app.as('dana').tickets.accept({ ticketId })
  const booking = { wantedAt: new Date('2025-12-10T04:59:00Z') }
  await app.database.updateTable('booking').set(booking).where('ticketId', '=', ticketId).execute()
  const { appointments } = await app.as('dana').endOfDay.get({ day: '2025-12-08' })
  expect(appointments).toMatchObject([{ at: booking.wantedAt, ticketId, state: 'pending' }])
  expect((await app.as('dana').endOfDay.get({ day: '2025-12-09' })).appointments).toEqual([])
})

const mailContext = {
  url: () => 'https://rigwright.example',
  canDeliver: true,
  contactEmail: null,
  wake: () => {},
}

function send(): Promise<void> {
  const rateLimiter = createRateLimiter({
    database: app.database,
    keyedHash: createKeyedHash('a secret'),
    isOn: false,
    limitTransactions: (_client, _kind, run) => run(),
    now: () => app.now,
    log: () => {},
  })
  return sendEndOfDay({ database: app.database, publish: () => {} }, { mailContext, rateLimiter }, app.now)
}

async function sentAt(time: string): Promise<string[]> {
  at(time)
  await Promise.all([send(), send()])
  await send()
  const rows = await app.database
    .selectFrom('emailOutbox')
    .select(['subject', 'recipient'])
    .where('subject', 'like', 'End of day%')
    .orderBy('subject')
    .execute()
  return rows.map(({ subject, recipient }) => `${subject} to ${recipient}`)
}

const emailOf = (day: string) => `End of day, ${day} to ${bluebonnet.email}`

test('the owner is emailed when the shop closes, once by two servers, and only after it was turned on', async () => {
  await app.database.deleteFrom('emailOutbox').execute()
  await sql`update auth_user set email_verified = true where id = ${app.ids.dana}`.execute(app.database)
  expect(await sentAt('2025-12-02T23:00:00Z')).toEqual([])
  await app.as('dana').preferences.change({ emailsEndOfDay: true })
  // 6 PM is 23:00 UTC.
  expect(await sentAt('2025-12-02T22:59:59Z')).toEqual([])
  expect(await sentAt('2025-12-02T23:00:00Z')).toEqual([emailOf('Tue, Dec 2, 2025')])
  const { text } = await app.database
    .selectFrom('emailOutbox')
    .select('text')
    .where('subject', 'like', 'End of day%')
    .executeTakeFirstOrThrow()
  const sent = text || (app.sentEmails.find(({ subject }) => subject.startsWith('End of day'))?.text ?? '')
  expect(sent).toContain('Sales before tax: $352.50')
  expect(sent).toContain('https://rigwright.example/company/end-of-day?day=2025-12-02')
  expect(await sentAt('2025-12-03T04:00:00Z')).toHaveLength(1)
  await app.database.deleteFrom('emailOutbox').execute()

  // Hours of a weekday count, and a closed day has no email.
  await app.as('dana').companies.changeWeekdayHours({ weekdays: [3], opens: 8, closes: 12 })
  expect(await sentAt('2025-12-03T16:59:00Z')).toEqual([])
  expect(await sentAt('2025-12-03T17:00:00Z')).toEqual([emailOf('Wed, Dec 3, 2025')])
  await app.as('dana').bookings.addClosedDays({ firstDay: '2025-12-04', lastDay: '2025-12-04', reason: '' })
  expect(await sentAt('2025-12-04T23:30:00Z')).toHaveLength(1)
  // Saturdays and Sundays are closed.
  expect(await sentAt('2025-12-06T23:30:00Z')).toHaveLength(1)
  // Too late for Monday's, and too early for Tuesday's.
  expect(await sentAt('2025-12-09T13:00:00Z')).toHaveLength(1)
  await app.as('dana').preferences.change({ emailsEndOfDay: false })
  expect(await sentAt('2025-12-09T23:30:00Z')).toHaveLength(1)
})

test('a shop that closes at midnight gets the email of the day that just ended', async () => {
  await app.database.deleteFrom('emailOutbox').execute()
  await app.as('dana').preferences.change({ emailsEndOfDay: true })
  await app.as('dana').companies.changeWeekdayHours({ weekdays: [3], opens: 8, closes: 24 })
  expect(await sentAt('2025-12-11T04:59:00Z')).toEqual([])
  expect(await sentAt('2025-12-11T05:00:00Z')).toEqual([emailOf('Wed, Dec 10, 2025')])
})
