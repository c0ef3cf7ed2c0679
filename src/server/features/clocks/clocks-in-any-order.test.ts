import { ORPCError } from '@orpc/client'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeTracked } from '#domain/clocks/clock.ts'
import type { ActivityDetail } from '#domain/tickets/activity.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { listOverlappingSessions } from '../../../../test/support/overlapping-sessions.ts'
import { type Client, createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { isLongRound } from '../../../../test/support/test-round.ts'

// Random actions in any order, sometimes two at once: refusals are fine, inconsistent states are not. A failing seed
// is printed and repeats the run, except for who comes first of two.

const SEED = 412_873
const SEQUENCES = isLongRound ? 50 : 30
const STEPS = 30
const MINUTE_MS = 60_000

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type JobKey = { readonly ticketId: number; readonly jobNumber: number }
type Action = (client: Client, place: JobKey, step: Step) => Promise<unknown>

const minutesAgo = (minutes: number): Date => new Date(app.now.getTime() - minutes * MINUTE_MS)

const sessionsOn = (ticketId: number) =>
  app.database
    .selectFrom('clockSession')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .orderBy('clockInTime')
    .orderBy('sessionId')
    .execute()

const correct: Action = async (client, { ticketId }, { choice, minutes }) => {
  const sessions = await sessionsOn(ticketId)
  const session = sessions[choice % Math.max(1, sessions.length)]
  if (session === undefined) return
  const { sessionId } = session
  const clockInTime = minutesAgo(Math.abs(minutes) + choice)
  const clockOutTime = minutesAgo(choice)
  const times = [{ clockInTime }, { clockOutTime }, { clockInTime, clockOutTime }, {}][choice % 4]
  await client.clocks.correct({ ticketId, sessionId, reason: 'Asked them', ...times })
}

const jobs = [{ problem: 'Roof leak', estimatedTime: 1, estimate: true }, { problem: 'Slide-out' }]

const ACTIONS = {
  assign: (client, { ticketId }, { choice }) =>
    client.tickets.assign({ ticketId, employeeId: choice % 2 === 0 ? app.ids.rosa : app.ids.sam }),
  release: (client, { ticketId }) => client.tickets.release({ ticketId }),
  clockIn: (client, place) => client.tickets.clockIn(place),
  clockOut: (client, place) => client.tickets.clockOut(place),
  correct,
  askApproval: (client, { ticketId }) => client.tickets.askApproval({ ticketId }),
  approve: (client, { ticketId }) => client.tickets.approve({ ticketId }),
  finalize: (client, { ticketId }) => client.tickets.finalize({ ticketId }),
  reopen: (client, { ticketId }) => client.tickets.reopen({ ticketId }),
  complete: (client, { ticketId }) => client.tickets.complete({ ticketId }),
  addJob: (client, { ticketId }) => client.tickets.addJob({ ticketId, problem: 'Awning', estimatedTime: 1 }),
  removeJob: (client, place) => client.tickets.removeJob(place),
  suggestTime: (client, place, { choice }) =>
    client.tickets.changeJob({ ...place, suggestedTime: choice / 4 }),
  approveTime: (client, place) => client.tickets.approveTime(place),
} as const satisfies Record<string, Action>

type Verb = keyof typeof ACTIONS

type Step = {
  readonly who: 'dana' | 'walt' | 'rosa' | 'sam'
  readonly verb: Verb
  readonly ticket: number
  readonly jobNumber: number
  readonly choice: number
  /** How far the server's time moves before; it may go backwards. */
  readonly minutes: number
  /** Concurrent with the next step. */
  readonly isTogether: boolean
}

/** The weight of each action: clocks start and stop more often than tickets move. */
const WEIGHTS: Readonly<Record<Verb, number>> = {
  assign: 4,
  release: 1,
  clockIn: 8,
  clockOut: 4,
  correct: 4,
  askApproval: 2,
  approve: 2,
  finalize: 2,
  reopen: 2,
  complete: 1,
  addJob: 1,
  removeJob: 1,
  suggestTime: 3,
  approveTime: 3,
}
const verbs = (Object.keys(WEIGHTS) as Verb[]).flatMap(verb =>
  Array.from({ length: WEIGHTS[verb] }, () => verb),
)

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('dana', 'walt', 'rosa', 'sam'),
  verb: fc.constantFrom(...verbs),
  ticket: fc.nat(1),
  jobNumber: fc.integer({ min: 1, max: 3 }),
  choice: fc.nat(11),
  minutes: fc.integer({ min: -3, max: 240 }),
  isTogether: fc.boolean(),
})

/** Refusals are expected; any other error fails the test. */
async function performStep(one: Step, tickets: readonly number[]): Promise<boolean> {
  const place = { ticketId: tickets[one.ticket] ?? 0, jobNumber: one.jobNumber }
  try {
    await ACTIONS[one.verb](app.as(one.who), place, one)
    return true
  } catch (error) {
    if (error instanceof ORPCError && error.status < 500) return false
    throw error
  }
}

