import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let ticketId: number
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`truncate clock_session cascade`.execute(app.database)
  app.now = at('15:00')
  ticketId = await ticketOf()
})

/** A time on one day, in UTC; Bluebonnet closes at 23:00. */
const at = (time: string, day = '2025-11-20') => new Date(`${day}T${time}:00Z`)
const reason = 'Forgot to clock out'

async function ticketOf(): Promise<number> {
  const jobs = [{ problem: 'Roof leak' }, { problem: 'Slide-out' }]
  const { ticketId } = await app.as('dana').tickets.create({ ...june, jobs })
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
  return ticketId
}

/** A session of Rosa's on a line; `to` is null while it runs. */
async function clocked(from: string, to: string | null, place = { ticketId, jobNumber: 1 }): Promise<string> {
  app.now = at(from)
  const { sessionId } = await app.as('rosa').tickets.clockIn(place)
  if (to !== null) {
    app.now = at(to)
    await app.as('rosa').tickets.clockOut(place)
  }
  return sessionId
}

const sessionOf = async (sessionId: string) =>
  app.database
    .selectFrom('clockSession')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow()
const corrections = () => app.database.selectFrom('clockCorrection').selectAll().orderBy('position').execute()

describe('a clock correction is refused', () => {
  test('to a technician, even for their own', async () => {
    const sessionId = await clocked('15:00', '16:00')
    const own = app.as('rosa').clocks.correct({ ticketId, sessionId, clockOutTime: at('17:00'), reason })
    expect((await errorOf(own)).code).toBe('FORBIDDEN')
    expect(await sessionOf(sessionId)).toMatchObject({ clockOutTime: at('16:00'), isCorrected: false })
  })

  test.each([
    [{ reason: ' ' }, { reason: 'Required.' }],
    [{ clockInTime: new Date('1999-12-31') }, { clockInTime: 'That time is too long ago.' }],
    [{ clockInTime: new Date(-8.64e15) }, { clockInTime: 'That time is too long ago.' }],
  ])('with %j: %j', async (wrong, fields) => {
    const sessionId = await clocked('15:00', '16:00')
    const call = app.as('walt').clocks.correct({ ticketId, sessionId, reason, ...wrong })
    expect(await errorOf(call)).toMatchObject({ code: 'INVALID', fields })
  })

  test.each([
    [{ clockOutTime: at('14:00') }, 'Clock-out must be after clock-in.'],
    [{ clockOutTime: at('16:01') }, 'That time is in the future. Enter a past time.'],
  ])('to %j: %s', async (times, message) => {
    const sessionId = await clocked('15:00', '16:00')
    const call = app.as('walt').clocks.correct({ ticketId, sessionId, reason, ...times })
    expect(await errorOf(call)).toMatchObject({ code: 'REFUSED', message })
    expect(await corrections()).toEqual([])
  })

  test('to a time when the person was clocked in elsewhere, and the message says where', async () => {
    const other = await ticketOf()
    await clocked('13:00', '14:00', { ticketId: other, jobNumber: 2 })
    const sessionId = await clocked('15:00', '16:00')
    const before = await sessionOf(sessionId)
    const call = app.as('walt').clocks.correct({ ticketId, sessionId, clockInTime: at('13:30'), reason })
    expect(await errorOf(call)).toMatchObject({
      code: 'REFUSED',
      message: `Rosa Díaz was clocked in on 2. Slide-out of ticket ${other} at that time. Fix that entry first.`,
    })
    expect(await sessionOf(sessionId)).toEqual(before)
    expect(await corrections()).toEqual([])
    expect(app.loggedErrors).toEqual([])
  })

  test('on a ticket that is finalized', async () => {
    const sessionId = await clocked('15:00', '16:00')
    await app.as('dana').tickets.finalize({ ticketId })
    const call = app.as('walt').clocks.correct({ ticketId, sessionId, clockOutTime: at('15:30'), reason })
    expect(await errorOf(call)).toMatchObject({
      obstacles: [{ code: 'ticket.transitioned' }, { code: 'ticket.closed' }],
    })
  })

  test('on a ticket that is not its own, for another company, or if it does not exist', async () => {
    const sessionId = await clocked('15:00', '16:00')
    const other = await ticketOf()
    const [desk, rival] = [app.as('dana').clocks, app.as('ray').clocks]
    for (const call of [
      () => desk.correct({ ticketId: other, sessionId, reason }),
      () => desk.correct({ ticketId, sessionId: randomUUID(), reason }),
      () => rival.correct({ ticketId, sessionId, reason }),
    ])
      expect((await errorOf(call())).code).toBe('NOT_FOUND')
  })
})

