import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { deleteSilentPhones } from './store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(START)
  await app.database.deleteFrom('bayDevice').execute()
  await app.database.deleteFrom('handOver').execute()
})

const later = (ms: number): Date => {
  app.now = new Date(app.now.getTime() + ms)
  return app.now
}
const rows = () => app.database.selectFrom('bayDevice').selectAll().execute()

describe('phones', () => {
  const report = (deviceId: string, notSent: number, oldestTappedAt: Date | null = null) =>
    app.as('rosa').bay.report({ deviceId, notSent, oldestTappedAt })
  const technicians = async () => (await app.as('walt').bay.devices()).technicians

  test('of a technician are one line for the desk, and none once nothing waits', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    const tappedAt = new Date(app.now.getTime() - 3 * MINUTE_MS)
    const lastHeardAt = app.now
    await report(one, 2, tappedAt)
    later(MINUTE_MS)
    await report(two, 1, new Date(tappedAt.getTime() + MINUTE_MS))
    const rosa = {
      technicianId: app.ids.rosa,
      technician: 'Rosa Díaz',
      notSent: 3,
      oldestTappedAt: tappedAt,
    }
    expect(await technicians()).toEqual([{ ...rosa, lastHeardAt, isClockedIn: false }])
    expect((await app.as('ray').bay.devices()).technicians).toEqual([])
    await report(one, 0)
    await report(two, 0)
    expect(await technicians()).toEqual([])
    const ticketId = await app.createTicket('rosa')
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    expect(await technicians()).toMatchObject([{ notSent: 0, isClockedIn: true }])
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
  })

  test('that hold something are named with their own time, and dismissed by the desk', async () => {
    const [lost, next] = [randomUUID(), randomUUID()]
    const lastHeardAt = app.now
    await report(lost, 3)
    later(60 * MINUTE_MS)
    await report(next, 0)
    const rosa = { technicianId: app.ids.rosa }
    expect(await technicians()).toMatchObject([{ ...rosa, notSent: 3, lastHeardAt }])
    await app.as('ray').bay.dismissDevices(rosa)
    expect(await technicians()).toHaveLength(1)
    for (let times = 0; times < 2; times++) await app.as('walt').bay.dismissDevices(rosa)
    expect(await technicians()).toEqual([])
    expect(await rows()).toMatchObject([{ deviceId: next }])
    await report(lost, 3)
    expect(await technicians()).toMatchObject([{ notSent: 3, lastHeardAt: app.now }])
  })

  test('are written at most once a minute while nothing changes', async () => {
    const phone = randomUUID()
    const first = app.now
    await report(phone, 2)
    later(MINUTE_MS - 1)
    await report(phone, 2)
    expect(await rows()).toMatchObject([{ heardAt: first, notSent: 2 }])
    await report(phone, 3)
    expect(await rows()).toMatchObject([{ heardAt: app.now, notSent: 3 }])
    later(MINUTE_MS)
    await report(phone, 3)
    expect(await rows()).toMatchObject([{ heardAt: app.now, notSent: 3 }])
  })

  test('are ten of one technician at most, and forgotten after 90 days and with their technician', async () => {
    const phones = Array.from({ length: 11 }, () => randomUUID())
    for (const phone of phones) {
      later(1000)
      await report(phone, 1)
    }
    expect((await rows()).map(({ deviceId }) => deviceId).sort()).toEqual(phones.slice(1).sort())
    await deleteSilentPhones(app.database, new Date(app.now.getTime() + 90 * DAY_MS))
    expect(await rows()).toMatchObject([{ deviceId: phones[10] }])
    await deleteSilentPhones(app.database, new Date(app.now.getTime() + 90 * DAY_MS + 1))
    expect(await rows()).toEqual([])
  })
})

