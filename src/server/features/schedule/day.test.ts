import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

// A day of the schedule: its appointments, what is left of its work, and what earlier days left.

const HOUR_MS = 60 * 60 * 1000
/** 2 PM in Indiana. */
const THURSDAY = new Date('2025-11-20T19:00:00Z')
const TODAY = '2025-11-20'
/** The day of `createBooking`, which is for 2 PM. */
const MONDAY = '2025-11-24'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = THURSDAY
})

const desk = () => app.as('walt')
const setClock = (day: string, hour = 14) => {
  app.now = new Date(Date.parse(`${day}T05:00:00Z`) + hour * HOUR_MS)
}
const dayOf = (from?: string) => desk().schedule.week({ days: 1, ...(from !== undefined && { from }) })

async function acceptedBooking(): Promise<number> {
  const ticketId = await app.createBooking()
  await desk().tickets.accept({ ticketId })
  return ticketId
}
const appointmentOf = async (ticketId: number, day: string) =>
  (await dayOf(day)).appointments.find(({ card }) => card.ticketId === ticketId)
const entriesOf = async (ticketId: number, day: string) =>
  (await dayOf(day)).entries.filter(({ card }) => card.ticketId === ticketId)

test('a single day is today by default, and a week still begins on Monday', async () => {
  expect(await dayOf()).toMatchObject({ from: TODAY, today: TODAY })
  expect(await desk().schedule.week({})).toMatchObject({ from: '2025-11-17', today: TODAY })
})

describe('an appointment', () => {
  test('is on its day once it is agreed to, with where it is', async () => {
    const ticketId = await app.createBooking()
    expect(await appointmentOf(ticketId, MONDAY)).toBeUndefined()
    await desk().tickets.accept({ ticketId })
    expect(await appointmentOf(ticketId, MONDAY)).toMatchObject({
      date: MONDAY,
      place: 'site',
      card: { state: 'pending', assignedTechnician: null },
    })
    for (const other of [-1, 1]) expect(await appointmentOf(ticketId, addDays(MONDAY, other))).toBeUndefined()
    const week = await desk().schedule.week({ from: MONDAY })
    expect(week.appointments.map(({ card }) => card.ticketId)).toContain(ticketId)
    const others = await app.as('ray').schedule.week({ from: MONDAY })
    expect(others.appointments.map(({ card }) => card.ticketId)).not.toContain(ticketId)
  })

  test('of the desk is on its day, in the company’s time zone', async () => {
    const { ticketId } = await desk().bookings.create({
      problem: 'The slide-out stops halfway',
      customerDetails: { firstName: 'Otis', lastName: 'Bell', phone: '5745550177' },
      // Tuesday in UTC.
      wanted: { day: MONDAY, time: '22:30' },
      estimatedTime: 1.5,
    })
    expect(await appointmentOf(ticketId, MONDAY)).toMatchObject({
      ...{ date: MONDAY, place: 'shop', estimatedHours: 1.5, hoursLeft: 1.5 },
    })
  })

  test('that a technician is planned for is their entry, with where it is', async () => {
    const ticketId = await acceptedBooking()
    await desk().tickets.assign({ ticketId, employeeId: app.ids.rosa, date: MONDAY })
    expect(await appointmentOf(ticketId, MONDAY)).toBeUndefined()
    expect(await entriesOf(ticketId, MONDAY)).toMatchObject([
      { technicianId: app.ids.rosa, isPlanned: true, place: 'site' },
    ])
    await desk().tickets.assign({ ticketId, employeeId: app.ids.sam, date: addDays(MONDAY, 1) })
    expect(await entriesOf(ticketId, addDays(MONDAY, 1))).toMatchObject([{ place: null }])
  })

  test('of a ticket with a technician is on its day too, even if they are not active any more', async () => {
    const ticketId = await acceptedBooking()
    await desk().tickets.assign({ ticketId, employeeId: app.ids.sam })
    await app.as('dana').employees.deactivate({ id: app.ids.sam })
    expect(await appointmentOf(ticketId, MONDAY)).toMatchObject({ card: { assignedTechnician: app.ids.sam } })
    const { technicians } = await dayOf(MONDAY)
    expect(technicians.map(({ id, isActive }) => ({ id, isActive }))).toEqual([
      { id: app.ids.rosa, isActive: true },
      { id: app.ids.sam, isActive: false },
    ])
    await app.as('dana').employees.reactivate({ id: app.ids.sam })
  })

  test('is not expected once it is canceled, and stays once the work is done', async () => {
    const [canceled, kept] = [await acceptedBooking(), await acceptedBooking()]
    await desk().tickets.close({ ticketId: canceled, reason: 'customer', note: '' })
    await desk().tickets.checkIn({ ticketId: kept })
    await desk().tickets.finalize({ ticketId: kept })
    expect(await appointmentOf(canceled, MONDAY)).toBeUndefined()
    expect(await appointmentOf(kept, MONDAY)).toMatchObject({ card: { state: 'completed' } })
  })
})

