import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createVisitToday } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

// A technician's visits of today, and what their customers are told.

const MINUTE_MS = 60_000
/** 2 PM in Indiana. */
const THURSDAY = new Date('2025-11-20T19:00:00Z')

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = THURSDAY
})

const inMinutes = (minutes: number): Date => new Date(app.now.getTime() + minutes * MINUTE_MS)
const moveTo = (ticketId: number, changes: Record<string, unknown>) =>
  app.database.updateTable('booking').set(changes).where('ticketId', '=', ticketId).execute()
const stopsOf = async (person: 'rosa' | 'sam') => (await app.as(person).bookings.listStops()).stops
const emailsAbout = (text: string) => app.sentEmails.filter(({ text: body }) => body.includes(text))

describe('the stops of today', () => {
  test('are a technician’s own visits, in order, with the miles between them', async () => {
    const visits = [await createVisitToday(app), await createVisitToday(app), await createVisitToday(app)]
    const [late, early, brought] = visits.map(({ ticketId }) => ticketId)
    await moveTo(late ?? 0, { wantedAt: inMinutes(120), latitude: 41.6, longitude: -85.8 })
    await moveTo(early ?? 0, {
      latitude: 41.6,
      longitude: -85.8,
      campground: 'Sunny Pines',
      siteNumber: '14',
    })
    await moveTo(brought ?? 0, { place: 'shop' })
    const stops = await stopsOf('rosa')
    expect(stops.map(({ ticketId }) => ticketId)).toEqual([early, late])
    expect(stops[0]).toMatchObject({
      ...{ state: 'pending', at: app.now, arrivingAt: null, firstName: 'Lucille' },
      site: expect.stringMatching(/^Sunny Pines, site 14, /),
    })
    expect(stops[1]?.miles).toBe(0)
    expect(await stopsOf('sam')).toEqual([])
    await app.as('dana').tickets.addHelper({ ticketId: late ?? 0, employeeId: app.ids.sam })
    expect((await stopsOf('sam')).map(({ ticketId }) => ticketId)).toEqual([late])
    expect((await stopsOf('rosa')).map(({ ticketId }) => ticketId)).toEqual([early, late])
  })

  test('are read by the desk for each technician and day, and by no technician', async () => {
    const { ticketId } = await createVisitToday(app)
    await app.as('rosa').bookings.setOut({ ticketId, minutes: 25 })
    const read = (who: 'walt' | 'rosa' | 'ray', day = '2025-11-20', employeeId = app.ids.rosa) =>
      app.as(who).schedule.stops({ employeeId, day })
    const { stops } = await read('walt')
    expect(stops).toEqual(await stopsOf('rosa'))
    expect(stops.find(stop => stop.ticketId === ticketId)).toMatchObject({ arrivingAt: inMinutes(25) })
    expect(await read('walt', '2025-11-21')).toMatchObject({ day: '2025-11-21', stops: [] })
    expect((await read('walt', '2025-11-20', app.ids.sam)).stops).not.toContainEqual(
      expect.objectContaining({ ticketId }),
    )
    expect(await errorOf(read('rosa'))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await errorOf(read('ray'))).toMatchObject({ code: 'NOT_FOUND' })
    await moveTo(ticketId, { wantedAt: inMinutes(24 * 60) })
    const idsOn21st = async (employeeId: string) =>
      (await read('walt', '2025-11-21', employeeId)).stops.map(stop => stop.ticketId)
    expect(await idsOn21st(app.ids.rosa)).toEqual([ticketId])
    await app.as('walt').tickets.assign({ ticketId, employeeId: app.ids.sam, date: '2025-11-21' })
    expect([await idsOn21st(app.ids.rosa), await idsOn21st(app.ids.sam)]).toEqual([[], [ticketId]])
  })

  test('stay once the technician is there, and go with the appointment', async () => {
    const { ticketId } = await createVisitToday(app)
    const isListed = async () => (await stopsOf('rosa')).some(stop => stop.ticketId === ticketId)
    await app.as('rosa').tickets.checkIn({ ticketId })
    expect(await isListed()).toBe(true)
    await app.as('dana').tickets.close({ ticketId, reason: 'customer', note: '' })
    expect(await isListed()).toBe(false)
  })

  test('are those of today in the company’s time zone', async () => {
    const { ticketId } = await createVisitToday(app)
    const isListed = async () => (await stopsOf('rosa')).some(stop => stop.ticketId === ticketId)
    // Eleven at night, and midnight.
    await moveTo(ticketId, { wantedAt: new Date('2025-11-21T04:00:00Z') })
    expect(await isListed()).toBe(true)
    await moveTo(ticketId, { wantedAt: new Date('2025-11-21T05:00:00Z') })
    expect(await isListed()).toBe(false)
  })
})

