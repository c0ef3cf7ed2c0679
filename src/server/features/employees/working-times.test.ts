import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp, withoutIds } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const office = () => app.as('dana').employees
const timesOf = async (id: string) => {
  const employee = (await app.as('walt').employees.list()).find(each => each.id === id)
  return employee && { workingHours: employee.workingHours, timeOff: employee.timeOff }
}
const dayFromNow = (days: number) => addDays(dayOf(app.now, 'America/Indiana/Indianapolis'), days)
const daysOff = (from: number, to: number, reason = '') => ({
  ...{ firstDay: dayFromNow(from), lastDay: dayFromNow(to), reason },
})
const NONE = { workingHours: [], timeOff: [] }

afterEach(async () => {
  for (const id of [app.ids.rosa, app.ids.sam]) {
    const { workingHours, timeOff } = (await timesOf(id)) ?? NONE
    for (const { weekday } of workingHours) await office().resetWorkingHours({ id, weekday })
    for (const { timeOffId } of timeOff) await office().removeTimeOff({ id, timeOffId })
  }
})

test('nobody has working times of their own until the owner sets them, and they can be removed', async () => {
  const { rosa: id } = app.ids
  expect(await timesOf(id)).toEqual(NONE)
  await office().changeWorkingHours({ id, weekdays: [1, 2], opens: 7, closes: 15 })
  await office().changeWorkingHours({ id, weekdays: [2], opens: null, closes: null })
  const { timeOffId } = await office().addTimeOff({ id, ...daysOff(7, 9, 'Vacation') })
  await office().addTimeOff({ id, ...daysOff(0, 0) })
  const shown = {
    workingHours: [
      { weekday: 1, opens: 7, closes: 15 },
      { weekday: 2, opens: null, closes: null },
    ],
    timeOff: [
      { ...daysOff(0, 0), timeOffId: expect.any(String) },
      { ...daysOff(7, 9, 'Vacation'), timeOffId },
    ],
  }
  expect(await timesOf(id)).toEqual(shown)
  expect(await timesOf(app.ids.sam)).toEqual(NONE)
  const { technicians } = await app.as('walt').schedule.week({})
  expect(technicians.find(technician => technician.id === id)).toMatchObject(shown)

  await office().resetWorkingHours({ id, weekday: 2 })
  expect(await office().resetWorkingHours({ id, weekday: 2 })).toEqual({ done: true })
  await office().removeTimeOff({ id, timeOffId })
  expect(await timesOf(id)).toEqual({
    workingHours: shown.workingHours.slice(0, 1),
    timeOff: shown.timeOff.slice(0, 1),
  })
  expect(await errorOf(office().removeTimeOff({ id, timeOffId }))).toMatchObject({
    code: 'NOT_FOUND',
    message: 'These days were removed already.',
  })
})

test('past time off is in the schedule of its week only', async () => {
  const { rosa: id } = app.ids
  const begin = app.now
  await office().addTimeOff({ id, ...daysOff(0, 0) })
  const day = dayFromNow(0)
  app.now = new Date(begin.getTime() + 8 * 24 * 60 * 60_000)
  expect(await timesOf(id)).toEqual(NONE)
  const shownFrom = async (from: string) => {
    const { technicians } = await app.as('walt').schedule.week({ from })
    return technicians.find(technician => technician.id === id)?.timeOff
  }
  expect(await shownFrom(day)).toMatchObject([daysOff(-8, -8)])
  expect(await shownFrom(dayFromNow(0))).toEqual([])
  app.now = begin
})

test.each<[number, number, object]>([
  [3, 2, { lastDay: 'The last day is before the first.' }],
  [-2, -1, { firstDay: 'These days have passed.' }],
  [1, 367, { lastDay: 'Choose a year or less.' }],
  [0, 5, { firstDay: expect.stringMatching(/^Rosa \S+ is already off .+ \(Vacation\)\.$/) }],
])('time off from day %i to day %i is refused', async (from, to, fields) => {
  const { rosa: id } = app.ids
  await office().addTimeOff({ id, ...daysOff(5, 6, 'Vacation') })
  expect(await errorOf(office().addTimeOff({ id, ...daysOff(from, to) }))).toMatchObject({
    code: 'INVALID',
    fields,
  })
  expect((await timesOf(id))?.timeOff).toHaveLength(1)
})

