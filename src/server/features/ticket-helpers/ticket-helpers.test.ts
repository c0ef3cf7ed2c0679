import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { addPhoto } from '../../../../test/support/backup-fixtures.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const MINUTE_MS = 60_000

let app: TestApp
let ticketId: number
/** Each test begins an hour after the one before: clocks of one person never overlap. */
let start = new Date('2025-11-20T13:14:00Z')
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  start = new Date(start.getTime() + 60 * MINUTE_MS)
  app.now = start
  ticketId = await app.createTicket('rosa')
})

const desk = () => app.as('dana').tickets
const addSam = () => desk().addHelper({ ticketId, employeeId: app.ids.sam })

const rowsOf = (id: number) =>
  app.database
    .selectFrom('ticketHelper')
    .select(['employeeId', 'name', 'addedAt', 'addedBy'])
    .where('ticketId', '=', id)
    .orderBy('addedAt')
    .execute()
const cardOf = async (id: number) =>
  (
    await app.database
      .selectFrom('ticket')
      .select('card')
      .where('ticketId', '=', id)
      .executeTakeFirstOrThrow()
  ).card
const activityOf = async (id: number) => {
  const { entries } = await desk().activity({ ticketId: id })
  return entries.map(activitySentence).toReversed()
}
const clocksOf = (id: number) =>
  app.database
    .selectFrom('clockSession')
    .select(['technicianId', 'clockOutTime'])
    .where('ticketId', '=', id)
    .orderBy('clockInTime')
    .execute()
const mineOf = async (client: Client): Promise<number[]> =>
  (await client.tickets.board({ whose: 'mine' })).active.cards.map(card => card.ticketId)

let hiredCount = 0
async function hire(roles = { isServiceWriter: false, isTechnician: true }) {
  hiredCount += 1
  const email = `tess${hiredCount}@bluebonnet.example`
  const details = { firstName: `Tess${hiredCount}`, lastName: 'Moss', email, phone: '(574) 555-0188' }
  const { id } = await app
    .as('dana')
    .employees.register({ ...details, licenseNumber: 'IN-1', password: PASSWORD, roles })
  return { id, name: `Tess${hiredCount} Moss`, client: async () => app.withCookie(await app.signIn(email)) }
}

/** Everything that a technician could do with a ticket that they found the number of. */
const guessesOf = ({ tickets }: Client, id: number): (() => Promise<unknown>)[] => [
  () => tickets.get({ ticketId: id }),
  () => tickets.activity({ ticketId: id }),
  () => tickets.clockIn({ ticketId: id, jobNumber: 1 }),
  () => tickets.clockOut({ ticketId: id, jobNumber: 1 }),
  () => tickets.changeJob({ ticketId: id, jobNumber: 1, cause: 'Mine' }),
  () => tickets.addPart({ ticketId: id, quantity: 1 }),
  () => tickets.askApproval({ ticketId: id }),
]

