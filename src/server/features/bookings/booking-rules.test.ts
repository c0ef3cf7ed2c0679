import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NO_LIMITS } from '#domain/bookings/booking-rules.ts'
import { weekdayOf } from '#domain/companies/opening-times.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import {
  type BookingInput,
  bookAs,
  bookingInputOf,
  nextMonday,
  sendBooking,
  toFormData,
} from '../../../../test/support/booking-fixtures.ts'
import { createAppointment } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const office = () => app.as('dana').bookings
afterEach(async () => {
  await office().changeLimits(NO_LIMITS)
  for (const { closedDaysId } of (await office().getRules()).closedDays)
    await office().removeClosedDays({ closedDaysId })
})

/** Each test has a week of its own. */
let week = 0
function nextWeek(): string {
  week += 1
  const monday = Date.parse(`${nextMonday(app.now).day}T00:00:00Z`) + week * 7 * 24 * 60 * 60_000
  return new Date(monday).toISOString().slice(0, 10)
}

const SHOP = { place: 'shop', address: '' } as const

function bookingOn(day: string, time = '10:30', changes: Partial<BookingInput> = {}): BookingInput {
  const input = bookingInputOf(app.now, { wanted: { day, time }, where: SHOP, ...changes })
  return { ...input, customerDetails: { ...input.customerDetails, email: `${randomUUID()}@mail.example` } }
}

const book = async (input: BookingInput) => (await bookAs(app, input)).ticketId ?? 0

async function refusalOf(input: BookingInput): Promise<unknown> {
  const response = await sendBooking(app, toFormData(input))
  expect(response.status).toBe(400)
  return ((await response.json()) as { fields: unknown }).fields
}

const offered = (day: string, place: 'shop' | 'site' = 'shop') =>
  app.as('visitor').bookings.times({ companyId: app.ids.dana, day, place })

/** What the owner reads of the appointments on that day that are when the shop is closed. */
async function whenClosed(day: string) {
  const { appointmentsWhenClosed, timeZone } = await office().getRules()
  return appointmentsWhenClosed.filter(({ wantedAt }) => dayOf(wantedAt, timeZone) === day)
}

const DAY_FULL = { 'wanted.day': 'This day is fully booked. Choose another day.' }

describe('limits', () => {
  test('are none until the owner sets them, and may be removed', async () => {
    expect((await office().getRules()).limits).toEqual(NO_LIMITS)
    await office().changeLimits({ dropOffsPerDay: 4, visitsPerDay: 0 })
    await office().changeLimits({ dropOffsPerDay: 5 })
    expect((await office().getRules()).limits).toEqual({ ...NO_LIMITS, dropOffsPerDay: 5, visitsPerDay: 0 })
    await office().changeLimits({ dropOffsPerDay: null })
    expect((await office().getRules()).limits).toEqual({ ...NO_LIMITS, visitsPerDay: 0 })
  })

  test('of 64 who book the last three places at once, three get one and nothing of the others is written', async () => {
    const day = nextWeek()
    await office().changeLimits({ dropOffsPerDay: 3 })
    const responses = await Promise.all(
      Array.from({ length: 64 }, () => sendBooking(app, toFormData(bookingOn(day)))),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const response of responses.filter(({ status }) => status !== 201))
      expect((await response.json()) as unknown).toMatchObject({ fields: DAY_FULL })
    const from = new Date(`${day}T00:00:00Z`)
    const written = await app.database
      .selectFrom('booking')
      .leftJoin('ticket', join =>
        join
          .onRef('ticket.companyId', '=', 'booking.companyId')
          .onRef('ticket.ticketId', '=', 'booking.ticketId'),
      )
      .select('ticket.state')
      .where('wantedAt', '>=', from)
      .execute()
    expect(written).toEqual(Array(3).fill({ state: 'pending' }))
  })

  test('count an hour apart, and drop-offs and visits apart', async () => {
    const day = nextWeek()
    await office().changeLimits({ dropOffsPerHour: 1, visitsPerDay: 1 })
    await book(bookingOn(day, '10:00'))
    expect(await refusalOf(bookingOn(day, '10:30'))).toEqual({
      'wanted.time': 'This time is fully booked. Choose another time.',
    })
    await book(bookingOn(day, '11:00'))
    const where = bookingInputOf(app.now).where
    await book(bookingOn(day, '10:30', { where }))
    expect(await refusalOf(bookingOn(day, '15:00', { where }))).toEqual(DAY_FULL)
    const { times } = await offered(day)
    expect(times).toContain('12:00')
    expect(times.filter(time => /^1[01]/.test(time))).toEqual([])
    expect(await offered(day, 'site')).toMatchObject({ times: [], reason: DAY_FULL['wanted.day'] })
  })

  test('a place is free again once its booking is declined', async () => {
    const day = nextWeek()
    await office().changeLimits({ dropOffsPerDay: 1 })
    const ticketId = await book(bookingOn(day))
    expect(await refusalOf(bookingOn(day))).toEqual(DAY_FULL)
    expect((await offered(day)).nextDay).not.toBeNull()
    await app.as('walt').tickets.decline({ ticketId, reason: 'No parts' })
    await book(bookingOn(day))
  })

  test('hold for the customer who moves an appointment, whose own place does not count', async () => {
    const day = nextWeek()
    const { token, client } = await createAppointment(app)
    await office().changeLimits({ visitsPerDay: 1 })
    await client.customerView.reschedule({ token, wanted: { day, time: '09:00' } })
    expect((await client.customerView.appointmentTimes({ token, day })).times).toContain('09:30')
    await client.customerView.reschedule({ token, wanted: { day, time: '09:30' } })
    // As late as the old one had to be changed.
    const tomorrow = new Date(app.now.getTime() + 12 * 60 * 60_000).toISOString().slice(0, 10)
    expect((await client.customerView.appointmentTimes({ token, day: tomorrow })).times).not.toContain(
      '08:00',
    )
    const other = nextWeek()
    await book(bookingOn(other, '10:30', { where: bookingInputOf(app.now).where }))
    expect((await client.customerView.appointmentTimes({ token, day: other })).times).toEqual([])
    const error = await errorOf(
      client.customerView.reschedule({ token, wanted: { day: other, time: '12:00' } }),
    )
    expect(error).toMatchObject({ fields: DAY_FULL })
  })
})

