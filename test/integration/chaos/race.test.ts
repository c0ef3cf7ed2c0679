// Many people on one ticket at once. The result equals some sequence, in the change log's order: it is replayed with
// the domain's verbs.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#domain/account/actor.ts'
import { may } from '#domain/account/permission.ts'
import { clockIn, clockOut, isRunning } from '#domain/clocks/clock.ts'
import type { Job } from '#domain/tickets/job.ts'
import {
  approve,
  askApproval,
  assertActive,
  assign,
  complete,
  finalize,
  release,
  reopen,
  summaryOf,
  type Ticket,
} from '#domain/tickets/ticket.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { findTicket } from '#server/features/tickets/store.ts'
import { bluebonnet, rosa, sam } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { CHAOS_ROUNDS } from '../../support/test-round.ts'
import { createRetryingClient, type Outcome, type RetryingClient, signIn } from './retrying-client.ts'
import { createSeededRandom, type SeededRandom, seedOfRun } from './seeded-random.ts'

const CLIENTS = 64
const EACH = 4

let app: TestApp
let random: SeededRandom
let callers: RetryingClient[]

const people = ['dana', 'walt', 'rosa', 'sam'] as const
type Who = (typeof people)[number]

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date() })
  random = createSeededRandom(seedOfRun('a race'))
  const emails = { dana: bluebonnet.email, walt: 'walt@bluebonnet.example', rosa: rosa.email, sam: sam.email }
  callers = await Promise.all(
    people.map(async who =>
      createRetryingClient(app.ids[who], await signIn(app.url, emails[who]), () => app.url),
    ),
  )
})
afterAll(() => app.close())

const NAMES = [
  'assign',
  'release',
  'askApproval',
  'approve',
  'finalize',
  'reopen',
  'complete',
  'clockIn',
  'clockOut',
] as const
type Verb = (typeof NAMES)[number]

/** Completing ends the ticket, so it comes after the others. */
const WEIGHTED_VERBS: readonly Verb[] = [
  ...NAMES.filter(name => name !== 'complete'),
  'clockOut',
  'approve',
  'reopen',
  'clockOut',
]

function ask({ client }: RetryingClient, verb: Verb, ticketId: number, employeeId: string, key: string) {
  const under = { context: { idempotencyKey: key } }
  if (verb === 'assign') return client.tickets.assign({ ticketId, employeeId }, under)
  if (verb === 'clockIn' || verb === 'clockOut')
    return client.tickets[verb]({ ticketId, jobNumber: 1 }, under)
  return client.tickets[verb]({ ticketId }, under)
}

type Row = {
  verb: string
  actor: string
  actorName: string
  at: Date
  card: object
  detail: { jobNumber?: number; technician?: string } | null
}

const actorOf = (id: string): Actor => {
  const who = people.find(name => app.ids[name] === id) as Who
  const companyId = app.ids.dana
  if (who === 'dana') return { kind: 'owner', id, name: bluebonnet.owner, companyId }
  const isTechnician = who !== 'walt'
  return { kind: 'employee', id, name: who, companyId, isTechnician, isServiceWriter: !isTechnician }
}

const technicians = () => [
  { id: app.ids.rosa, firstName: rosa.firstName, lastName: rosa.lastName },
  { id: app.ids.sam, firstName: sam.firstName, lastName: sam.lastName },
]

/** The ticket after one change log entry; throws if it was not allowed. */
function replay(ticket: Ticket, { verb, actor: id, actorName, at, detail }: Row): Ticket {
  const by = { id, name: actorName }
  const actor = actorOf(id)
  const withSessions = (change: (job: Job) => Job['sessions']): Ticket => ({
    ...ticket,
    jobs: ticket.jobs.map(job =>
      job.jobNumber === detail?.jobNumber ? { ...job, sessions: change(job) } : job,
    ),
  })
  switch (verb) {
    case 'ticket.assign': {
      const technician = technicians().find(one => `${one.firstName} ${one.lastName}` === detail?.technician)
      if (technician === undefined) throw new Error(`nobody is called ${detail?.technician}`)
      return assign(ticket, technician, at, bluebonnet.timeZone)
    }
    case 'ticket.release':
      return release(ticket)
    case 'ticket.askApproval':
      if (!may(actor, 'ticket.ask-approval', ticket)) throw new Error(`${actorName} may not ask`)
      return askApproval(ticket, by, at)
    case 'ticket.approve':
      return approve(ticket, by, at)
    case 'ticket.finalize':
      return finalize(ticket, (bluebonnet.laborRate * 100) as never, by, at)
    case 'ticket.reopen':
      return reopen(ticket, by, at)
    case 'ticket.complete':
      return complete(ticket, by, at)
    case 'ticket.clock-in':
      if (!may(actor, 'clock.run', ticket)) throw new Error(`${actorName} may not run a clock`)
      assertActive(ticket)
      // A clock-in that waited for the end of the previous session starts at that end.
      return withSessions(job => {
        const ends = job.sessions.filter(one => one.technicianId === id).map(one => one.clockOutTime ?? at)
        const start = new Date(Math.max(...[at, ...ends].map(Number)))
        return [...job.sessions, clockIn(`${job.sessions.length}`, by, start)]
      })
    case 'ticket.clock-out': {
      const whose = detail?.technician ?? actorName
      return withSessions(job => {
        const running = job.sessions.find(one => isRunning(one) && one.technician === whose)
        if (running === undefined) throw new Error(`${whose} runs no clock`)
        return job.sessions.map(one => (one === running ? clockOut(one, at) : one))
      })
    }
    default:
      throw new Error(`nobody did ${verb}`)
  }
}