/** The states before and after each step. */
const EXPECTED_TRANSITIONS: Readonly<Record<string, readonly [State | null, State]>> = {
  'ticket.create': [null, 'active'],
  'ticket.askApproval': ['active', 'approval'],
  'ticket.approve': ['approval', 'active'],
  'ticket.finalize': ['active', 'completed'],
  'ticket.reopen': ['completed', 'active'],
  'ticket.complete': ['completed', 'recorded'],
}

/** Whether a correction ended a running clock. */
function isEndEvent(detail: ActivityDetail | null): boolean {
  const end = detail?.clockOutTime
  return end !== undefined && end.before === null && end.after !== null
}

async function checkTicket(ticketId: number): Promise<void> {
  const { state, jobs, assignedTechnician } = await app.as('dana').tickets.get({ ticketId })
  const changes = await app.database
    .selectFrom('changeLog')
    .select(['verb', 'detail'])
    .$narrowType<{ detail: ActivityDetail | null }>()
    .where('id', '=', String(ticketId))
    .orderBy('version')
    .orderBy('seq')
    .execute()
  let reached: State | null = null
  for (const { verb, detail } of changes) {
    const lead = EXPECTED_TRANSITIONS[verb]
    if (lead === undefined) continue
    expect([verb, reached]).toEqual([verb, lead[0]])
    reached = lead[1]
    expect(detail).toMatchObject({ state: { before: lead[0], after: lead[1] } })
  }
  expect(state).toBe(reached)

  const rows = await sessionsOn(ticketId)
  for (const { jobNumber, sessions } of jobs) {
    const own = rows.filter(row => row.jobNumber === jobNumber)
    const sum = own.reduce(
      (total, { clockInTime, clockOutTime }) =>
        total + Math.max(0, Number(clockOutTime ?? app.now) - Number(clockInTime)),
      0,
    )
    expect(timeTracked(sessions, app.now)).toBe(sum)
  }
  expect(jobs.flatMap(({ sessions }) => sessions)).toHaveLength(rows.length)
  expect(changes.filter(({ verb }) => verb === 'ticket.clock-in')).toHaveLength(rows.length)
  const running = rows.filter(({ clockOutTime }) => clockOutTime === null)
  // Every ended session ended once: by clocking out, or by the desk.
  const ends = changes.filter(({ verb, detail }) => verb === 'ticket.clock-out' || isEndEvent(detail))
  expect(ends).toHaveLength(rows.length - running.length)
  const technicians: string[] = [app.ids.rosa, app.ids.sam]
  if (state !== 'active') expect(running).toEqual([])
  for (const { technicianId } of running)
    if (technicians.includes(technicianId)) expect(technicianId).toBe(assignedTechnician)
}

async function checkCompany(): Promise<void> {
  expect(await listOverlappingSessions(app.database)).toEqual([])
  const { rows: busy } = await sql`
    select technician_id from clock_session where clock_out_time is null group by technician_id having count(*) > 1
  `.execute(app.database)
  expect(busy).toEqual([])
  const versions = await app.database
    .selectFrom('changeLog')
    .select(['version', sql<number[]>`array_agg(seq order by seq)`.as('seqs')])
    .where('companyId', '=', app.ids.dana)
    .groupBy('version')
    .orderBy('version')
    .execute()
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1))
  for (const { seqs } of versions) expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  const counted = await app.database
    .selectFrom('companyVersion')
    .select('version')
    .where('companyId', '=', app.ids.dana)
    .executeTakeFirstOrThrow()
  expect(counted.version).toBe(versions.length)
}

test('in any order, and two at once, clocks and tickets stay consistent', async () => {
  const done = new Map<Verb, number>()
  const walk = async (steps: readonly Step[]) => {
    const tickets: number[] = []
    for (const technician of ['rosa', 'sam'] as const) {
      const { ticketId } = await app.as('dana').tickets.create({ ...june, jobs })
      await app.as('walt').tickets.assign({ ticketId, employeeId: app.ids[technician] })
      tickets.push(ticketId)
    }
    for (let index = 0; index < steps.length; index += 1) {
      const [one, next] = steps.slice(index, index + 2)
      if (one === undefined) break
      app.now = new Date(app.now.getTime() + one.minutes * MINUTE_MS)
      const together = one.isTogether && next !== undefined ? [one, next] : [one]
      if (together.length === 2) index += 1
      const taken = await Promise.all(together.map(each => performStep(each, tickets)))
      for (const [place, { verb }] of together.entries())
        if (taken[place]) done.set(verb, 1 + (done.get(verb) ?? 0))
    }
    expect(app.loggedErrors).toEqual([])
    for (const ticketId of tickets) await checkTicket(ticketId)
    await checkCompany()
  }
  const sequences = fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), walk)
  await fc.assert(sequences, { seed: SEED, numRuns: SEQUENCES, endOnFailure: true })
  // Every action succeeded at least once, so the checks mean something.
  expect([...done.keys()].sort()).toEqual(Object.keys(ACTIONS).sort())
}, 180_000)
