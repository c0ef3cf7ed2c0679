import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/client'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { listOverlappingSessions } from '../../../../test/support/overlapping-sessions.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { isLongRound } from '../../../../test/support/test-round.ts'

// Two phones of one technician, each without a connection now and then: taps arrive hours later, in any order, some
// of them twice because the answer was lost, and some at the same moment.

const SEED = 412_873
const SEQUENCES = isLongRound ? 100 : 8
const MINUTE_MS = 60_000
const JOBS = [{ problem: 'Roof leak' }, { problem: 'Slide-out' }]

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Tap = {
  readonly verb: 'clockIn' | 'clockOut'
  readonly ticket: number
  readonly jobNumber: number
  /** Before it arrives; null for a tap that does not say when. */
  readonly minutesAgo: number | null
  /** By which this phone's clock is wrong. */
  readonly clockOffset: number
  /** How much time passes before it arrives. */
  readonly wait: number
  readonly isRepeated: boolean
  /** Arrives with the next one. */
  readonly isTogether: boolean
  /** The desk corrects a session before. */
  readonly correction: number | null
}

const DAY_MINUTES = 24 * 60
const tap: fc.Arbitrary<Tap> = fc.record({
  verb: fc.constantFrom('clockIn', 'clockIn', 'clockOut'),
  ticket: fc.nat(1),
  jobNumber: fc.integer({ min: 1, max: 2 }),
  minutesAgo: fc.option(fc.oneof(fc.nat(30), fc.nat(600)), { freq: 4 }),
  clockOffset: fc.constantFrom(0, 0, 5 * MINUTE_MS, -DAY_MINUTES * MINUTE_MS),
  wait: fc.nat(90),
  isRepeated: fc.boolean(),
  isTogether: fc.boolean(),
  correction: fc
    .option(fc.nat(200), { freq: 1, nil: null })
    .filter(value => value === null || value % 4 === 0),
})

const sessions = () => app.database.selectFrom('clockSession').selectAll().orderBy('clockInTime').execute()

/** Null if it was refused; any other error fails the test. */
async function attempt<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ORPCError && error.status < 500) return null
    throw error
  }
}

async function sendTap(one: Tap, tickets: readonly number[]): Promise<void> {
  const { now } = app
  const tappedAt = one.minutesAgo === null ? undefined : now.getTime() - one.minutesAgo * MINUTE_MS
  const input = {
    ticketId: tickets[one.ticket] ?? 0,
    jobNumber: one.jobNumber,
    ...(tappedAt !== undefined && {
      tappedAt: new Date(tappedAt - one.clockOffset),
      clockOffset: one.clockOffset,
    }),
  }
  const context = { idempotencyKey: randomUUID() }
  const before = new Set((await sessions()).map(({ sessionId }) => sessionId))
  const rosa = app.as('rosa').tickets
  const call = () => attempt<object>(rosa[one.verb](input, { context }))
  const answer = await call()
  if (one.isRepeated && answer !== null) expect(await call()).toEqual(answer)
  if (one.verb !== 'clockIn' || answer === null || one.isTogether) return
  const started = (await sessions()).find(({ sessionId }) => !before.has(sessionId))
  expect(started?.isClockInReported ?? false).toBe(started !== undefined && (one.minutesAgo ?? 0) > 0)
}

async function correctOne(choice: number): Promise<void> {
  const all = await sessions()
  const session = all[choice % Math.max(1, all.length)]
  if (session === undefined) return
  const clockInTime = new Date(app.now.getTime() - (choice + 1) * MINUTE_MS)
  const { ticketId, sessionId } = session
  await attempt(app.as('dana').clocks.correct({ ticketId, sessionId, reason: 'Asked her', clockInTime }))
}

async function checkSessions(): Promise<void> {
  expect(await listOverlappingSessions(app.database)).toEqual([])
  for (const { clockInTime, clockOutTime, isClockOutReported } of await sessions()) {
    expect(clockInTime.getTime()).toBeLessThanOrEqual(app.now.getTime())
    if (clockOutTime === null) expect(isClockOutReported).toBe(false)
    else {
      expect(clockOutTime.getTime()).toBeLessThanOrEqual(app.now.getTime())
      expect(clockOutTime.getTime()).toBeGreaterThanOrEqual(clockInTime.getTime())
    }
  }
}

test('late taps of two phones, in any order, never overlap and never fail', async () => {
  let done = 0
  const walk = async (taps: readonly Tap[]) => {
    await sql`truncate clock_session cascade`.execute(app.database)
    const tickets: number[] = []
    for (const _ of [1, 2]) {
      const { ticketId } = await app.as('dana').tickets.create({ ...june, jobs: JOBS })
      await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
      tickets.push(ticketId)
    }
    for (let index = 0; index < taps.length; index += 1) {
      const [one, next] = taps.slice(index, index + 2)
      if (one === undefined) break
      app.now = new Date(app.now.getTime() + one.wait * MINUTE_MS)
      if (one.correction !== null) await correctOne(one.correction)
      const together = one.isTogether && next !== undefined ? [one, { ...next, isTogether: true }] : [one]
      if (together.length === 2) index += 1
      await Promise.all(together.map(each => sendTap(each, tickets)))
      await checkSessions()
    }
    done += (await sessions()).filter(({ isClockOutReported }) => isClockOutReported).length
    expect(app.loggedErrors).toEqual([])
  }
  const sequences = fc.asyncProperty(fc.array(tap, { minLength: 25, maxLength: 25 }), walk)
  await fc.assert(sequences, { seed: SEED, numRuns: SEQUENCES, endOnFailure: true })
  // Clocks were stopped by late taps, so the checks mean something.
  expect(done).toBeGreaterThan(0)
}, 180_000)
