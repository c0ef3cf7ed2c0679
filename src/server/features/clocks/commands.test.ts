import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const MINUTE_MS = 60_000

let app: TestApp
let ticketId: number
const start = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 14) + minutes * MINUTE_MS)

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`truncate clock_session cascade`.execute(app.database)
  ticketId = await ticketOf('rosa')
  app.now = start(0)
})

async function ticketOf(technician: 'rosa' | 'sam'): Promise<number> {
  const jobs = [{ problem: 'Roof leak' }, { problem: 'Slide-out stops halfway' }]
  const { ticketId } = await app.as('dana').tickets.create({ ...june, jobs })
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids[technician] })
  return ticketId
}

const sessions = () =>
  app.database
    .selectFrom('clockSession')
    .select(['ticketId', 'jobNumber', 'technicianId', 'clockInTime', 'clockOutTime'])
    .orderBy('clockInTime')
    .execute()

const verbsOf = async (id: number) => {
  const rows = app.database.selectFrom('changeLog').select('verb').where('id', '=', String(id))
  return (await rows.orderBy('version').orderBy('seq').execute()).map(({ verb }) => verb)
}

describe('a clock is not started', () => {
  test('on an unknown job line', async () => {
    expect(await errorOf(app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 7 }))).toMatchObject({
      code: 'REFUSED',
      message: 'That job line is no longer on the ticket.',
    })
  })

  test('on a line that the customer declined, and the clock that runs goes on', async () => {
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 2, estimatedTime: 1 })
    const line = (await app.as('dana').approvals.get({ ticketId })).lines[1]
    const answer = { ticketId, jobNumber: 2, version: line?.version ?? '' }
    await app.as('dana').approvals.recordAnswer({ name: 'June Park', ...answer, answer: 'declined' })
    for (const who of ['rosa', 'dana'] as const)
      expect(await errorOf(app.as(who).tickets.clockIn({ ticketId, jobNumber: 2 }))).toMatchObject({
        code: 'REFUSED',
        message: 'The customer declined 2. Slide-out stops halfway. Don’t work on it.',
      })
    expect(await sessions()).toMatchObject([{ jobNumber: 1, clockOutTime: null }])
    await app
      .as('dana')
      .approvals.recordAnswer({ name: 'June Park', ...answer, answer: 'approved', again: true })
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 2 })
  })

  test('on a deleted job line, even if deleted concurrently', async () => {
    const desk = app.as('dana').tickets
    await desk.removeJob({ ticketId, jobNumber: 2 })
    expect(await errorOf(app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 2 }))).toMatchObject({
      obstacles: [{ code: 'job.unknown' }],
    })
    const both = await Promise.allSettled([
      desk.removeJob({ ticketId, jobNumber: 1 }),
      app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 }),
    ])
    const [refused, ...others] = both.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'REFUSED' } })
    expect(others).toEqual([])
    expect(app.loggedErrors).toEqual([])
  })

  test("by a technician who guesses another's ticket id, nor can they do anything else", async () => {
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    const sam = app.as('sam').tickets
    const nobodys = ticketId === 999_999 ? 999_998 : 999_999
    for (const id of [ticketId, nobodys])
      for (const guess of [
        () => sam.get({ ticketId: id }),
        () => sam.activity({ ticketId: id }),
        () => sam.clockIn({ ticketId: id, jobNumber: 1 }),
        () => sam.clockOut({ ticketId: id, jobNumber: 1 }),
        () => sam.changeJob({ ticketId: id, jobNumber: 1, cause: 'Mine' }),
        () => sam.addPart({ ticketId: id, quantity: 1 }),
        () => sam.askApproval({ ticketId: id }),
      ])
        expect(await errorOf(guess())).toEqual({
          code: 'NOT_FOUND',
          status: 404,
          message: 'Not found.',
        })
    expect(await sessions()).toMatchObject([{ technicianId: app.ids.rosa, clockOutTime: null }])
  })

  test('on a ticket in approval or finalized, and the message names who moved it', async () => {
    await app.as('dana').tickets.askApproval({ ticketId })
    const waiting = await errorOf(app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 }))
    expect(waiting.message).toMatch(/^Already sent for approval by Dana Reyes at /)
    await app.as('dana').tickets.approve({ ticketId })
    await app.as('dana').tickets.finalize({ ticketId })
    const finalized = await errorOf(app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 }))
    expect(finalized.message).toMatch(/^Already finalized by Dana Reyes at /)
    expect(await sessions()).toEqual([])
  })

  test("and none is stopped that is not running, or is someone else's", async () => {
    const stopping = () => errorOf(app.as('dana').tickets.clockOut({ ticketId, jobNumber: 1 }))
    expect(await stopping()).toMatchObject({ message: 'You are not clocked in on this job line.' })
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    expect(await stopping()).toMatchObject({ message: 'You are not clocked in on this job line.' })
    expect((await sessions()).map(({ clockOutTime }) => clockOutTime)).toEqual([null])
  })
})

