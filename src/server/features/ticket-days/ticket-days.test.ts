import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createAppointment, createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').preferences.change({ promisesDays: true })
})
afterAll(() => app.close())

/** Noon of a day of November 2025 at Bluebonnet. */
const on = (day: number): void => {
  app.now = new Date(`2025-11-${String(day).padStart(2, '0')}T17:00:00Z`)
}
beforeEach(() => on(3))

const desk = () => app.as('walt')
const daysOf = (ticketId: number) => desk().ticketDays.get({ ticketId })
const read = async (ticketId: number) =>
  (await daysOf(ticketId)).spans.map(({ cause, days }) => `${days} ${cause}`).join(', ')

test('days follow the holds, requests, clocks and steps of a ticket, at the desk and in words on its link', async () => {
  const { ticketId, token, client } = await createLinkedTicket(app)
  expect(await daysOf(ticketId)).toEqual({ spans: [], isHere: true })
  expect((await client.customerView.get({ token })).days).toBeNull()
  on(5)
  await desk().onHold.set({ ticketId, reason: 'part' })
  on(9)
  await desk().onHold.clear({ ticketId })
  await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
  app.now = new Date('2025-11-09T19:00:00Z')
  await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
  on(10)
  await desk().approvals.request({ ticketId, jobNumbers: [1] })
  on(12)
  await desk().approvals.withdraw({ ticketId, jobNumber: 1 })
  await desk().tickets.finalize({ ticketId })
  on(14)
  expect(await read(ticketId)).toBe('2 none, 4 part, 1 work, 2 customer, 2 pickup')
  expect((await daysOf(ticketId)).isHere).toBe(true)
  expect((await client.customerView.get({ token })).days).toBe(
    '11 days at the shop: 4 waiting for a part, 2 waiting for your reply, 2 ready for pickup, 2 in the shop, 1 of work',
  )
  await desk().tickets.complete({ ticketId })
  on(20)
  expect(await read(ticketId)).toBe('2 none, 4 part, 1 work, 2 customer, 2 pickup')
  expect((await daysOf(ticketId)).isHere).toBe(false)
})

test('the typed days of arrival and pickup come first', async () => {
  const ticketId = await app.createTicket()
  on(6)
  expect(await read(ticketId)).toBe('3 technician')
  await desk().tickets.changeRigVisit({ ticketId, arrivedOn: '2025-11-01', departedOn: '2025-11-05' })
  expect(await daysOf(ticketId)).toEqual({
    spans: [{ cause: 'technician', firstDay: '2025-11-01', days: 4 }],
    isHere: false,
  })
})

test('an RV that has not come, or that the company comes to, has none', async () => {
  const { ticketId } = await createAppointment(app)
  on(6)
  expect(await daysOf(ticketId)).toEqual({ spans: [], isHere: false })
  const checkIn = { vin: sharedVin('DAYS-0001'), axleAmount: '2' } as const
  await desk().tickets.checkIn({ ticketId, customerRV: checkIn })
  on(9)
  expect((await desk().tickets.get({ ticketId })).state).toBe('active')
  expect(await daysOf(ticketId)).toEqual({ spans: [], isHere: false })
})

test('the desk says what days went to, also on the link and in Reports, and takes it back', async () => {
  const { ticketId, token, client } = await createLinkedTicket(app)
  on(10)
  const correct = (firstDay: number, lastDay: number, cause: 'bay' | 'weather' | null) => {
    const dayOfMonth = (day: number) => `2025-11-${String(day).padStart(2, '0')}`
    return desk().ticketDays.correct({
      ...{ ticketId, cause, firstDay: dayOfMonth(firstDay), lastDay: dayOfMonth(lastDay) },
    })
  }
  await correct(4, 7, 'bay')
  expect(await read(ticketId)).toBe('1 none, 4 bay, 2 none')
  expect((await client.customerView.get({ token })).days).toBe(
    '7 days at the shop: 4 waiting for a bay, 3 in the shop',
  )
  const lastSentence = async () => {
    const [entry] = (await desk().tickets.activity({ ticketId })).entries
    return entry === undefined ? '' : activitySentence(entry)
  }
  expect(await lastSentence()).toBe('Walt noted Tue, Nov 4 to Fri, Nov 7 as “Waiting for a bay”')
  await correct(6, 6, null)
  expect(await lastSentence()).toBe('Walt removed what was said of Thu, Nov 6 at the shop')
  expect(await read(ticketId)).toBe('1 none, 2 bay, 1 none, 1 bay, 2 none')
  for (const [first, last, fields] of [
    [2, 4, { firstDay: 'The RV came on Mon, Nov 3. Enter that day or a later one.' }],
    [5, 4, { lastDay: 'Enter the first day or a later one.' }],
    [5, 10, { lastDay: 'Enter Sun, Nov 9 or an earlier day: later ones are not over, or the RV had left.' }],
  ] as const)
    expect(await errorOf(correct(first, last, 'weather'))).toMatchObject({ fields })
  expect(await read(ticketId)).toBe('1 none, 2 bay, 1 none, 1 bay, 2 none')
  await desk().tickets.finalize({ ticketId })
  const days = { period: 'own', from: '2025-11-10', to: '2025-11-10' } as const
  const { rows } = await app.as('dana').reports.get({ report: 'days-by-cause', ...days })
  expect(rows.map(({ key, figures }) => [key, figures[0]?.number])).toContainEqual(['bay', 3])
})

test('of an RV that has not come there is nothing to correct', async () => {
  const { ticketId } = await createAppointment(app)
  const days = { firstDay: '2025-11-01', lastDay: '2025-11-02', cause: 'bay' } as const
  expect(await errorOf(desk().ticketDays.correct({ ticketId, ...days }))).toMatchObject({
    ...{ code: 'REFUSED', message: expect.stringContaining('There are no days to correct') },
  })
})

test('are nobody’s but the desk’s, and none where no days are promised', async () => {
  const ticketId = await app.createTicket('rosa')
  on(6)
  expect((await errorOf(app.as('rosa').ticketDays.get({ ticketId }))).code).toBe('FORBIDDEN')
  expect((await errorOf(app.as('ray').ticketDays.get({ ticketId }))).code).toBe('NOT_FOUND')
  await app.as('dana').preferences.change({ promisesDays: false })
  expect((await daysOf(ticketId)).spans).toEqual([])
  await app.as('dana').preferences.change({ promisesDays: true })
  expect((await daysOf(ticketId)).spans).toHaveLength(1)
})