test.each([
  [{ opens: 9, closes: 8 }, { closes: 'The day would end before it starts.' }],
  [{ opens: 9, closes: null }, { closes: 'Choose when the day ends.' }],
  [{ opens: 24, closes: 25 }, { opens: 'Choose an hour from 0 to 23.' }],
  [{ weekdays: [], opens: 9, closes: 12 }, { weekdays: 'Choose a weekday.' }],
])('hours %j are refused', async (hours, fields) => {
  const { rosa: id } = app.ids
  const input = { id, weekdays: [1], ...hours }
  expect(await errorOf(office().changeWorkingHours(input))).toMatchObject({ code: 'INVALID', fields })
  expect(await timesOf(id)).toEqual(NONE)
})

test('who is not a technician has none', async () => {
  const { walt: id } = app.ids
  const refused = { code: 'REFUSED', message: expect.stringMatching(/ is not a technician\.$/) }
  expect(await errorOf(office().addTimeOff({ id, ...daysOff(1, 1) }))).toMatchObject(refused)
  expect(
    await errorOf(office().changeWorkingHours({ id, weekdays: [1], opens: null, closes: null })),
  ).toMatchObject(refused)
  expect(await timesOf(id)).toEqual(NONE)
})

test('two commands at once do not enter the same days twice', async () => {
  const { rosa: id } = app.ids
  const added = await Promise.allSettled([1, 2, 3].map(() => office().addTimeOff({ id, ...daysOff(20, 21) })))
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await timesOf(id))?.timeOff).toHaveLength(1)
})

test('only the owner changes them, in the own company, and technicians cannot read the reason', async () => {
  const { rosa: id } = app.ids
  const { timeOffId } = await office().addTimeOff({ id, ...daysOff(2, 3, 'Dentist') })
  const hours = { id, weekdays: [1], opens: null, closes: null }
  for (const person of ['walt', 'rosa'] as const) {
    const { employees } = app.as(person)
    expect((await errorOf(employees.addTimeOff({ id, ...daysOff(8, 8) }))).code).toBe('FORBIDDEN')
    expect((await errorOf(employees.removeTimeOff({ id, timeOffId }))).code).toBe('FORBIDDEN')
    expect((await errorOf(employees.changeWorkingHours(hours))).code).toBe('FORBIDDEN')
    expect((await errorOf(employees.resetWorkingHours({ id, weekday: 1 }))).code).toBe('FORBIDDEN')
  }
  const rival = app.as('ray').employees
  expect((await errorOf(rival.addTimeOff({ id, ...daysOff(8, 8) }))).code).toBe('NOT_FOUND')
  expect((await errorOf(rival.removeTimeOff({ id, timeOffId }))).code).toBe('NOT_FOUND')
  expect((await errorOf(rival.changeWorkingHours(hours))).code).toBe('NOT_FOUND')
  expect(await timesOf(id)).toEqual({
    workingHours: [],
    timeOff: [{ ...daysOff(2, 3, 'Dentist'), timeOffId }],
  })
  expect((await errorOf(app.as('sam').employees.list())).code).toBe('FORBIDDEN')
  const logged = await app.database.selectFrom('changeLog').selectAll().execute()
  expect(logged.map(({ verb }) => verb)).toContain('employee.add-time-off')
  expect(withoutIds(logged)).not.toContain('Dentist')
})

test('they stay with a technician who is demoted, and go with one who is deleted', async () => {
  const { id } = await office().register({
    ...{ firstName: 'Kit', lastName: 'Moss', email: 'kit@bluebonnet.example', phone: '(574) 555-0110' },
    ...{ licenseNumber: 'IN-9', password: PASSWORD },
    roles: { isServiceWriter: false, isTechnician: true },
  })
  await office().addTimeOff({ id, ...daysOff(1, 1) })
  await office().changeWorkingHours({ id, weekdays: [1], opens: null, closes: null })
  await office().change({ id, roles: { isServiceWriter: true, isTechnician: false } })
  const { technicians } = await app.as('walt').schedule.week({})
  expect(technicians.map(technician => technician.id)).not.toContain(id)
  const { timeOff, workingHours } = (await timesOf(id)) ?? NONE
  expect([timeOff.length, workingHours.length]).toEqual([1, 1])
  await office().delete({ id })
  for (const table of ['timeOff', 'workingHours'] as const)
    expect(await app.database.selectFrom(table).selectAll().where('employeeId', '=', id).execute()).toEqual(
      [],
    )
})