describe('a tap that waited for a signal', () => {
  const rosa = () => app.as('rosa').tickets
  const job = (jobNumber: number) => ({ ticketId, jobNumber })
  const times = async () =>
    (await sessions()).map(({ jobNumber, clockInTime, clockOutTime }) => [
      jobNumber,
      clockInTime,
      clockOutTime,
    ])

  test('counts from when it was made, by the server’s clock', async () => {
    app.now = start(60)
    // Her phone is five minutes behind.
    const clockOffset = 5 * MINUTE_MS
    await rosa().clockIn({ ...job(1), tappedAt: start(-5), clockOffset })
    await rosa().clockOut({ ...job(1), tappedAt: start(25), clockOffset })
    expect(await times()).toEqual([[1, start(0), start(30)]])
  })

  test('marks its time as the phone’s, each end by itself, also for who looks at the ticket', async () => {
    const reported = async () => {
      const { jobs } = await app.as('dana').tickets.get({ ticketId })
      return jobs.flatMap(({ sessions: all }) =>
        all.map(({ isClockInReported, isClockOutReported }) => [isClockInReported, isClockOutReported]),
      )
    }
    app.now = start(60)
    await rosa().clockIn({ ...job(1), tappedAt: start(30) })
    expect(await reported()).toEqual([[true, false]])
    expect((await app.as('walt').clocks.list()).running).toMatchObject([{ isClockInReported: true }])
    // A tap that just arrives is none.
    await rosa().clockOut({ ...job(1), tappedAt: start(60) })
    expect(await reported()).toEqual([[true, false]])
    await rosa().clockIn(job(2))
    app.now = start(90)
    // Stops the other one at the time of the tap.
    await rosa().clockIn({ ...job(1), tappedAt: start(80) })
    expect((await reported()).sort()).toEqual([
      [false, true],
      [true, false],
      [true, false],
    ])
  })

  test('stops the clock on another job line at that time', async () => {
    await rosa().clockIn(job(1))
    app.now = start(60)
    await rosa().clockIn({ ...job(2), tappedAt: start(20) })
    expect(await times()).toEqual([
      [1, start(0), start(20)],
      [2, start(20), null],
    ])
  })

  test('counts never before a session that has ended since, and never in the future', async () => {
    await rosa().clockIn(job(1))
    app.now = start(30)
    await rosa().clockOut(job(1))
    app.now = start(60)
    await rosa().clockIn({ ...job(2), tappedAt: start(10) })
    await rosa().clockOut({ ...job(2), tappedAt: start(90) })
    expect(await times()).toEqual([
      [1, start(0), start(30)],
      [2, start(30), start(60)],
    ])
  })

  test('keeps its order, though the tap before counted only when it arrived', async () => {
    app.now = new Date(start(0).getTime() + 4500)
    await rosa().clockIn({ ...job(1), tappedAt: start(0) })
    const arrived = app.now
    app.now = new Date(start(0).getTime() + 9000)
    await rosa().clockIn({ ...job(2), tappedAt: new Date(start(0).getTime() + 1500) })
    app.now = new Date(start(0).getTime() + 12_000)
    await rosa().clockOut({ ...job(2), tappedAt: new Date(start(0).getTime() + 3000) })
    expect(await times()).toEqual([
      [1, arrived, arrived],
      [2, arrived, arrived],
    ])
  })

  test('is not counted if a clock was started since', async () => {
    app.now = start(30)
    await rosa().clockIn(job(1))
    app.now = start(60)
    expect(await errorOf(rosa().clockIn({ ...job(2), tappedAt: start(20) }))).toMatchObject({
      obstacles: [{ code: 'clock.started-since' }],
    })
    expect(await errorOf(rosa().clockOut({ ...job(1), tappedAt: start(20) }))).toMatchObject({
      obstacles: [{ code: 'clock.not-running' }],
    })
    expect(await times()).toEqual([[1, start(30), null]])
  })

  test('is checked by the desk after more than twelve hours, also a session that it had confirmed', async () => {
    const late = async () => {
      const { leftRunning } = await app.as('walt').clocks.list()
      return leftRunning.map(({ jobNumber, isLate }) => [jobNumber, isLate])
    }
    const sessionId = (await rosa().clockIn(job(1))).sessionId
    app.now = start(30)
    await app.as('walt').clocks.correct({ ticketId, sessionId, reason: 'She is there' })
    app.now = start(32 + 12 * 60)
    await rosa().clockOut({ ...job(1), tappedAt: start(31) })
    await rosa().clockIn({ ...job(2), tappedAt: start(31) })
    expect(await late()).toEqual([
      [1, true],
      [2, true],
    ])
    await app.as('walt').clocks.correct({ ticketId, sessionId, reason: 'She was there' })
    expect(await late()).toEqual([[2, true]])
  })
})

