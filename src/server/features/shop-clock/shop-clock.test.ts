import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').preferences.change({ clocksShopTime: true })
})
afterAll(() => app.close())

/** Each test has a day of its own, by the shop's clock. */
let count = 0
let day = ''
beforeEach(() => {
  count += 1
  day = `2025-11-${String(count).padStart(2, '0')}`
  at('08:00')
})

const timeAt = (time: string) => new Date(`${day}T${time}:00-06:00`)
const at = (time: string) => {
  app.now = timeAt(time)
}
const sheetOf = async (who: 'dana' | 'ray' = 'dana') =>
  (await app.as(who).shopClock.list({ from: day, to: day })).sessions
const timesOf = async () =>
  (await sheetOf()).map(({ employeeName, clockInTime, clockOutTime }) => [
    ...[employeeName, clockInTime, clockOutTime],
  ])
const refused = async (call: () => Promise<unknown>, error: object) => {
  const before = await dumpDatabase(app.database)
  expect(await errorOf(call())).toMatchObject(error)
  expect(await dumpDatabase(app.database)).toEqual(before)
}
const lastEntry = async () => {
  const [entry] = (await app.as('dana').audit.list({})).entries
  return entry === undefined ? '' : auditSentence(entry)
}

test('a technician clocks in when they arrive and out when they leave, each once however often it is tapped', async () => {
  const { shopClock } = app.as('rosa')
  expect(await shopClock.mine()).toMatchObject({ isOn: true, since: null })
  const first = await shopClock.clockIn()
  at('08:05')
  expect(await shopClock.clockIn()).toEqual(first)
  expect(await shopClock.mine()).toMatchObject({ since: timeAt('08:00') })
  expect(await lastEntry()).toBe('Rosa clocked in to the shop')
  at('12:00')
  expect(await shopClock.clockOut()).toEqual({ stopped: null })
  at('12:10')
  await shopClock.clockOut()
  expect(await timesOf()).toEqual([['Rosa Díaz', timeAt('08:00'), timeAt('12:00')]])
  expect(await shopClock.mine()).toMatchObject({ since: null })
})

test('clocking out of the shop stops the clock on a job line', async () => {
  const ticketId = await app.createTicket()
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
  await app.as('rosa').shopClock.clockIn()
  await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
  at('16:30')
  expect(await app.as('rosa').shopClock.clockOut()).toEqual({ stopped: { ticketId, jobNumber: 1 } })
  const [session] = (await app.as('dana').tickets.get({ ticketId })).jobs[0]?.sessions ?? []
  expect(session).toMatchObject({ clockOutTime: timeAt('16:30') })
})

test('32 taps of Clock In at once are one', async () => {
  await Promise.all(Array.from({ length: 32 }, () => app.as('sam').shopClock.clockIn()))
  expect(await timesOf()).toEqual([['Sam Ortiz', timeAt('08:00'), null]])
  at('09:00')
  await Promise.all(Array.from({ length: 32 }, () => app.as('sam').shopClock.clockOut()))
  expect(await timesOf()).toEqual([['Sam Ortiz', timeAt('08:00'), timeAt('09:00')]])
})

test('a person who loses access is clocked out', async () => {
  const email = 'ola@bluebonnet.example'
  const { id } = await app.as('dana').employees.register({
    ...{ firstName: 'Ola', lastName: 'Moss', email, phone: '(574) 555-0188', licenseNumber: 'IN-1' },
    ...{ password: PASSWORD, roles: { isServiceWriter: false, isTechnician: true } },
  })
  await app.withCookie(await app.signIn(email)).shopClock.clockIn()
  at('10:00')
  await app.as('dana').employees.deactivate({ id })
  expect(await lastEntry()).toBe('Dana deactivated Ola Moss')
  expect((await sheetOf()).map(({ clockOutTime }) => clockOutTime)).toEqual([timeAt('10:00')])
})