describe('closed days', () => {
  test('are neither offered nor booked, with their reason, and are open again once removed', async () => {
    const day = nextWeek()
    const { closedDaysId } = await office().addClosedDays({
      ...{ firstDay: day, lastDay: day },
      reason: 'Inventory',
    })
    expect(await whenClosed(day)).toEqual([])
    const refusal = (await refusalOf(bookingOn(day))) as Record<string, string>
    expect(refusal['wanted.day']).toMatch(
      /^The shop is closed \w+, \w+ \d+, \d+ \(Inventory\)\. Choose another day\.$/,
    )
    expect(await offered(day)).toMatchObject({ times: [], reason: refusal['wanted.day'] })
    await office().removeClosedDays({ closedDaysId })
    expect((await errorOf(office().removeClosedDays({ closedDaysId }))).code).toBe('NOT_FOUND')
    await book(bookingOn(day))
  })

  test('over appointments name them to the owner, and the desk sees it beside a request', async () => {
    const day = nextWeek()
    const ticketId = await book(bookingOn(day))
    expect(await app.as('walt').bookings.get({ ticketId })).toMatchObject({ conflict: null })
    const days = { firstDay: day, lastDay: day, reason: '' }
    await office().addClosedDays(days)
    expect(await whenClosed(day)).toMatchObject([{ ticketId, customer: 'Okafor, Lucille' }])
    const { conflict } = await app.as('walt').bookings.get({ ticketId })
    expect(conflict).toMatch(/^The shop is closed \w+, \w+ \d+, \d+\.$/)
    await app.as('walt').tickets.accept({ ticketId })
    expect(await app.as('walt').bookings.get({ ticketId })).toMatchObject({ conflict: null })
    expect(await errorOf(office().addClosedDays(days))).toMatchObject({
      fields: { firstDay: expect.stringMatching(/^You are already closed /) },
    })
  })

  test('and hours of a weekday that end before an appointment name it, until it is moved or they are reset', async () => {
    const day = nextWeek()
    const weekday = weekdayOf(day)
    const { ticketId } = await app.as('walt').bookings.create({
      problem: 'No hot water',
      customerDetails: { firstName: 'Otis', lastName: 'Bell', phone: '5745550177' },
      wanted: { day, time: '15:00' },
    })
    const requested = await book(bookingOn(day, '14:30'))
    const conflictOf = async () => (await app.as('walt').bookings.get({ ticketId: requested })).conflict
    const hours = (opens: number | null, closes: number | null) =>
      app.as('dana').companies.changeWeekdayHours({ weekdays: [weekday], opens, closes })
    await hours(9, 15)
    expect(await whenClosed(day)).toMatchObject([{ ticketId, customer: 'Bell, Otis' }])
    expect(await conflictOf()).toBeNull()
    await hours(9, 14)
    expect(await whenClosed(day)).toMatchObject([{ ticketId: requested }, { ticketId }])
    expect(await conflictOf()).toMatch(/^The shop is open from 9 AM to 2 PM on \w+s\.$/)
    await hours(null, null)
    expect(await conflictOf()).toMatch(/^The shop is closed on \w+s\.$/)
    await hours(9, 14)
    await app.as('walt').bookings.move({ ticketId, wanted: { day, time: '13:30' } })
    expect(await whenClosed(day)).toMatchObject([{ ticketId: requested }])
    await app.as('dana').companies.resetWeekdayHours({ weekday })
    expect(await whenClosed(day)).toEqual([])
  })

  test('are the owner’s to set, for their own company, and logged', async () => {
    const day = nextWeek()
    const days = { firstDay: day, lastDay: day, reason: '' }
    const { closedDaysId } = await app.as('ray').bookings.addClosedDays(days)
    expect((await errorOf(app.as('walt').bookings.addClosedDays(days))).code).toBe('FORBIDDEN')
    expect((await errorOf(office().removeClosedDays({ closedDaysId }))).code).toBe('NOT_FOUND')
    expect((await offered(day)).times).not.toEqual([])
    const { entries } = await app.as('ray').audit.list({})
    expect(entries[0]?.verb).toBe('company.change-booking-rules')
  })
})
