import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createAppointment } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { activateDuePlans } from './activate-plans.ts'

const ZONE = 'America/Indiana/Indianapolis'

let app: TestApp
let ticketId: number
const begin = new Date('2025-11-20T19:00:00Z')
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = begin
  ticketId = await app.createTicket()
})

const desk = () => app.as('walt').tickets
const dayFromNow = (days: number) => addDays(dayOf(app.now, ZONE), days)
const plan = (person: 'rosa' | 'sam', days: number) =>
  desk().assign({ ticketId, employeeId: app.ids[person], date: dayFromNow(days) })
const held = async () => (await desk().get({ ticketId })).assignedTechnician
const plans = async () => (await desk().get({ ticketId })).plannedTechs
const verbs = async () => {
  const rows = app.database.selectFrom('changeLog').select(['verb', 'actorName'])
  const own = await rows.where('id', '=', String(ticketId)).orderBy('version').execute()
  return own.map(({ verb, actorName }) => `${verb} ${actorName}`)
}
/** Runs in the first minute of a day `days` from now, in Indiana. */
async function activatePlansLater(days: number): Promise<void> {
  app.now = new Date(`${dayFromNow(days)}T05:01:00Z`)
  await activateDuePlans({ database: app.database, publish: () => {} }, app.now)
}

describe('an assignment for a later day', () => {
  test('is only a plan: no one is assigned, and no day is recorded', async () => {
    await plan('rosa', 3)
    expect(await desk().get({ ticketId })).toMatchObject({
      assignedTechnician: null,
      assignedTechs: [],
      plannedTechs: [{ date: dayFromNow(3), uuid: app.ids.rosa }],
    })
    expect((await errorOf(app.as('rosa').tickets.get({ ticketId }))).code).toBe('NOT_FOUND')
  })

  test('has one plan, the last, and it can be removed', async () => {
    await plan('rosa', 3)
    await plan('sam', 3)
    expect(await plans()).toEqual([{ date: dayFromNow(3), uuid: app.ids.sam }])
    await desk().release({ ticketId, date: dayFromNow(3) })
    expect(await plans()).toEqual([])
  })

  test('takes effect in its first minute, and not before', async () => {
    await plan('rosa', 2)
    await activatePlansLater(1)
    expect(await held()).toBeNull()
    await activatePlansLater(1)
    expect(await held()).toBe(app.ids.rosa)
    expect(await plans()).toEqual([])
    const { assignedTechs } = await desk().get({ ticketId })
    expect(assignedTechs).toMatchObject([{ date: dayFromNow(0), uuid: app.ids.rosa, firstName: 'Rosa' }])
    expect((await verbs()).at(-1)).toBe('ticket.assign-planned Rigwright')
  })

  test('leaves an assigned ticket with its technician', async () => {
    await plan('rosa', 1)
    await desk().assign({ ticketId, employeeId: app.ids.sam })
    await activatePlansLater(1)
    expect(await held()).toBe(app.ids.sam)
    expect(await plans()).toEqual([])
  })

  test('takes effect late after a shutdown, and once for two servers', async () => {
    await plan('rosa', 1)
    app.now = new Date(`${dayFromNow(4)}T15:00:00Z`)
    await Promise.all(
      [0, 1].map(() => activateDuePlans({ database: app.database, publish: () => {} }, app.now)),
    )
    expect(await held()).toBe(app.ids.rosa)
    expect((await verbs()).filter(verb => verb.startsWith('ticket.assign-planned'))).toHaveLength(1)
  })

  test('is dropped if the ticket was finalized meanwhile', async () => {
    await plan('rosa', 1)
    await desk().finalize({ ticketId })
    await activatePlansLater(1)
    expect(await plans()).toEqual([])
    expect(await held()).toBeNull()
  })
})

const hireTechnician = (firstName: string) =>
  app.as('dana').employees.register({
    firstName,
    lastName: 'Moss',
    email: `${firstName.toLowerCase()}@bluebonnet.example`,
    phone: '(574) 555-0110',
    licenseNumber: 'IN-9',
    password: PASSWORD,
    roles: { isServiceWriter: false, isTechnician: true },
  })