describe('a helper is not added', () => {
  test.each([
    ['walt', 'Please select a technician.'],
    ['rosa', 'Rosa Díaz is the assigned technician.'],
  ] as const)('when it is %s: %s', async (who, sentence) => {
    expect(await errorOf(desk().addHelper({ ticketId, employeeId: app.ids[who] }))).toMatchObject({
      code: 'INVALID',
      fields: { employeeId: sentence },
    })
    expect(await rowsOf(ticketId)).toEqual([])
  })

  test("of another company, to another company's ticket, or by a technician", async () => {
    const outsider = { ticketId, employeeId: app.ids.wyatt }
    expect((await errorOf(desk().addHelper(outsider))).code).toBe('NOT_FOUND')
    for (const act of ['addHelper', 'removeHelper'] as const) {
      expect((await errorOf(app.as('ray').tickets[act](outsider))).code).toBe('NOT_FOUND')
      expect((await errorOf(app.as('rosa').tickets[act](outsider))).code).toBe('FORBIDDEN')
    }
    expect((await errorOf(app.as('wyatt').tickets.stopHelping({ ticketId }))).code).toBe('NOT_FOUND')
    expect(await rowsOf(ticketId)).toEqual([])
  })

  test('while they are inactive', async () => {
    const { id, name } = await hire()
    await app.as('dana').employees.deactivate({ id })
    const refusal = await errorOf(desk().addHelper({ ticketId, employeeId: id }))
    expect(refusal).toMatchObject({ obstacles: [{ code: 'employee.inactive' }] })
    expect(refusal.message).toContain(name)
  })

  test('as a sixth, also when two desks add at once', async () => {
    const people = await Promise.all([hire(), hire(), hire(), hire(), hire()])
    for (const { id } of people.slice(0, 4)) await desk().addHelper({ ticketId, employeeId: id })
    const both = await Promise.allSettled([
      addSam(),
      app.as('walt').tickets.addHelper({ ticketId, employeeId: people[4]?.id ?? '' }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { data: { fields: { employeeId: 'A ticket has at most 5 helpers. Remove one first.' } } },
    })
    expect(await rowsOf(ticketId)).toHaveLength(5)
  })

  test('to a ticket that is finalized, completed or closed', async () => {
    const closed = await app.createTicket('rosa')
    await desk().close({ ticketId: closed, reason: 'no-show', emailCustomer: false })
    await desk().finalize({ ticketId })
    for (const ended of [closed, ticketId])
      expect(await errorOf(desk().addHelper({ ticketId: ended, employeeId: app.ids.sam }))).toMatchObject({
        obstacles: [{ code: 'ticket.transitioned' }, { code: 'ticket.closed' }],
      })
    await desk().complete({ ticketId })
    expect(await errorOf(addSam())).toMatchObject({ code: 'REFUSED' })
    expect(await rowsOf(ticketId)).toEqual([])
  })
})

describe('adding a helper', () => {
  test('saves who added them, and shows them at the desk, on the card and in the activity', async () => {
    expect(await addSam()).toEqual({ done: true })
    const { id, name } = { id: app.ids.sam, name: 'Sam Ortiz' }
    expect(await rowsOf(ticketId)).toEqual([
      { employeeId: id, name, addedAt: app.now, addedBy: app.ids.dana },
    ])
    expect(await desk().get({ ticketId })).toMatchObject({
      assignedTechnician: app.ids.rosa,
      helpers: [{ id, name }],
    })
    expect(await cardOf(ticketId)).toMatchObject({ technician: 'Rosa Díaz', helpers: [{ id, name }] })
    expect((await activityOf(ticketId)).at(-1)).toBe('Dana added Sam Ortiz as a helper')
  })

  test('twice, by two desks at once, adds and logs them once', async () => {
    await Promise.all([addSam(), app.as('walt').tickets.addHelper({ ticketId, employeeId: app.ids.sam })])
    expect(await addSam()).toEqual({ done: true })
    expect(await rowsOf(ticketId)).toHaveLength(1)
    expect((await activityOf(ticketId)).filter(text => text.includes('as a helper'))).toHaveLength(1)
    expect(app.loggedErrors).toEqual([])
  })

  test('while their role ends leaves no helper who is no technician', async () => {
    const { id } = await hire()
    const roles = { isServiceWriter: true, isTechnician: false }
    await Promise.allSettled([
      desk().addHelper({ ticketId, employeeId: id }),
      app.as('dana').employees.change({ id, roles }),
    ])
    expect(await rowsOf(ticketId)).toEqual([])
  })
})

describe('a helper', () => {
  test('sees the ticket on their board and in their search, and a technician who does not help sees nothing', async () => {
    const other = await (await hire()).client()
    await addSam()
    for (const [client, has] of [
      [app.as('sam'), true],
      [other, false],
    ] as const) {
      expect((await mineOf(client)).includes(ticketId)).toBe(has)
      const filtered = await client.tickets.board({ whose: 'mine', sort: 'oldest' })
      expect(filtered.active.cards.some(card => card.ticketId === ticketId)).toBe(has)
      const found = await client.tickets.list({ q: String(ticketId) })
      expect(found.cards.map(card => card.ticketId)).toEqual(has ? [ticketId] : [])
      const active = await client.tickets.list({ state: 'active' })
      expect(active.cards.some(card => card.ticketId === ticketId)).toBe(has)
    }
    for (const guess of guessesOf(other, ticketId)) expect((await errorOf(guess())).code).toBe('NOT_FOUND')
    const ofSam = await desk().board({ technician: app.ids.sam })
    expect(ofSam.active.cards.map(card => card.ticketId)).not.toContain(ticketId)
  })

  test('clocks in, writes and adds parts like the assigned technician, each with a clock of their own', async () => {
    await addSam()
    const sam = app.as('sam').tickets
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    app.now = new Date(start.getTime() + MINUTE_MS)
    await sam.clockIn({ ticketId, jobNumber: 1 })
    await sam.changeJob({ ticketId, jobNumber: 1, cause: 'Cracked seal', suggestedTime: 2 })
    await sam.addPart({ ticketId, quantity: 1, description: 'Seal' })
    expect(await clocksOf(ticketId)).toEqual([
      { technicianId: app.ids.rosa, clockOutTime: null },
      { technicianId: app.ids.sam, clockOutTime: null },
    ])
    const { jobs, parts, totals } = await sam.get({ ticketId })
    expect([jobs[0]?.cause, parts.length, totals]).toEqual(['Cracked seal', 1, null])
    const second = await app.createTicket('sam')
    app.now = new Date(start.getTime() + 2 * MINUTE_MS)
    expect((await sam.clockIn({ ticketId: second, jobNumber: 1 })).stopped).toEqual({
      ticketId,
      jobNumber: 1,
    })
    expect(await clocksOf(ticketId)).toEqual([
      { technicianId: app.ids.rosa, clockOutTime: null },
      { technicianId: app.ids.sam, clockOutTime: app.now },
    ])
  })

  test('cannot send it for approval; the assigned technician can', async () => {
    await addSam()
    expect((await errorOf(app.as('sam').tickets.askApproval({ ticketId }))).code).toBe('NOT_FOUND')
    expect(await app.as('rosa').tickets.askApproval({ ticketId })).toMatchObject({ state: 'approval' })
  })

  test('stays with their clock when the technician is released, replaced or planned', async () => {
    await addSam()
    await app.as('sam').tickets.clockIn({ ticketId, jobNumber: 1 })
    const { id } = await hire()
    await desk().assign({ ticketId, employeeId: id })
    await desk().release({ ticketId })
    expect(await mineOf(app.as('sam'))).toContain(ticketId)
    expect(await clocksOf(ticketId)).toMatchObject([{ technicianId: app.ids.sam, clockOutTime: null }])
    expect(await cardOf(ticketId)).toMatchObject({ assignedTechnician: null, helpers: [{ id: app.ids.sam }] })
    expect((await errorOf(app.as('rosa').tickets.get({ ticketId }))).code).toBe('NOT_FOUND')
  })

  test('who gets the ticket helps no longer, and their clock goes on', async () => {
    await addSam()
    await app.as('sam').tickets.clockIn({ ticketId, jobNumber: 1 })
    await desk().assign({ ticketId, employeeId: app.ids.sam })
    expect(await rowsOf(ticketId)).toEqual([])
    expect(await desk().get({ ticketId })).toMatchObject({ assignedTechnician: app.ids.sam, helpers: [] })
    expect(await clocksOf(ticketId)).toMatchObject([{ technicianId: app.ids.sam, clockOutTime: null }])
  })
})

describe('help ends', () => {
  test('when the desk removes them: their clock stops, and what waits on their phone is refused', async () => {
    await addSam()
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    await app.as('sam').tickets.clockIn({ ticketId, jobNumber: 1 })
    app.now = new Date(start.getTime() + MINUTE_MS)
    await desk().removeHelper({ ticketId, employeeId: app.ids.sam })
    expect(await rowsOf(ticketId)).toEqual([])
    expect(await clocksOf(ticketId)).toEqual(
      expect.arrayContaining([
        { technicianId: app.ids.rosa, clockOutTime: null },
        { technicianId: app.ids.sam, clockOutTime: app.now },
      ]),
    )
    expect((await activityOf(ticketId)).slice(-2)).toEqual([
      'Dana removed Sam Ortiz as a helper',
      expect.stringContaining('Dana stopped the clock of Sam Ortiz'),
    ])
    const tappedAt = start.toISOString()
    for (const guess of [
      () => app.as('sam').tickets.clockIn({ ticketId, jobNumber: 1, tappedAt }),
      ...guessesOf(app.as('sam'), ticketId),
    ])
      expect((await errorOf(guess())).code).toBe('NOT_FOUND')
    expect(await mineOf(app.as('sam'))).not.toContain(ticketId)
    expect(await cardOf(ticketId)).toMatchObject({ helpers: [], isClockRunning: true })
  })

  test('once, however often they are removed', async () => {
    await addSam()
    const remove = () => desk().removeHelper({ ticketId, employeeId: app.ids.sam })
    await Promise.all([remove(), remove()])
    expect(await remove()).toEqual({ done: true })
    expect((await activityOf(ticketId)).filter(text => text.includes('removed Sam'))).toHaveLength(1)
    expect(app.loggedErrors).toEqual([])
  })

  test('when they stop by themselves, once, and the assigned technician stays', async () => {
    await addSam()
    await app.as('sam').tickets.clockIn({ ticketId, jobNumber: 1 })
    const stop = () => app.as('sam').tickets.stopHelping({ ticketId })
    await Promise.all([stop(), stop()])
    expect(await stop()).toEqual({ done: true })
    expect(await app.as('rosa').tickets.stopHelping({ ticketId })).toEqual({ done: true })
    expect((await activityOf(ticketId)).filter(text => text === 'Sam stopped helping')).toHaveLength(1)
    expect(await clocksOf(ticketId)).toMatchObject([{ clockOutTime: app.now }])
    expect(await cardOf(ticketId)).toMatchObject({ assignedTechnician: app.ids.rosa, helpers: [] })
    expect((await errorOf(app.as('sam').tickets.get({ ticketId }))).code).toBe('NOT_FOUND')
  })

  test('on a finalized ticket as well', async () => {
    await addSam()
    await desk().finalize({ ticketId })
    expect(await app.as('sam').tickets.get({ ticketId })).toMatchObject({ state: 'completed' })
    await app.as('sam').tickets.stopHelping({ ticketId })
    expect(await rowsOf(ticketId)).toEqual([])
  })

  test('a service writer who repairs keeps their clock: they still see the ticket', async () => {
    const both = await hire({ isServiceWriter: true, isTechnician: true })
    const client = await both.client()
    await desk().addHelper({ ticketId, employeeId: both.id })
    await client.tickets.clockIn({ ticketId, jobNumber: 1 })
    await client.tickets.stopHelping({ ticketId })
    expect(await clocksOf(ticketId)).toMatchObject([{ technicianId: both.id, clockOutTime: null }])
    expect(await mineOf(client)).not.toContain(ticketId)
  })

  test.each([
    ['is no technician any more', { isServiceWriter: true, isTechnician: false }],
    ['has no role any more', { isServiceWriter: false, isTechnician: false }],
    ['is deleted', null],
  ])('when the employee %s, on every ticket', async (_, roles) => {
    const { id, name } = await hire()
    const second = await app.createTicket('sam')
    for (const each of [ticketId, second]) await desk().addHelper({ ticketId: each, employeeId: id })
    await addSam()
    await desk().finalize({ ticketId: second })
    const { employees } = app.as('dana')
    await (roles === null ? employees.delete({ id }) : employees.change({ id, roles }))
    expect((await rowsOf(ticketId)).map(({ employeeId }) => employeeId)).toEqual([app.ids.sam])
    expect(await rowsOf(second)).toEqual([])
    expect(await cardOf(second)).toMatchObject({ helpers: [] })
    expect((await activityOf(ticketId)).at(-1)).toBe(`Dana removed ${name} as a helper`)
  })

  test('and their running clock with it, when they lose their roles', async () => {
    const { id, client } = await hire()
    await desk().addHelper({ ticketId, employeeId: id })
    await (await client()).tickets.clockIn({ ticketId, jobNumber: 1 })
    const roles = { isServiceWriter: false, isTechnician: false }
    await app.as('dana').employees.change({ id, roles })
    expect(await clocksOf(ticketId)).toEqual([{ technicianId: id, clockOutTime: app.now }])
  })
})

describe('a job line names its technician', () => {
  const name = (namedTechnician: string | null, by: 'dana' | 'sam' = 'dana') =>
    app.as(by).tickets.changeJob({ ticketId, jobNumber: 1, namedTechnician })
  const named = async (by: 'dana' | 'rosa' = 'dana') =>
    (await app.as(by).tickets.get({ ticketId })).jobs[0]?.namedTechnician

  test('of those who work on the ticket, read at desk and bay and in the activity', async () => {
    expect(await named()).toBeNull()
    await addSam()
    await name(app.ids.sam)
    expect([await named(), await named('rosa')]).toEqual([app.ids.sam, app.ids.sam])
    expect((await activityOf(ticketId)).at(-1)).toBe('Dana gave 1. Roof leak above the bunk to Sam Ortiz')
    await name(app.ids.rosa)
    expect((await activityOf(ticketId)).at(-1)).toBe('Dana gave 1. Roof leak above the bunk to Rosa Díaz')
    await name(null)
    expect((await activityOf(ticketId)).at(-1)).toBe(
      'Dana took the technician off 1. Roof leak above the bunk',
    )
    expect(await named()).toBeNull()
  })

  test('not by a technician, and nobody who does not work on it', async () => {
    for (const id of [app.ids.sam, app.ids.walt, app.ids.wyatt])
      expect(await errorOf(name(id))).toMatchObject({
        code: 'INVALID',
        fields: { namedTechnician: 'Choose someone who works on this ticket.' },
      })
    await addSam()
    expect((await errorOf(name(app.ids.sam, 'sam'))).code).toBe('FORBIDDEN')
    expect(await named()).toBeNull()
  })

  test('as long as they work on it', async () => {
    await addSam()
    await name(app.ids.sam)
    await desk().removeHelper({ ticketId, employeeId: app.ids.sam })
    expect(await named()).toBeNull()
    // Another change of the line does not bring them back.
    await desk().changeJob({ ticketId, jobNumber: 1, cause: 'Seal' })
    await addSam()
    expect(await named()).toBeNull()
  })
})

test('photos are shown to a helper, and no longer once they are removed', async () => {
  const photoId = await addPhoto(app, ticketId)
  const statusFor = async (as: 'rosa' | 'sam') =>
    (await app.fetch(`/api/images/tickets/${ticketId}/photos/${photoId}`, { as })).status
  expect(await statusFor('sam')).toBe(404)
  await addSam()
  expect([await statusFor('rosa'), await statusFor('sam')]).toEqual([200, 200])
  await desk().removeHelper({ ticketId, employeeId: app.ids.sam })
  expect(await statusFor('sam')).toBe(404)
})

test('the customer reads nothing of who helps', async () => {
  const linked = await createLinkedTicket(app)
  await desk().addHelper({ ticketId: linked.ticketId, employeeId: app.ids.sam })
  const shown = JSON.stringify(await linked.client.customerView.get({ token: linked.token }))
  expect(shown).toContain('Rosa')
  expect(shown).not.toMatch(/Sam|helpers/)
})