describe('on my way', () => {
  test('tells the customer by email and on their link, also of another time', async () => {
    const { ticketId, token, client } = await createVisitToday(app)
    const arrivingAt = async () => (await client.customerView.get({ token })).appointment?.arrivingAt
    expect(await arrivingAt()).toBeNull()
    const before = emailsAbout('is on the way').length
    expect(await app.as('rosa').bookings.setOut({ ticketId, minutes: 40 })).toEqual({
      ...{ arrivingAt: inMinutes(40), email: 'no-mail', phones: 0 },
    })
    await expect.poll(() => emailsAbout('is on the way').slice(before)).toHaveLength(1)
    const [email] = emailsAbout('is on the way').slice(before)
    expect(email?.subject).toMatch(/ is on the way$/)
    expect(email?.text).toContain('Rosa Díaz is on the way, and expects to arrive about 2:40 PM.')
    expect(await arrivingAt()).toEqual(inMinutes(40))
    await app.as('rosa').bookings.setOut({ ticketId, minutes: 60 })
    expect(await arrivingAt()).toEqual(inMinutes(60))
    await app.as('rosa').tickets.checkIn({ ticketId })
    expect(await arrivingAt()).toBeNull()
    await expect.poll(() => emailsAbout('arrive about 3:00 PM').length).toBe(1)
    expect(emailsAbout('arrive about 3:00 PM')[0]?.text).toContain('Rosa Díaz is on the way')
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries.filter(({ verb }) => verb === 'ticket.set-out')).toHaveLength(2)
  })

  test('of a helper names nobody', async () => {
    const { ticketId } = await createVisitToday(app)
    await app.as('dana').tickets.addHelper({ ticketId, employeeId: app.ids.sam })
    await app.as('sam').bookings.setOut({ ticketId, minutes: 47 })
    await expect.poll(() => emailsAbout('Your technician is on the way').length).toBe(1)
  })

  test('counts from when it was tapped, and a late tap tells nobody', async () => {
    const { ticketId } = await createVisitToday(app)
    const before = emailsAbout('is on the way').length
    const tappedAt = inMinutes(-50)
    expect(await app.as('rosa').bookings.setOut({ ticketId, minutes: 30, tappedAt })).toEqual({
      ...{ arrivingAt: inMinutes(-20), email: null, phones: 0 },
    })
    await app.as('rosa').bookings.setOut({ ticketId, minutes: 30, tappedAt })
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries.filter(({ verb }) => verb === 'ticket.set-out')).toHaveLength(1)
    // Emails are sent in order: that of another visit would come after it.
    const { ticketId: other } = await createVisitToday(app)
    await app.as('rosa').bookings.setOut({ ticketId: other, minutes: 5 })
    await expect.poll(() => emailsAbout('is on the way').length).toBe(before + 1)
  })

  test('is over with another time', async () => {
    const { ticketId, token, client } = await createVisitToday(app)
    await app.as('rosa').bookings.setOut({ ticketId, minutes: 30 })
    await app.as('dana').bookings.move({ ticketId, wanted: { day: '2025-11-24', time: '10:30' } })
    expect((await client.customerView.get({ token })).appointment?.arrivingAt).toBeNull()
    expect(await errorOf(app.as('rosa').bookings.setOut({ ticketId, minutes: 30 }))).toMatchObject({
      obstacles: [{ message: 'This visit is on Mon, Nov 24, not today.' }],
    })
  })

  test('is refused for what is no visit ahead, and of others', async () => {
    const { ticketId } = await createVisitToday(app)
    const tap = (person: 'rosa' | 'sam' | 'walt', minutes = 30) =>
      errorOf(app.as(person).bookings.setOut({ ticketId, minutes }))
    expect(await tap('sam')).toMatchObject({ code: 'NOT_FOUND' })
    expect(await tap('rosa', 0)).toMatchObject({ fields: { minutes: 'Enter 1 or more.' } })
    expect(await tap('rosa', 241)).toMatchObject({ fields: { minutes: 'Enter 240 or less.' } })
    await moveTo(ticketId, { place: 'shop' })
    expect(await tap('walt')).toMatchObject({
      obstacles: [{ message: 'The customer brings this RV to the shop.' }],
    })
    await moveTo(ticketId, { place: 'site' })
    await app.as('dana').tickets.checkIn({ ticketId })
    expect(await tap('rosa')).toMatchObject({ obstacles: [{ code: 'ticket.transitioned' }] })
    const made = await app.createTicket('rosa')
    expect(await errorOf(app.as('rosa').bookings.setOut({ ticketId: made, minutes: 5 }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