test('a plan for one who is no technician any more lapses, and the appointment is for another', async () => {
  const { ticketId: booked } = await createAppointment(app)
  const { appointment } = await desk().get({ ticketId: booked })
  const date = appointment?.day ?? ''
  const { id } = await hireTechnician('Lee')
  await desk().assign({ ticketId: booked, employeeId: id, date })
  await app.as('dana').employees.change({ id, roles: { isServiceWriter: true, isTechnician: false } })
  const week = () => app.as('walt').schedule.week({ from: date, days: 1 })
  expect((await week()).technicians).toContainEqual(
    expect.objectContaining({ id, firstName: 'Lee', isActive: false }),
  )
  app.now = new Date(`${date}T05:01:00Z`)
  await activateDuePlans({ database: app.database, publish: () => {} }, app.now)
  expect(await desk().get({ ticketId: booked })).toMatchObject({
    ...{ assignedTechnician: null, plannedTechs: [], state: 'pending' },
    appointment: { day: date },
  })
  expect((await week()).appointments).toMatchObject([{ card: { ticketId: booked }, date }])
  await desk().assign({ ticketId: booked, employeeId: app.ids.rosa })
  expect((await errorOf(desk().assign({ ticketId: booked, employeeId: id }))).code).toBe('INVALID')
})

test('a plan for a deleted or inactive employee assigns nothing', async () => {
  const office = app.as('dana').employees
  const { id } = await hireTechnician('Kit')
  await desk().assign({ ticketId, employeeId: id, date: dayFromNow(1) })
  await office.deactivate({ id })
  await activatePlansLater(1)
  expect(await held()).toBeNull()
  expect((await verbs()).at(-1)).toBe('ticket.plan-lapsed Rigwright')

  await office.reactivate({ id })
  await desk().assign({ ticketId, employeeId: id, date: dayFromNow(1) })
  await office.delete({ id })
  expect(await plans()).toEqual([])
  await activatePlansLater(1)
  expect(await held()).toBeNull()
})

describe('a plan for a day on which the technician is off', () => {
  const office = () => app.as('dana').employees
  const dayOff = () => ({ firstDay: dayFromNow(1), lastDay: dayFromNow(1), reason: '' })
  const laterRosaTakesOff = () => {
    app.now = new Date(app.now.getTime() + 1000)
    return office().addTimeOff({ id: app.ids.rosa, ...dayOff() })
  }
  const removeTimeOff = async (timeOffId: string) => office().removeTimeOff({ id: app.ids.rosa, timeOffId })

  test('lapses if they took the day off afterwards, and their owner read how many there are', async () => {
    await plan('rosa', 1)
    await plan('rosa', 2)
    const { timeOffId, planCount } = await laterRosaTakesOff()
    expect(planCount).toBe(1)
    await activatePlansLater(1)
    expect(await held()).toBeNull()
    expect((await verbs()).at(-1)).toBe('ticket.plan-lapsed Rigwright')
    await removeTimeOff(timeOffId)
    await activatePlansLater(1)
    expect(await held()).toBe(app.ids.rosa)
  })

  test('takes effect if it was made knowing that, and if the time off was removed', async () => {
    const { timeOffId } = await laterRosaTakesOff()
    app.now = new Date(app.now.getTime() + 1000)
    await plan('rosa', 1)
    await activatePlansLater(1)
    expect(await held()).toBe(app.ids.rosa)
    await removeTimeOff(timeOffId)

    await desk().release({ ticketId })
    await plan('rosa', 1)
    await removeTimeOff((await laterRosaTakesOff()).timeOffId)
    await activatePlansLater(1)
    expect(await held()).toBe(app.ids.rosa)
  })
})

test('the schedule says how many hours a ticket promises, without lines that the customer declined', async () => {
  await plan('rosa', 1)
  await desk().assign({ ticketId, employeeId: app.ids.sam })
  const { jobNumber } = await desk().addJob({ ticketId, problem: 'Awning', estimatedTime: 2.5 })
  const hours = async () => {
    const { entries } = await app.as('walt').schedule.week({})
    const own = entries.filter(({ card }) => card.ticketId === ticketId)
    return own.map(({ date, estimatedHours }) => [date, estimatedHours])
  }
  expect(await hours()).toEqual([
    [dayFromNow(0), 3.75],
    [dayFromNow(1), 3.75],
  ])
  const { lines } = await app.as('walt').approvals.get({ ticketId })
  const version = lines.find(line => line.jobNumber === jobNumber)?.version ?? ''
  await app
    .as('walt')
    .approvals.recordAnswer({ name: 'June Park', ticketId, jobNumber, version, answer: 'declined' })
  // Assigned days ago, it is today's too.
  await app.database.deleteFrom('assignment').where('ticketId', '=', ticketId).execute()
  expect(await hours()).toEqual([
    [dayFromNow(1), 1.25],
    [dayFromNow(0), 1.25],
  ])
})

