import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createAppointment, createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

/** A Thursday. */
const NOW = '2025-11-20T19:00:00Z'
const FRIDAY = '2025-11-21'
const MONDAY = '2025-11-24'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  for (const owner of ['dana', 'ray'] as const) await app.as(owner).preferences.change({ promisesDays: true })
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(NOW)
})

const desk = () => app.as('walt')
const promise = (ticketId: number, day: string, reason = '', askedByCustomer = false) =>
  desk().promisedDays.promise({ ticketId, day, reason, askedByCustomer })
const promisesOf = async (ticketId: number) => (await desk().promisedDays.get({ ticketId })).promises
const doneDays = async (ticketId: number) =>
  (
    await app.database
      .selectFrom('promisedDay')
      .select('doneOn')
      .where('ticketId', '=', ticketId)
      .orderBy('position')
      .execute()
  ).map(({ doneOn }) => doneOn)

/** Refused with these fields, and nothing written. */
async function expectRefused(call: () => Promise<unknown>, fields: object) {
  const before = await dumpDatabase(app.database)
  expect(await errorOf(call())).toMatchObject({ fields })
  expect(await dumpDatabase(app.database)).toBe(before)
}

describe('a day is not promised', () => {
  test('by a technician or another company', async () => {
    const ticketId = await app.createTicket('rosa')
    const input = { ticketId, day: MONDAY }
    expect((await errorOf(app.as('rosa').promisedDays.promise(input))).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as('rosa').promisedDays.get({ ticketId }))).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as('ray').promisedDays.promise(input))).code).toBe('NOT_FOUND')
    expect(await promisesOf(ticketId)).toEqual([])
  })

  test('in a company that promises none', async () => {
    const ticketId = await app.createTicket()
    await app.as('dana').preferences.change({ promisesDays: false })
    expect(await desk().promisedDays.get({ ticketId })).toEqual({ isOn: false, promises: [] })
    expect((await errorOf(promise(ticketId, MONDAY))).message).toBe(
      'Your company doesn’t promise days. The owner turns it on under Company, Preferences.',
    )
    await app.as('dana').preferences.change({ promisesDays: true })
  })

  test('in the past, on a closed day, before the RV comes, or as no day', async () => {
    const ticketId = await app.createTicket()
    const { ticketId: booked } = await createAppointment(app)
    const day = 'This date has passed. Choose today or a later date.'
    await expectRefused(() => promise(ticketId, '2025-11-19'), { day })
    await expectRefused(() => promise(ticketId, '2025-11-22'), {
      day: 'The shop is closed on Saturdays. Choose a day from Monday to Friday.',
    })
    await expectRefused(() => promise(booked, FRIDAY), {
      day: 'The appointment is on Mon, Nov 24. Choose that day or a later one.',
    })
    await expectRefused(() => promise(ticketId, 'soon'), { day: expect.any(String) })
    const { closedDaysId } = await app
      .as('dana')
      .bookings.addClosedDays({ firstDay: MONDAY, lastDay: MONDAY, reason: 'Stocktaking' })
    await expectRefused(() => promise(ticketId, MONDAY), {
      day: 'The shop is closed Mon, Nov 24, 2025 (Stocktaking). Choose another day.',
    })
    await app.as('dana').bookings.removeClosedDays({ closedDaysId })
    await promise(booked, MONDAY)
  })

  test('to be moved without a reason', async () => {
    const ticketId = await app.createTicket()
    await promise(ticketId, FRIDAY)
    await expectRefused(() => promise(ticketId, MONDAY, '  '), {
      reason: 'Say why the day moves. The customer reads it.',
    })
  })

  test('of a ticket that is done', async () => {
    const ticketId = await app.createTicket()
    await desk().tickets.finalize({ ticketId })
    expect((await errorOf(promise(ticketId, MONDAY))).code).toBe('REFUSED')
  })

  test('by two desks at once without a reason', async () => {
    const ticketId = await app.createTicket()
    const both = await Promise.allSettled([promise(ticketId, FRIDAY), promise(ticketId, MONDAY)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await promisesOf(ticketId)).toHaveLength(1)
  })
})

describe('a promised day', () => {
  test('is read by the desk and the customer, also moved, and is in the activity', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    expect((await client.customerView.get({ token })).promised).toBeNull()
    await promise(ticketId, FRIDAY, 'no reason of a first promise')
    expect((await client.customerView.get({ token })).promised).toEqual({ day: FRIDAY, reason: '' })
    await promise(ticketId, MONDAY, 'The seal is late.')
    expect((await client.customerView.get({ token })).promised).toEqual({
      day: MONDAY,
      reason: 'The seal is late.',
    })
    const by = { promisedAt: app.now, promisedBy: expect.stringContaining('Walt') }
    expect(await promisesOf(ticketId)).toEqual([
      { day: FRIDAY, firstDay: FRIDAY, reason: '', askedByCustomer: false, ...by },
      { day: MONDAY, firstDay: FRIDAY, reason: 'The seal is late.', askedByCustomer: false, ...by },
    ])
    const { entries } = await desk().tickets.activity({ ticketId })
    expect(entries.map(activitySentence).slice(0, 2)).toEqual([
      'Walt moved the promised day to Mon, Nov 24',
      'Walt promised the RV for Fri, Nov 21',
    ])
  })

  test('moves the first day only if the customer asked in time', async () => {
    const ticketId = await app.createTicket()
    await promise(ticketId, FRIDAY)
    await promise(ticketId, MONDAY, 'They travel until Sunday.', true)
    app.now = new Date('2025-11-25T19:00:00Z')
    await promise(ticketId, '2025-11-26', 'They are back later.', true)
    expect((await promisesOf(ticketId)).map(({ firstDay }) => firstDay)).toEqual([FRIDAY, MONDAY, MONDAY])
  })

  test('is met when the ticket is finalized, until it is reopened', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await promise(ticketId, FRIDAY)
    await promise(ticketId, MONDAY, 'The seal is late.')
    await desk().tickets.finalize({ ticketId })
    expect(await doneDays(ticketId)).toEqual(['2025-11-20', '2025-11-20'])
    expect((await client.customerView.get({ token })).promised).toBeNull()
    await desk().tickets.reopen({ ticketId })
    expect(await doneDays(ticketId)).toEqual([null, null])
    app.now = new Date('2025-11-24T19:00:00Z')
    await desk().tickets.finalize({ ticketId })
    await desk().tickets.complete({ ticketId })
    expect(await doneDays(ticketId)).toEqual([MONDAY, MONDAY])
  })

  test('stays when its customer is forgotten, without why it moved', async () => {
    const ticketId = await app.createTicket()
    // A customer without other tickets: those are open.
    await desk().tickets.changeDetails({ ticketId, customerDetails: { email: 'once@mail.example' } })
    await promise(ticketId, FRIDAY)
    await promise(ticketId, MONDAY, 'June is in Florida.')
    await desk().tickets.finalize({ ticketId })
    await desk().tickets.complete({ ticketId })
    await desk().tickets.eraseCustomer({ ticketId })
    expect((await promisesOf(ticketId)).map(({ day, reason }) => [day, reason])).toEqual([
      [FRIDAY, ''],
      [MONDAY, ''],
    ])
  })

  test('is a day of the calendar, whatever the hour', async () => {
    const ticketId = await app.createTicket()
    // Still Thursday at Bluebonnet.
    app.now = new Date('2025-11-21T04:30:00Z')
    await promise(ticketId, '2025-11-20')
    await desk().tickets.finalize({ ticketId })
    expect(await doneDays(ticketId)).toEqual([addDays(FRIDAY, -1)])
  })
})