describe('what a technician hands to the desk', () => {
  const handOver = (ticketId: number, changes = {}) =>
    app.as('rosa').bay.handOver({
      ...{ ticketId, jobNumber: 1, label: 'Cause, job 1', text: 'Sealant cracked' },
      ...{ reason: 'This ticket was reassigned.', tappedAt: new Date(app.now.getTime() - DAY_MS) },
      ...changes,
    })
  const waiting = async () => (await app.as('walt').bay.handOvers()).handOvers

  test('stays on the desk’s list until it is done, also of a ticket that is another’s by now', async () => {
    const ticketId = await app.createTicket('rosa')
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.sam })
    const { handOverId } = await handOver(ticketId)
    expect(await waiting()).toEqual([
      {
        ...{ handOverId, ticketId, state: 'active', jobNumber: 1, technicianId: app.ids.rosa },
        ...{ technician: 'Rosa Díaz', label: 'Cause, job 1', text: 'Sealant cracked' },
        reason: 'This ticket was reassigned.',
        tappedAt: new Date(app.now.getTime() - DAY_MS),
        handedOverAt: app.now,
        photo: null,
      },
    ])
    expect((await app.as('ray').bay.handOvers()).handOvers).toEqual([])
    expect((await errorOf(app.as('ray').bay.settleHandOver({ handOverId }))).code).toBe('NOT_FOUND')
    await app.as('dana').bay.settleHandOver({ handOverId })
    await app.as('walt').bay.settleHandOver({ handOverId })
    expect(await waiting()).toEqual([])
    const { settledAt, settledByName } = await app.database
      .selectFrom('handOver')
      .select(['settledAt', 'settledByName'])
      .executeTakeFirstOrThrow()
    expect([settledAt, settledByName]).toEqual([app.now, 'Dana Reyes'])
    const { entries } = await app.as('walt').tickets.activity({ ticketId })
    expect(entries.slice(0, 2).map(activitySentence)).toEqual([
      'Dana took care of what Rosa Díaz handed to the desk',
      'Rosa handed to the desk what the phone could not send on 1. Roof leak above the bunk',
    ])
  })

  test('says nothing of whether its ticket exists', async () => {
    const { handOverId } = await handOver(999_999, { jobNumber: null, text: '' })
    expect(await waiting()).toMatchObject([{ handOverId, ticketId: 999_999, state: null, jobNumber: null }])
    await app.as('walt').bay.settleHandOver({ handOverId })
    expect(await waiting()).toEqual([])
  })

  test('names a job line by a number that can be stored', async () => {
    expect((await errorOf(handOver(999_999, { jobNumber: 2 ** 31 }))).code).toBe('INVALID')
  })

  test('is handed over once under one key', async () => {
    const ticketId = await app.createTicket()
    const input = {
      ...{ ticketId, jobNumber: null, label: 'Clock In', text: '', reason: 'Gone.', tappedAt: app.now },
    }
    const context = { idempotencyKey: randomUUID() }
    const first = await app.as('rosa').bay.handOver(input, { context })
    expect(await app.as('rosa').bay.handOver(input, { context })).toEqual(first)
    expect(await app.as('rosa').bay.handOver({ ...input, reason: 'Finalized.' }, { context })).toEqual(first)
    const other = app.as('rosa').bay.handOver({ ...input, text: 'Cracked' }, { context })
    expect((await errorOf(other)).code).toBe('REFUSED')
    // After seven days the key is forgotten.
    await app.database.deleteFrom('idempotencyKey').where('key', '=', context.idempotencyKey).execute()
    expect(await app.as('rosa').bay.handOver(input, { context })).toEqual(first)
    expect(await waiting()).toHaveLength(1)
  })

  test('is refused under an id that is used: of another person, or after its key was forgotten', async () => {
    const context = { idempotencyKey: randomUUID() }
    const input = { ticketId: 999_999, jobNumber: null, label: 'Clock In', text: 'Dry', reason: 'Gone.' }
    const give = (person: 'rosa' | 'sam', changes = {}) =>
      app.as(person).bay.handOver({ ...input, tappedAt: app.now, ...changes }, { context })
    await give('rosa')
    const USED = { code: 'REFUSED', status: 409, obstacles: [{ code: 'idempotency-key.reused' }] }
    expect(await errorOf(give('sam'))).toMatchObject(USED)
    await app.database.deleteFrom('idempotencyKey').where('key', '=', context.idempotencyKey).execute()
    for (const changes of [{ text: 'Wet' }, { ticketId: 999_998 }, { jobNumber: 1 }, { label: 'Clock Out' }])
      expect(await errorOf(give('rosa', changes))).toMatchObject(USED)
    expect(await give('rosa')).toEqual({ handOverId: context.idempotencyKey })
    expect(await waiting()).toHaveLength(1)
  })
})

test('whether an account was deleted or deactivated is known to anyone, and nothing else of it', async () => {
  const endOf = async (account: string) =>
    Object.entries(await app.as('visitor').account.wasDeleted({ account }))
      .filter(([, isSo]) => isSo)
      .map(([end]) => end)
  const { id } = await app.as('dana').employees.register({
    ...{ firstName: 'Jo', lastName: 'Moss', email: 'jo@moss.example', phone: '5550188' },
    ...{ licenseNumber: 'IN-1', password: 'campfire-and-coffee' },
    roles: { isServiceWriter: false, isTechnician: true },
  })
  expect([await endOf(id), await endOf(randomUUID())]).toEqual([[], []])
  await app.as('dana').employees.deactivate({ id })
  expect(await endOf(id)).toEqual(['deactivated'])
  await app.as('dana').employees.delete({ id })
  expect(await endOf(id)).toEqual(['deleted'])
})
