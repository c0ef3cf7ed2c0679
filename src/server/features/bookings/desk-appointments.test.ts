import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { bookAs, bookingInputOf, nextMonday } from '../../../../test/support/booking-fixtures.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

// Appointments that the desk makes for people who call, and moves.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

const call = (changes = {}) => ({
  problem: 'The slide-out stops halfway',
  customerDetails: { firstName: 'Otis', lastName: 'Bell', phone: '5745550177' },
  wanted: nextMonday(app.now),
  ...changes,
})
/** The texts of the emails to that address. */
const textsTo = (email: string) =>
  app.sentEmails.filter(({ recipient }) => recipient === email).map(({ text }) => text)
const verbsOf = async (ticketId: number) =>
  (await app.as('dana').tickets.activity({ ticketId })).entries.map(({ verb }) => verb)

describe('an appointment by the desk', () => {
  test('needs a name, a phone number and a time, and no VIN', async () => {
    const { ticketId, email } = await app.as('walt').bookings.create(call({ estimatedTime: 1.5 }))
    expect(email).toBe('no-address')
    const ticket = await app.as('walt').tickets.get({ ticketId })
    expect(ticket).toMatchObject({
      state: 'pending',
      confirmedAt: app.now,
      customerDetails: { firstName: 'Otis', lastName: 'Bell', phone: '(574) 555-0177', email: '' },
      customerRV: { vin: '', make: '', model: '', year: '', axleAmount: null },
      jobs: [{ problem: 'The slide-out stops halfway', estimatedTime: 1.5 }],
      appointment: { day: call().wanted.day },
    })
    expect(await app.as('walt').bookings.get({ ticketId })).toMatchObject({
      isByShop: true,
      place: 'shop',
      wantedAt: ticket.appointment?.at,
    })
    const { unassigned } = await app.as('walt').schedule.week({ from: call().wanted.day })
    expect(unassigned.find(card => card.ticketId === ticketId)).toMatchObject({
      bookedDay: call().wanted.day,
    })
    expect(await errorOf(app.as('walt').tickets.finalize({ ticketId }))).toMatchObject({ code: 'REFUSED' })
  })

  test('is emailed to a customer with an address, who may move it', async () => {
    const email = 'otis@mail.example'
    const { ticketId } = await app
      .as('dana')
      .bookings.create(call({ customerDetails: { ...call().customerDetails, email } }))
    await expect
      .poll(() => textsTo(email))
      .toEqual([expect.stringMatching(/You have an appointment with Bluebonnet RV\.[\s\S]*At the shop/)])
    const token = await createLinkFor(app, ticketId)
    const { client } = await customerOfLink(app, token, '0177')
    expect((await client.customerView.get({ token })).appointment).toMatchObject({ isAccepted: true })
    await client.customerView.reschedule({ token, wanted: { ...nextMonday(app.now), time: '11:00' } })
    expect(await verbsOf(ticketId)).toContain('ticket.reschedule')
  })

  test('completes a rig on file from its VIN', async () => {
    await app.createTicket()
    const { vin, make, model } = june.customerRV
    const { ticketId } = await app.as('dana').bookings.create(call({ customerRV: { vin } }))
    const { customerRV } = await app.as('dana').tickets.get({ ticketId })
    expect(customerRV).toMatchObject({ vin, make, model })
  })

  test('may be on a closed day, and counts among what customers are offered', async () => {
    const { day } = nextMonday(app.now)
    const place = 'shop' as const
    const at = { companyId: app.ids.dana, day, place }
    await app.as('dana').bookings.changeLimits({ dropOffsPerDay: 1 })
    await app.as('dana').bookings.create(call({ wanted: { day, time: '10:30' } }))
    expect((await app.as('visitor').bookings.times(at)).times).toEqual([])
    // The desk overbooks.
    await app.as('dana').bookings.create(call({ wanted: { day, time: '10:30' } }))
    await app.as('dana').bookings.changeLimits({ dropOffsPerDay: null })
    const { closedDaysId } = await app
      .as('dana')
      .bookings.addClosedDays({ firstDay: day, lastDay: day, reason: '' })
    const { ticketId } = await app.as('dana').bookings.create(call({ wanted: { day, time: '06:15' } }))
    expect((await app.as('dana').tickets.get({ ticketId })).appointment?.day).toBe(day)
    await app.as('dana').bookings.removeClosedDays({ closedDaysId })
  })

  test.each([
    ['a day that has passed', { day: '2025-11-02', time: '10:30' }, 'wanted.day', /has passed/],
    ['a time that has passed', { day: START.slice(0, 10), time: '00:00' }, 'wanted.time', /has passed/],
    ['the hour that the clock skips', { day: '2026-03-08', time: '02:30' }, 'wanted.time', /skip this time/],
    ['a year too far', { day: '2062-11-24', time: '10:30' }, 'wanted.day', /on or before/],
    ['no day', { day: '2025-11-31', time: '10:30' }, 'wanted.day', /Enter a date/],
    ['no time', { day: '2025-11-24', time: '25:00' }, 'wanted.time', /Select a time/],
  ])('is refused at %s, beside its field, and nothing is written', async (_, wanted, field, sentence) => {
    const before = await dumpDatabase(app.database)
    const error = await errorOf(app.as('dana').bookings.create(call({ wanted })))
    expect(error).toMatchObject({ code: 'INVALID', fields: { [field]: expect.stringMatching(sentence) } })
    expect(await dumpDatabase(app.database)).toEqual(before)
  })

  test('takes the first of an hour that the clock repeats', async () => {
    app.now = new Date('2026-10-20T12:00:00Z')
    const wanted = { day: '2026-11-01', time: '01:30' }
    const { ticketId } = await app.as('dana').bookings.create(call({ wanted }))
    // Bluebonnet's daylight saving time.
    expect((await app.as('dana').tickets.get({ ticketId })).appointment?.at).toEqual(
      new Date('2026-11-01T05:30:00Z'),
    )
  })

  test.each([
    ['two numbers', { phone: '574-555-0177 or 574-555-0178' }, 'phone', 'Enter one phone number.'],
    ['a short number', { phone: '555-01' }, 'phone', 'Enter a phone number with at least 7 digits.'],
    ['a name of 200 letters', { lastName: 'x'.repeat(200) }, 'lastName', 'Use at most 80 characters.'],
    ['no name', { firstName: ' ' }, 'firstName', 'Required.'],
    ['half an email', { email: 'otis@' }, 'email', 'Enter a valid email address.'],
  ])('is refused with %s', async (_, details, field, sentence) => {
    const customerDetails = { ...call().customerDetails, ...details }
    const error = await errorOf(app.as('dana').bookings.create(call({ customerDetails })))
    expect(error).toMatchObject({ fields: { [`customerDetails.${field}`]: sentence } })
  })

  test('takes names as people have them', async () => {
    for (const firstName of ['O’Brien', 'محمد', '🏕️', 'Cher'])
      expect(
        await app
          .as('dana')
          .bookings.create(call({ customerDetails: { ...call().customerDetails, firstName } })),
      ).toMatchObject({ email: 'no-address' })
  })

  test('takes a phone with an extension', async () => {
    const customerDetails = { ...call().customerDetails, phone: '574-555-0177 x12' }
    const { ticketId } = await app.as('dana').bookings.create(call({ customerDetails }))
    const ticket = await app.as('walt').tickets.get({ ticketId })
    expect(ticket.customerDetails.phone).toBe('(574) 555-0177 ext. 12')
  })
})