test('the owner adds, corrects and removes time, with a reason that stays in the log', async () => {
  const { shopClock } = app.as('dana')
  at('18:00')
  const { sessionId } = await shopClock.add({
    ...{ employeeId: app.ids.walt, reason: 'Forgot to clock in' },
    ...{ clockInTime: timeAt('08:00'), clockOutTime: timeAt('17:00') },
  })
  expect(await lastEntry()).toBe('Dana added 9h00m in the shop for Walt Kim: Forgot to clock in')
  await shopClock.correct({ sessionId, clockOutTime: timeAt('16:30'), reason: 'Left early' })
  expect(await lastEntry()).toBe('Dana corrected time in the shop of Walt Kim, 9h00m to 8h30m: Left early')
  expect(await sheetOf()).toMatchObject([{ clockOutTime: timeAt('16:30'), isCorrected: true }])
  await shopClock.remove({ sessionId, reason: 'Entered twice' })
  expect(await lastEntry()).toBe('Dana removed 8h30m in the shop of Walt Kim: Entered twice')
  expect(await sheetOf()).toEqual([])
  await refused(() => shopClock.remove({ sessionId, reason: 'Again' }), {
    ...{ code: 'NOT_FOUND', message: 'This time was removed.' },
  })
})

describe('refused, with nothing written:', () => {
  test('times that cannot be, and those at which the person was already clocked in', async () => {
    const { shopClock } = app.as('dana')
    at('18:00')
    const time = (from: string, to: string) => ({
      ...{ employeeId: app.ids.rosa, reason: 'Forgot' },
      ...{ clockInTime: timeAt(from), clockOutTime: timeAt(to) },
    })
    await shopClock.add(time('08:00', '12:00'))
    await refused(() => shopClock.add(time('12:00', '18:01')), {
      fields: { clockOutTime: 'That time is in the future. Enter a past time.' },
    })
    await refused(() => shopClock.add(time('13:00', '13:00')), {
      fields: { clockOutTime: 'Clock-out must be after clock-in.' },
    })
    await refused(() => shopClock.add(time('11:59', '13:00')), {
      fields: { clockInTime: 'Rosa Díaz was already clocked in for part of this time.' },
    })
    const { sessionId } = await shopClock.add(time('12:00', '13:00'))
    await refused(() => shopClock.correct({ sessionId, clockInTime: timeAt('11:00'), reason: 'Typo' }), {
      fields: { clockInTime: 'Rosa Díaz was already clocked in for part of this time.' },
    })
    await refused(() => shopClock.add({ ...time('14:00', '15:00'), employeeId: app.ids.ray }), {
      code: 'NOT_FOUND',
    })
    await refused(() => shopClock.add({ ...time('14:00', '15:00'), reason: ' ' }), {
      fields: { reason: expect.any(String) },
    })
    await refused(() => shopClock.list({ from: day, to: '2026-12-31' }), {
      fields: { to: 'Choose at most 92 days.' },
    })
  })

  test('clocking in where there is no shop clock', async () => {
    await refused(() => app.as('ray').shopClock.clockIn(), {
      message: 'Your company has no shop clock. The owner turns it on under Company, Preferences.',
    })
    expect(await app.as('ray').shopClock.mine()).toMatchObject({ isOn: false, since: null })
  })

  test('the time sheet, to all but the owner', async () => {
    await app.as('rosa').shopClock.clockIn()
    for (const who of ['rosa', 'walt'] as const)
      expect((await errorOf(app.as(who).shopClock.list({ from: day, to: day }))).code).toBe('FORBIDDEN')
    expect(await sheetOf('ray')).toEqual([])
    at('09:00')
    await app.as('rosa').shopClock.clockOut()
  })
})

test('of two corrections at once that would overlap, one is refused', async () => {
  const { shopClock } = app.as('dana')
  at('18:00')
  const add = (from: string, to: string) =>
    shopClock.add({
      ...{ employeeId: app.ids.rosa, reason: 'Forgot' },
      ...{ clockInTime: timeAt(from), clockOutTime: timeAt(to) },
    })
  const both = await Promise.allSettled([add('08:00', '12:00'), add('11:00', '15:00')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await sheetOf()).toHaveLength(1)
})
