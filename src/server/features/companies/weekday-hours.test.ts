import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import {
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

const office = () => app.as('dana').companies
const publicPage = () => app.as('visitor').companies.get({ companyId: app.ids.dana })
const offered = (day: string) => app.as('visitor').bookings.times({ companyId: app.ids.dana, day })
/** Beyond the days that the demo's bookings are on. */
const monday = () => addDays(nextMonday(app.now).day, 14)
const NOON_SATURDAY = { weekday: 6, opens: 9, closes: 12 }

const setHours = (opens: number | null, closes: number | null, ...weekdays: number[]) =>
  office().changeWeekdayHours({ weekdays, opens, closes })

afterEach(async () => {
  for (const { weekday } of (await publicPage()).weekdayHours) await office().resetWeekdayHours({ weekday })
})

async function refusalOf(day: string, time: string): Promise<unknown> {
  const where = { place: 'shop', address: '' } as const
  const response = await sendBooking(
    app,
    toFormData(bookingInputOf(app.now, { wanted: { day, time }, where })),
  )
  expect(response.status).toBe(400)
  return ((await response.json()) as { fields: unknown }).fields
}

test('no weekday has hours of its own until the owner sets them, and they can be removed', async () => {
  expect((await publicPage()).weekdayHours).toEqual([])
  await setHours(9, 12, 6)
  await setHours(null, null, 1)
  await setHours(7, 15, 2, 3)
  const shown = [
    { weekday: 1, opens: null, closes: null },
    { weekday: 2, opens: 7, closes: 15 },
    { weekday: 3, opens: 7, closes: 15 },
    NOON_SATURDAY,
  ]
  expect((await publicPage()).weekdayHours).toEqual(shown)
  expect((await office().mine()).details?.weekdayHours).toEqual(shown)
  expect((await app.as('walt').schedule.week({})).weekdayHours).toEqual(shown)
  await setHours(8, 13, 6)
  expect((await publicPage()).weekdayHours).toContainEqual({ ...NOON_SATURDAY, opens: 8, closes: 13 })
  await office().resetWeekdayHours({ weekday: 6 })
  expect((await publicPage()).weekdayHours).toEqual(shown.slice(0, 3))
  expect(await office().resetWeekdayHours({ weekday: 6 })).toEqual({ done: true })
})

test('customers are offered and book the times of the weekday, and read why not others', async () => {
  await setHours(9, 12, 6)
  await setHours(null, null, 1)
  const [saturday, sunday] = [addDays(monday(), 5), addDays(monday(), 6)]
  expect((await offered(saturday)).times).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'])
  expect(await offered(monday())).toEqual({
    times: [],
    reason: 'The shop is closed on Mondays. Choose a day from Tuesday to Saturday.',
    nextDay: addDays(monday(), 1),
  })
  expect(await refusalOf(sunday, '10:00')).toEqual({
    'wanted.day': 'The shop is closed on Sundays. Choose a day from Tuesday to Saturday.',
  })
  expect(await refusalOf(saturday, '13:00')).toEqual({
    'wanted.time': 'The shop is open from 9 AM to noon on Saturdays. Choose a time on the hour or half hour.',
  })
  const where = { place: 'shop', address: '' } as const
  const { ticketId } = await bookAs(
    app,
    bookingInputOf(app.now, { wanted: { day: saturday, time: '11:30' }, where }),
  )
  expect(ticketId).not.toBeNull()
})

test('a customer who moves an appointment is offered the same times', async () => {
  await setHours(9, 12, 6)
  const saturday = addDays(monday(), 5)
  const { token, client } = await createAppointment(app)
  expect((await client.customerView.appointmentTimes({ token, day: saturday })).times).toHaveLength(6)
  const late = client.customerView.reschedule({ token, wanted: { day: saturday, time: '12:00' } })
  expect(await errorOf(late)).toMatchObject({
    fields: { 'wanted.time': expect.stringContaining('on Saturdays') },
  })
  await client.customerView.reschedule({ token, wanted: { day: saturday, time: '11:00' } })
})

test('the search for who is open now goes by them', async () => {
  const isFound = async (): Promise<boolean> => {
    const { companies } = await app.as('visitor').companies.list({ openNow: true })
    return companies.some(({ companyUUID }) => companyUUID === app.ids.dana)
  }
  const isOpen = await isFound()
  const otherwise: [number | null, number | null] = isOpen ? [null, null] : [0, 24]
  await setHours(...otherwise, 1, 2, 3, 4, 5, 6, 7)
  expect(await isFound()).toBe(!isOpen)
  await office().change({ mobileRange: 31 })
  expect(await isFound()).toBe(!isOpen)
  for (const weekday of [1, 2, 3, 4, 5, 6, 7]) await office().resetWeekdayHours({ weekday })
  expect(await isFound()).toBe(isOpen)
})

test.each([
  [{ weekdays: [6], opens: 12, closes: 9 }, { closes: 'You would close before you open.' }],
  [{ weekdays: [6], opens: 9, closes: 9 }, { closes: 'Choose a later hour than the one you open.' }],
  [{ weekdays: [6], opens: 9, closes: null }, { closes: 'Choose when you close.' }],
  [{ weekdays: [6], opens: 9, closes: 25 }, { closes: 'Choose an hour from 1 to 24.' }],
  [{ weekdays: [6], opens: -1, closes: 9 }, { opens: 'Choose an hour from 0 to 23.' }],
  [{ weekdays: [6], opens: 9.5, closes: 12 }, { opens: 'Enter a whole number.' }],
  [{ weekdays: [], opens: 9, closes: 12 }, { weekdays: 'Choose a weekday.' }],
])('%j is refused beside its field', async (input, fields) => {
  expect(await errorOf(office().changeWeekdayHours(input))).toMatchObject({ code: 'INVALID', fields })
  expect((await publicPage()).weekdayHours).toEqual([])
})

test('they are the owner’s to set, for their own company, and logged', async () => {
  const hours = { weekdays: [6], opens: 9, closes: 12 }
  await app.as('ray').companies.changeWeekdayHours(hours)
  expect((await publicPage()).weekdayHours).toEqual([])
  expect((await errorOf(app.as('walt').companies.changeWeekdayHours(hours))).code).toBe('FORBIDDEN')
  expect((await errorOf(app.as('rosa').companies.resetWeekdayHours({ weekday: 6 }))).code).toBe('FORBIDDEN')
  const { entries } = await app.as('ray').audit.list({})
  expect(entries[0]?.verb).toBe('company.change-hours')
})