describe('one running clock per person', () => {
  test('runs from clocking in to clocking out, and the ticket shows it', async () => {
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 2 })
    app.now = start(42.5)
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 2 })
    const { jobs } = await app.as('dana').tickets.get({ ticketId })
    expect(jobs[1]?.sessions).toMatchObject([
      {
        technicianId: app.ids.rosa,
        technician: 'Rosa Díaz',
        isCorrected: false,
        clockInTime: start(0),
        clockOutTime: start(42.5),
      },
    ])
    expect((await verbsOf(ticketId)).slice(-2)).toEqual(['ticket.clock-in', 'ticket.clock-out'])
  })

  test('stops when another is started, and says where', async () => {
    const other = await ticketOf('rosa')
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    app.now = start(10)
    const { stopped } = await app.as('rosa').tickets.clockIn({ ticketId: other, jobNumber: 1 })
    expect(stopped).toEqual({ ticketId, jobNumber: 1 })
    expect(await sessions()).toMatchObject([
      { ticketId, clockOutTime: start(10) },
      { ticketId: other, clockInTime: start(10), clockOutTime: null },
    ])
    expect((await verbsOf(ticketId)).at(-1)).toBe('ticket.clock-out')
  })

  test('continues when started again on the same job', async () => {
    const first = await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    app.now = start(5)
    expect(await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })).toEqual(first)
    expect(await sessions()).toHaveLength(1)
  })

  test('stays one for two phones at the same moment', async () => {
    const other = await ticketOf('rosa')
    await Promise.all(
      [ticketId, other, ticketId, other].map((id, index) =>
        app.as('rosa').tickets.clockIn({ ticketId: id, jobNumber: 1 + (index % 2) }),
      ),
    )
    const running = (await sessions()).filter(({ clockOutTime }) => clockOutTime === null)
    expect(running).toHaveLength(1)
    expect(app.loggedErrors).toEqual([])
  })

  test('holds when two people swap tickets at the same moment', async () => {
    const other = await ticketOf('sam')
    const desk = app.as('dana').tickets
    await desk.clockIn({ ticketId, jobNumber: 1 })
    await app.as('walt').tickets.clockIn({ ticketId: other, jobNumber: 1 })
    await Promise.all([
      desk.clockIn({ ticketId: other, jobNumber: 2 }),
      app.as('walt').tickets.clockIn({ ticketId, jobNumber: 2 }),
    ])
    const running = (await sessions()).filter(({ clockOutTime }) => clockOutTime === null)
    expect(running.map(({ technicianId }) => technicianId).sort()).toEqual(
      [app.ids.dana, app.ids.walt].sort(),
    )
  })

  test('is enforced by the database', async () => {
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    const overlap = sql`
      insert into clock_session
        (company_id, session_id, ticket_id, job_number, technician_id, technician, clock_in_time)
      select company_id, gen_random_uuid(), ticket_id, 2, technician_id, technician,
             clock_in_time + interval '1 minute'
      from clock_session`.execute(app.database)
    await expect(overlap).rejects.toThrow(/exclusion constraint/)
  })
})