test('the hours left are the estimates without what was clocked, of lines that are not done', async () => {
  const jobs = [2, 1.5, 4, 1].map(estimatedTime => ({ problem: 'Roof leak', estimatedTime }))
  const { ticketId } = await app.as('dana').tickets.create({ ...june, jobs })
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
  const { lines } = await app.as('dana').approvals.get({ ticketId })
  const version = lines[3]?.version ?? ''
  await app
    .as('dana')
    .approvals.recordAnswer({ name: 'June Park', ticketId, jobNumber: 4, version, answer: 'declined' })
  const hours = async () => {
    const [entry] = await entriesOf(ticketId, TODAY)
    return [entry?.estimatedHours, entry?.hoursLeft]
  }
  expect(await hours()).toEqual([7.5, 7.5])
  await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
  setClock(TODAY, 14.5)
  expect(await hours()).toEqual([7.5, 7])
  // A line that takes longer than estimated takes nothing from the others.
  setClock(TODAY, 17)
  await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 2 })
  setClock(TODAY, 17.5)
  expect(await hours()).toEqual([7.5, 5])
  await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 2 })
  await app.as('rosa').tickets.changeJob({ ticketId, jobNumber: 3, correction: 'Sealed anew' })
  expect(await hours()).toEqual([7.5, 1])
})

describe('a ticket is carried over', () => {
  const carriedOver = async (ticketId: number, from?: string) =>
    (await dayOf(from)).carriedOver
      .filter(({ card }) => card.ticketId === ticketId)
      .map(({ plannedDay }) => plannedDay)
  const tomorrow = addDays(TODAY, 1)

  test('from the last day of its technician until its job lines are done', async () => {
    const ticketId = await app.createTicket('rosa')
    expect(await carriedOver(ticketId)).toEqual([])
    setClock(tomorrow)
    expect(await carriedOver(ticketId)).toEqual([TODAY])
    const { jobs } = await app.as('dana').tickets.get({ ticketId })
    for (const { jobNumber } of jobs)
      await app.as('dana').tickets.changeJob({ ticketId, jobNumber, correction: 'Sealed anew' })
    expect(await carriedOver(ticketId)).toEqual([])
  })

  test('also without a technician any more, and not once it is finalized', async () => {
    const ticketId = await app.createTicket('rosa')
    await desk().tickets.release({ ticketId })
    setClock(tomorrow)
    expect(await carriedOver(ticketId)).toEqual([TODAY])
    await desk().tickets.finalize({ ticketId })
    expect(await carriedOver(ticketId)).toEqual([])
  })

  test('not with a plan, nor once it is assigned again', async () => {
    const ticketId = await app.createTicket('rosa')
    setClock(tomorrow)
    await desk().tickets.release({ ticketId })
    await desk().tickets.assign({ ticketId, employeeId: app.ids.sam, date: addDays(tomorrow, 1) })
    expect(await carriedOver(ticketId)).toEqual([])
    await desk().tickets.release({ ticketId, date: addDays(tomorrow, 1) })
    expect(await carriedOver(ticketId)).toEqual([TODAY])
    await desk().tickets.assign({ ticketId, employeeId: app.ids.sam })
    expect(await carriedOver(ticketId)).toEqual([])
  })

  test('from the day of its appointment, even if nobody came', async () => {
    const ticketId = await acceptedBooking()
    setClock(MONDAY)
    expect(await carriedOver(ticketId)).toEqual([])
    setClock(addDays(MONDAY, 1))
    expect(await carriedOver(ticketId)).toEqual([MONDAY])
    expect((await app.as('ray').schedule.week({ days: 1 })).carriedOver).toEqual([])
  })

  test('to today alone', async () => {
    const ticketId = await app.createTicket('rosa')
    setClock(tomorrow)
    for (const other of [TODAY, addDays(tomorrow, 1)]) expect(await carriedOver(ticketId, other)).toEqual([])
    expect((await desk().schedule.week({})).carriedOver).not.toEqual([])
  })
})

test('closed days of the company are those that are not over', async () => {
  const closed = { firstDay: addDays(MONDAY, 3), lastDay: addDays(MONDAY, 4), reason: 'Thanksgiving' }
  await app.as('dana').bookings.addClosedDays(closed)
  expect((await dayOf(closed.lastDay)).closedDays).toEqual([closed])
  expect((await dayOf(addDays(closed.lastDay, 1))).closedDays).toEqual([])
})