async function read(ticketId: number): Promise<Ticket> {
  const execution = { actor: actorOf(app.ids.dana), actorKey: null, now: new Date(), timeZone: 'UTC' }
  const ticket = await runInTransaction(
    { database: app.database, publish: () => {} },
    execution,
    'query',
    work => findTicket(work, ticketId),
  )
  if (ticket === null) throw new Error('no ticket')
  return ticket
}

const plain = (ticket: Ticket) => ({
  ...ticket,
  jobs: ticket.jobs.map(job => ({
    ...job,
    sessions: job.sessions
      .map(({ technicianId, clockInTime, clockOutTime }) => [
        technicianId,
        clockInTime.getTime(),
        clockOutTime?.getTime(),
      ])
      .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other))),
  })),
})

const LOGGED_VERBS =
  /^(Already |You are not clocked in|A technician is still clocked in|Not found|This ticket is no longer in progress|No ticket data found|This ticket is not waiting for approval|Finalize this ticket first)/

type Done = { readonly who: string; readonly verb: Verb; readonly outcome: Outcome }

async function race(): Promise<void> {
  const ticketId = await app.createTicket()
  const first = await read(ticketId)
  const { max } = await app.database
    .selectFrom('changeLog')
    .select(({ fn }) => fn.max('version').as('max'))
    .where('companyId', '=', app.ids.dana)
    .executeTakeFirstOrThrow()
  const done: Done[] = []
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const caller = callers[index % callers.length] as RetryingClient
      for (let turn = 0; turn < EACH; turn += 1) {
        const isLast = turn === EACH - 1 && index % 8 === 0
        const verb = isLast ? random.pick(['finalize', 'complete'] as const) : random.pick(WEIGHTED_VERBS)
        const technician = random.pick([app.ids.rosa, app.ids.sam])
        const outcome = await caller.retryUntilDone(key => ask(caller, verb, ticketId, technician, key))
        done.push({ who: caller.id, verb, outcome })
      }
    }),
  )
  const rows = (await app.database
    .selectFrom('changeLog')
    .selectAll()
    .where('companyId', '=', app.ids.dana)
    .where('version', '>', max)
    // A clock still running from the previous race stops with the next.
    .where('id', '=', String(ticketId))
    .orderBy('version')
    .orderBy('seq')
    .execute()) as unknown as Row[]

  let ticket = first
  for (const row of rows) {
    ticket = replay(ticket, row)
    expect(JSON.parse(JSON.stringify(summaryOf(ticket)))).toEqual(row.card)
  }
  expect(plain(ticket)).toEqual(plain(await read(ticketId)))

  // Each acknowledged step has its entry, and every entry its step.
  const lines = (verb: string) => rows.filter(row => row.verb === `ticket.${verb}`).length
  const acknowledged = (verb: Verb) => done.filter(one => one.verb === verb && one.outcome.isDone)
  for (const verb of NAMES.filter(name => name !== 'clockIn' && name !== 'clockOut'))
    expect(`${verb} ${lines(verb)}`).toBe(`${verb} ${acknowledged(verb).length}`)
  const started = acknowledged('clockIn').map(({ outcome }) =>
    outcome.isDone ? (outcome.answer as { sessionId: string }).sessionId : '',
  )
  expect(lines('clock-in')).toBe(new Set(started).size)
  expect(
    rows.filter(row => row.verb === 'ticket.clock-out' && row.detail?.technician === undefined).length,
  ).toBe(acknowledged('clockOut').length)
  for (const { verb, outcome } of done) {
    if (outcome.isDone) continue
    expect(['REFUSED', 'NOT_FOUND', 'FORBIDDEN']).toContain(outcome.code)
    if (outcome.code === 'FORBIDDEN') expect(outcome.message).toBe('Your role does not allow this.')
    else expect(outcome.message, verb).toMatch(LOGGED_VERBS)
  }
}

test('sixty-four concurrent users leave a ticket as if in sequence, and each refusal says why', {
  timeout: 60_000 + CHAOS_ROUNDS * 60_000,
}, async () => {
  for (let count = 0; count < CHAOS_ROUNDS; count += 1) await race()
  expect(callers.flatMap(({ stats }) => stats.wrong)).toEqual([])
  expect(app.loggedErrors).toEqual([])
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(app.database)
  expect(rows).toEqual([{ deadlocks: 0 }])
})