test('a running clock prevents finalizing and approval, and the message names the line', async () => {
  await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 2 })
  const desk = app.as('dana').tickets
  for (const step of [desk.finalize, desk.askApproval])
    expect(await errorOf(step({ ticketId }))).toMatchObject({
      message: 'A technician is still clocked in on 2. Slide-out stops halfway. Clock out first.',
    })
  await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 2 })
  expect(await desk.finalize({ ticketId })).toEqual({ ticketId, state: 'completed' })
})

describe('a running clock ends', () => {
  test.each(['assigned to someone else', 'released'])(
    'when its ticket is %s, and the activity says whose',
    async how => {
      await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
      app.now = start(3)
      if (how === 'released') await app.as('dana').tickets.release({ ticketId })
      else await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.sam })
      expect(await sessions()).toMatchObject([{ technicianId: app.ids.rosa, clockOutTime: start(3) }])
      const { entries } = await app.as('dana').tickets.activity({ ticketId })
      expect(entries.slice(0, 2).map(activitySentence)).toEqual([
        'Dana stopped the clock of Rosa Díaz on 1. Roof leak',
        how === 'released' ? 'Dana released Rosa Díaz' : 'Dana assigned Sam Ortiz',
      ])
      expect(entries[0]?.version).toBe(entries[1]?.version)
    },
  )

  test('except the desk’s own, when the ticket is assigned to someone else', async () => {
    await app.as('walt').tickets.clockIn({ ticketId, jobNumber: 1 })
    await app.as('dana').tickets.clockIn({ ticketId, jobNumber: 2 })
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.sam })
    await app.as('dana').tickets.release({ ticketId })
    expect((await sessions()).map(({ clockOutTime }) => clockOutTime)).toEqual([null, null])
  })

  test('once, when it is stopped while its ticket is reassigned', async () => {
    for (let round = 0; round < 5; round += 1) {
      const given = await ticketOf('rosa')
      await app.as('rosa').tickets.clockIn({ ticketId: given, jobNumber: 1 })
      app.now = start(10 * round + 5)
      await Promise.all([
        app.as('dana').tickets.assign({ ticketId: given, employeeId: app.ids.sam }),
        app
          .as('rosa')
          .tickets.clockOut({ ticketId: given, jobNumber: 1 })
          .catch(() => {}),
        app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 }),
      ])
      expect((await verbsOf(given)).filter(verb => verb === 'ticket.clock-out')).toHaveLength(1)
    }
    expect(app.loggedErrors).toEqual([])
  })

  test('when its employee is deleted, keeping the name, and the ticket can continue', async () => {
    const { id } = await app.as('dana').employees.register({
      firstName: 'Kit',
      lastName: 'Moss',
      email: 'kit@bluebonnet.example',
      phone: '5550188',
      licenseNumber: 'IN-9',
      password: PASSWORD,
      roles: { isServiceWriter: false, isTechnician: true },
    })
    await app.as('dana').tickets.assign({ ticketId, employeeId: id })
    const kit = app.withCookie(await app.signIn('kit@bluebonnet.example'))
    await kit.tickets.clockIn({ ticketId, jobNumber: 1 })
    app.now = start(7)
    await app.as('dana').employees.delete({ id })
    expect(await sessions()).toMatchObject([{ technicianId: id, clockOutTime: start(7) }])
    const { jobs } = await app.as('dana').tickets.get({ ticketId })
    expect(jobs[0]?.sessions).toMatchObject([{ technicianId: id, technician: 'Kit Moss' }])
    expect(await app.as('dana').tickets.finalize({ ticketId })).toMatchObject({ state: 'completed' })
  })

  test("where the next starts, if the server's time was set back", async () => {
    const other = await ticketOf('rosa')
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    app.now = start(10)
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
    app.now = start(4)
    await app.as('rosa').tickets.clockIn({ ticketId: other, jobNumber: 1 })
    expect((await sessions())[1]).toMatchObject({ clockInTime: start(10), clockOutTime: null })
  })
})