describe('a plan is refused', () => {
  test.each([-1, 400])('for a day %i days from now', async days => {
    expect(await errorOf(plan('rosa', days))).toMatchObject({
      code: 'INVALID',
      fields: { date: 'Choose a date from today to a year from now.' },
    })
  })

  test('for an employee who is not a technician, and on a finalized ticket', async () => {
    const walt = desk().assign({ ticketId, employeeId: app.ids.walt, date: dayFromNow(1) })
    expect(await errorOf(walt)).toMatchObject({ fields: { employeeId: 'Please select a technician.' } })
    await desk().finalize({ ticketId })
    expect((await errorOf(plan('rosa', 1))).code).toBe('REFUSED')
  })
})

test('a plan for today assigns at once', async () => {
  await plan('rosa', 0)
  expect(await held()).toBe(app.ids.rosa)
})

describe("the week's schedule", () => {
  test('shows past and current assignments, plans, and unassigned tickets', async () => {
    const unassigned = await app.createTicket()
    await desk().assign({ ticketId, employeeId: app.ids.rosa })
    await plan('sam', 2)
    app.now = new Date(begin.getTime() + 24 * 3600 * 1000)
    const week = await app.as('walt').schedule.week({ from: dayFromNow(-1), days: 7 })
    const mine = week.entries
      .filter(({ card }) => card.ticketId === ticketId)
      .map(({ date, technicianId, isPlanned }) => ({ date, technicianId, isPlanned }))
    expect(mine).toEqual([
      { date: dayFromNow(-1), technicianId: app.ids.rosa, isPlanned: false },
      { date: dayFromNow(1), technicianId: app.ids.sam, isPlanned: true },
      { date: dayFromNow(0), technicianId: app.ids.rosa, isPlanned: false },
    ])
    expect(week.unassigned.find(card => card.ticketId === unassigned)).toMatchObject({ bookedDay: null })
    expect(week.unassigned.map(card => card.ticketId)).not.toContain(ticketId)
    expect(week.technicians.map(({ firstName }) => firstName)).toEqual(['Rosa', 'Sam'])
    expect(week).toMatchObject({ today: dayFromNow(0), from: dayFromNow(-1), hoursOfOperation: [8, 18] })
  })

  test('says how many tickets are unassigned, also of more than it lists', async () => {
    const before = (await app.as('dana').schedule.week({})).unassignedCount
    for (let index = 0; index < 201; index += 1) await app.createTicket()
    const { unassigned, unassignedCount } = await app.as('dana').schedule.week({})
    expect([unassigned.length, unassignedCount]).toEqual([200, before + 201])
  })

  test('has nothing of another company', async () => {
    const { entries, unassigned } = await app.as('ray').schedule.week({ days: 42 })
    expect([...entries.map(({ card }) => card), ...unassigned].map(card => card.ticketId)).not.toContain(
      ticketId,
    )
  })
})

test('shows an inactive employee who is still assigned to an older ticket', async () => {
  const held = await app.createTicket('sam')
  await app.as('dana').employees.deactivate({ id: app.ids.sam })
  app.now = new Date(app.now.getTime() + 8 * 86_400_000)
  const week = await app.as('dana').schedule.week({})
  expect(week.technicians).toContainEqual({
    ...{ id: app.ids.sam, firstName: 'Sam', lastName: 'Ortiz', isActive: false },
    ...{ workingHours: [], timeOff: [] },
  })
  const mine = week.entries.filter(({ card }) => card.ticketId === held)
  expect(mine).toMatchObject([{ technicianId: app.ids.sam, date: week.today, isPlanned: false }])
})
