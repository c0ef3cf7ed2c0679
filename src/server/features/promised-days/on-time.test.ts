import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { recalculateOnTime } from './recalculate-on-time.ts'

/** 11 PM at Bluebonnet; a day later in UTC. */
const NOW = '2025-11-21T04:00:00Z'
const TODAY = '2025-11-20'
const inDays = (days: number): string => addDays(TODAY, days)

let app: TestApp
let ticketIds: number[] = []
beforeAll(async () => {
  app = await createTestApp()
  app.now = new Date(NOW)
  for (let count = 0; count < 12; count += 1) ticketIds = [...ticketIds, await app.createTicket()]
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(NOW)
  await app.database.deleteFrom('promisedDay').execute()
})

/** Days from today: until when a ticket was promised, and when it was done. */
type Promised = { readonly first: number; readonly done: number | null }
const ON_DAY: Promised = { first: -5, done: -6 }
const LATE: Promised = { first: -5, done: -4 }

const rowOf = (ticketId: number, { first, done }: Promised, position = 1) => ({
  ...{ companyId: app.ids.dana, ticketId, position, day: inDays(first), firstDay: inDays(first) },
  ...{ reason: '', askedByCustomer: false, promisedAt: app.now, promisedBy: app.ids.walt },
  ...{ promisedByName: 'Walt', doneOn: done === null ? null : inDays(done) },
})
const promiseAll = async (...promised: Promised[]) => {
  await app.database
    .insertInto('promisedDay')
    .values(promised.map((each, index) => rowOf(ticketIds[index] ?? 0, each)))
    .execute()
}
const recalculate = () => recalculateOnTime({ database: app.database, publish: () => {} }, app.now)
const onPage = async () => (await app.as('visitor').companies.get({ companyId: app.ids.dana })).onTime
const companyRow = () =>
  app.database
    .selectFrom('company')
    .select(['onTimeStatus', 'promisedTickets', 'onTimeTickets'])
    .where('companyId', '=', app.ids.dana)
    .executeTakeFirstOrThrow()
const counted = async () => {
  await recalculate()
  const { promisedTickets, onTimeTickets } = await companyRow()
  return [promisedTickets, onTimeTickets]
}

describe('a promised ticket counts', () => {
  test.each<[string, Promised, number[]]>([
    ['on time when done on the day', { first: -5, done: -5 }, [1, 1]],
    ['late when done a day after', LATE, [1, 0]],
    ['when done before its day has come', { first: 7, done: 0 }, [1, 1]],
    ['not before its day is over', { first: 0, done: null }, [0, 0]],
    ['late once its day is over', { first: -1, done: null }, [1, 0]],
    ['as long as it was due in the last 90 days', { first: -89, done: null }, [1, 0]],
    ['no longer after that', { first: -90, done: null }, [0, 0]],
    ['as long as it was done in the last 90 days', { first: -120, done: -89 }, [1, 0]],
    ['no longer 90 days after both', { first: -90, done: -90 }, [0, 0]],
  ])('%s', async (_, promised, expected) => {
    await promiseAll(promised)
    expect(await counted()).toEqual(expected)
  })

  test('by its last move alone', async () => {
    const [ticketId = 0] = ticketIds
    await app.database
      .insertInto('promisedDay')
      .values([rowOf(ticketId, { first: -5, done: -3 }), rowOf(ticketId, { first: -3, done: -3 }, 2)])
      .execute()
    expect(await counted()).toEqual([1, 1])
  })

  test('not once it was closed without work', async () => {
    const ticketId = await app.createTicket()
    await app.database
      .insertInto('promisedDay')
      .values(rowOf(ticketId, { first: -1, done: null }))
      .execute()
    expect(await counted()).toEqual([1, 0])
    await app.as('dana').tickets.close({ ticketId, reason: 'no-show', emailCustomer: false })
    expect(await counted()).toEqual([0, 0])
  })
})

describe('On Time', () => {
  test('is earned with ten promised tickets of which nine are on time, with its facts, and lost again', async () => {
    await promiseAll(...Array<Promised>(9).fill(ON_DAY))
    await recalculate()
    expect([(await companyRow()).onTimeStatus, await onPage()]).toEqual([false, null])
    await app.database.deleteFrom('promisedDay').execute()
    await promiseAll(...Array<Promised>(9).fill(ON_DAY), LATE)
    await recalculate()
    expect((await companyRow()).onTimeStatus).toBe(true)
    expect(await onPage()).toEqual({ promised: 10, onTime: 9 })
    const dump = await dumpDatabase(app.database)
    await recalculate()
    expect(await dumpDatabase(app.database)).toBe(dump)
    await app.database.deleteFrom('promisedDay').execute()
    await promiseAll(...Array<Promised>(9).fill(ON_DAY), LATE, LATE)
    await recalculate()
    expect([(await companyRow()).onTimeStatus, await onPage()]).toEqual([false, null])
    const verbs = (await app.as('dana').audit.list({})).entries.map(({ verb }) => verb)
    expect(verbs.slice(0, 2)).toEqual(['company.lose-on-time', 'company.earn-on-time'])
  })

  test('lapses as days pass', async () => {
    await promiseAll(...Array<Promised>(10).fill(ON_DAY))
    await recalculate()
    expect(await onPage()).toEqual({ promised: 10, onTime: 10 })
    app.now = new Date(Date.parse(NOW) + 95 * 24 * 60 * 60 * 1000)
    await recalculate()
    expect(await onPage()).toBeNull()
  })

  test('is not kept from an import without promises', async () => {
    await recalculate()
    await app.database
      .updateTable('company')
      .set({ onTimeStatus: true })
      .where('companyId', '=', app.ids.dana)
      .execute()
    expect(await onPage()).toBeNull()
    await recalculate()
    expect((await companyRow()).onTimeStatus).toBe(false)
  })
})