describe('the desk', () => {
  test('corrects a clock: both versions stay, the ticket shows it, and the activity says why', async () => {
    const sessionId = await clocked('15:00', '22:00')
    await app.as('walt').clocks.correct({ ticketId, sessionId, clockOutTime: at('16:30'), reason })
    expect(await sessionOf(sessionId)).toMatchObject({
      clockInTime: at('15:00'),
      clockOutTime: at('16:30'),
      isCorrected: true,
      checkedAt: app.now,
    })
    expect(await corrections()).toEqual([
      {
        companyId: app.ids.dana,
        sessionId,
        position: 1,
        at: app.now,
        reason,
        actor: app.ids.walt,
        actorName: 'Walt Kim',
        clockInBefore: at('15:00'),
        clockInAfter: at('15:00'),
        clockOutBefore: at('22:00'),
        clockOutAfter: at('16:30'),
      },
    ])
    const { jobs } = await app.as('rosa').tickets.get({ ticketId })
    expect(jobs[0]?.sessions).toMatchObject([{ clockOutTime: at('16:30'), isCorrected: true }])
    const [entry] = (await app.as('rosa').tickets.activity({ ticketId })).entries
    expect(entry && activitySentence(entry)).toBe(
      'Walt corrected the time of Rosa Díaz on 1. Roof leak from 7h00m to 1h30m: Forgot to clock out',
    )
    expect(entry?.detail?.clockOutTime).toEqual({ before: at('22:00'), after: at('16:30') })
  })

  test('ends a running clock at a past time, and the ticket can continue', async () => {
    const sessionId = await clocked('15:00', null)
    app.now = at('22:00')
    await app.as('walt').clocks.correct({ ticketId, sessionId, clockOutTime: at('16:30'), reason })
    expect((await app.as('rosa').clocks.mine()).running).toBeNull()
    expect(await app.as('dana').tickets.finalize({ ticketId })).toMatchObject({ state: 'completed' })
  })

  test('corrects also in approval, and by REST', async () => {
    const sessionId = await clocked('15:00', '16:00')
    await app.as('dana').tickets.askApproval({ ticketId })
    const answer = await app.fetch(`/api/tickets/${ticketId}/sessions/${sessionId}`, {
      method: 'PATCH',
      as: 'walt',
      json: { clockOutTime: '2025-11-20T10:30:00-05:00', reason },
    })
    expect(answer.status).toBe(200)
    expect(await sessionOf(sessionId)).toMatchObject({ clockOutTime: at('15:30') })
  })

  test('corrects one session twice, and both corrections are stored', async () => {
    const sessionId = await clocked('15:00', '22:00')
    for (const time of ['16:30', '16:45'])
      await app.as('walt').clocks.correct({ ticketId, sessionId, clockOutTime: at(time), reason })
    expect(await corrections()).toMatchObject([
      { position: 1, clockOutBefore: at('22:00'), clockOutAfter: at('16:30') },
      { position: 2, clockOutBefore: at('16:30'), clockOutAfter: at('16:45') },
    ])
  })

  test('corrects concurrently without failures, even while a clock is started', async () => {
    const sessionId = await clocked('15:00', '22:00')
    await Promise.all([
      app.as('walt').clocks.correct({ ticketId, sessionId, clockOutTime: at('16:30'), reason }),
      app.as('dana').clocks.correct({ ticketId, sessionId, clockOutTime: at('17:00'), reason }),
      app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 2 }),
    ])
    expect((await corrections()).map(({ position }) => position)).toEqual([1, 2])
    expect(app.loggedErrors).toEqual([])
  })
})

describe('one’s running clock', () => {
  test('is known on every page: ticket, line, rig and start', async () => {
    expect(await app.as('rosa').clocks.mine()).toEqual({ running: null })
    await clocked('15:00', null, { ticketId, jobNumber: 2 })
    expect(await app.as('rosa').clocks.mine()).toEqual({
      running: {
        ticketId,
        jobNumber: 2,
        problem: 'Slide-out',
        customer: 'Park, June',
        clockInTime: at('15:00'),
      },
    })
    expect(await app.as('sam').clocks.mine()).toEqual({ running: null })
  })
})

describe("the desk's list of clocks", () => {
  test('has every running clock of the company, oldest first', async () => {
    const first = await clocked('15:00', null)
    app.now = at('15:10')
    const { sessionId } = await app.as('walt').tickets.clockIn({ ticketId, jobNumber: 2 })
    const { running, leftRunning } = await app.as('dana').clocks.list()
    expect(running).toEqual([
      {
        sessionId: first,
        isClockInReported: false,
        isClockOutReported: false,
        technicianId: app.ids.rosa,
        technician: 'Rosa Díaz',
        ticketId,
        jobNumber: 1,
        problem: 'Roof leak',
        clockInTime: at('15:00'),
        state: 'active',
        customer: 'Park, June',
      },
      expect.objectContaining({ sessionId, technician: 'Walt Kim', problem: 'Slide-out' }),
    ])
    expect(leftRunning).toEqual([])
    expect((await app.as('ray').clocks.list()).running).toEqual([])
  })

  test('has missed clock-outs until they are corrected or confirmed', async () => {
    const left = await clocked('15:00', null)
    app.now = at('22:59')
    const flagged = async () =>
      (await app.as('walt').clocks.list()).leftRunning.map(({ sessionId }) => sessionId)
    expect(await flagged()).toEqual([])
    app.now = at('23:30')
    expect((await app.as('walt').clocks.list()).leftRunning).toMatchObject([
      { sessionId: left, clockOutTime: null, closingTime: at('23:00') },
    ])
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
    const late = await clocked('23:40', null)
    app.now = at('23:30', '2025-11-21')
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
    expect(await flagged()).toEqual([left, late])

    await app.as('walt').clocks.correct({ ticketId, sessionId: left, clockOutTime: at('17:00'), reason })
    await app.as('walt').clocks.correct({ ticketId, sessionId: late, reason: 'Emergency, all night' })
    expect(await flagged()).toEqual([])
    expect(await sessionOf(late)).toMatchObject({ isCorrected: false, checkedAt: app.now })
    expect((await corrections()).map(row => row.reason).sort()).toEqual(['Emergency, all night', reason])
  })

  test('drops what ended more than 31 days ago, and what can no longer be corrected', async () => {
    await clocked('15:00', '23:30')
    const flagged = async () => (await app.as('walt').clocks.list()).leftRunning.length
    app.now = at('23:29', '2025-12-21')
    expect(await flagged()).toBe(1)
    app.now = at('23:31', '2025-12-21')
    expect(await flagged()).toBe(0)
    app.now = at('23:29', '2025-12-21')
    await app.as('dana').tickets.finalize({ ticketId })
    expect(await flagged()).toBe(0)
    await app.as('dana').tickets.reopen({ ticketId })
    expect(await flagged()).toBe(1)
  })
})