describe('moving an appointment', () => {
  test('tells the customer, and the log who did it', async () => {
    const email = 'moved@mail.example'
    const { ticketId } = await app
      .as('dana')
      .bookings.create(call({ customerDetails: { ...call().customerDetails, email } }))
    const wanted = { ...nextMonday(app.now), time: '14:00' }
    await app.as('walt').bookings.move({ ticketId, wanted })
    await expect
      .poll(() => textsTo(email)[1])
      .toMatch(/Bluebonnet RV moved your appointment\. It is now:[\s\S]*2:00 PM/)
    expect((await app.as('dana').tickets.get({ ticketId })).appointment?.day).toBe(wanted.day)
    expect(await verbsOf(ticketId)).toEqual(['ticket.move-appointment', 'ticket.create-link', 'ticket.book'])
    // To the same time is no change.
    expect(await app.as('walt').bookings.move({ ticketId, wanted })).toEqual({
      email: null,
      serviceBayNote: null,
    })
    expect(await verbsOf(ticketId)).toHaveLength(3)
  })

  test('is offered what would be free without it', async () => {
    // A week without other tests' appointments.
    const day = addDays(nextMonday(app.now).day, 21)
    const wanted = { day, time: '10:30' }
    const { ticketId } = await app.as('dana').bookings.create(call({ wanted }))
    const { ticketId: other } = await app.as('dana').bookings.create(call({ wanted: { day, time: '13:00' } }))
    await app.as('dana').bookings.changeLimits({ dropOffsPerHour: 1 })
    const offered = async () => (await app.as('walt').bookings.timesForMoving({ ticketId, day })).times
    expect(await offered()).toEqual(expect.arrayContaining(['10:00', '10:30']))
    expect(await offered()).not.toContain('13:30')
    const { times } = await app.as('visitor').bookings.times({ companyId: app.ids.dana, day })
    expect(times).not.toContain('10:00')
    await app.as('dana').tickets.close({ ticketId: other, reason: 'no-show' })
    expect(await offered()).toContain('13:30')
    await app.as('dana').bookings.changeLimits({ dropOffsPerHour: null })
  })

  test('is refused for a request that waits for an answer', async () => {
    const request = bookingInputOf(app.now)
    const { ticketId } = await bookAs(app, request)
    const wanted = { ...request.wanted, time: '15:30' }
    expect(await errorOf(app.as('dana').bookings.move({ ticketId: ticketId ?? 0, wanted }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('of two at once one is last, and both are in the log', async () => {
    const { ticketId } = await app.as('dana').bookings.create(call())
    const times = ['13:00', '13:30']
    await Promise.all(
      times.map((time, index) =>
        app.as(index === 0 ? 'dana' : 'walt').bookings.move({
          ticketId,
          wanted: { ...nextMonday(app.now), time },
        }),
      ),
    )
    expect((await verbsOf(ticketId)).filter(verb => verb === 'ticket.move-appointment')).toHaveLength(2)
  })

  test('is refused on a ticket without one, or that has ended', async () => {
    const wanted = nextMonday(app.now)
    const ticketId = await app.createTicket('rosa')
    expect(await errorOf(app.as('dana').bookings.move({ ticketId, wanted }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    const { ticketId: closed } = await app.as('dana').bookings.create(call())
    await app.as('dana').tickets.close({ ticketId: closed, reason: 'no-show' })
    expect(await errorOf(app.as('dana').bookings.move({ ticketId: closed, wanted }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
