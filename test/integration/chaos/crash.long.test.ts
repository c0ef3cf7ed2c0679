// Servers and databases are killed while eight people work. Answered commands are there, once and complete;
// unanswered ones are complete or absent.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Owner } from '#domain/account/actor.ts'
import { book } from '#domain/tickets/ticket.ts'
import { seedCompanies } from '#server/app/seed.ts'
import { createDatabase } from '#server/db/database.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { addTicket } from '#server/features/tickets/new-ticket-store.ts'
import { bluebonnet, customers, rosa, sam, walt } from '#server/seed/demo-accounts.ts'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { ServerProcess } from '../../support/server-process.mjs'
import { CHAOS_ROUNDS } from '../../support/test-round.ts'
import { type ConcurrentUser, type ConcurrentUsers, createConcurrentUsers } from './concurrent-users.ts'
import { type CheckTarget, checkInvariants } from './invariants.ts'
import { createRetryingClient, type RetryingClient, signIn } from './retrying-client.ts'
import { createSeededRandom, type SeededRandom, seedOfRun } from './seeded-random.ts'

const KILLS = ['server', 'postmaster', 'backend', 'both'] as const

vi.setConfig({ testTimeout: 60_000 + CHAOS_ROUNDS * 60_000, hookTimeout: 240_000 })

let child: ServerProcess
let users: ConcurrentUsers
let random: SeededRandom
let dana: Owner
let desk: RetryingClient
let since = 0

async function withDatabase<T>(use: (database: CheckTarget['database']) => Promise<T>): Promise<T> {
  const { database, close } = createDatabase(child.connection, () => {})
  return use(database).finally(close)
}

beforeAll(async () => {
  await buildIfStale()
  child = new ServerProcess()
  await child.start()
  random = createSeededRandom(seedOfRun('crash and restart'))
  const filled = await withDatabase(database => seedCompanies({ database, publish: () => {} }, new Date()))
  const { owner, walt: waltId, rosa: rosaId, sam: samId } = filled.bluebonnet
  dana = owner
  const people = [
    { id: owner.id, email: bluebonnet.email, place: 'desk' },
    { id: waltId, email: walt.email, place: 'desk' },
    { id: rosaId, email: rosa.email, place: 'bay' },
    { id: samId, email: sam.email, place: 'bay' },
  ] as const
  const writers: ConcurrentUser[] = []
  // Two of each: one person with a phone and a desk screen.
  for (const { id, email, place: workplace } of [...people, ...people]) {
    const caller = createRetryingClient(id, await signIn(child.url, email), () => child.url)
    writers.push({ caller, workplace })
    if (id === owner.id) desk = caller
  }
  users = createConcurrentUsers(writers, [rosaId, samId], random)
  since = await withDatabase(async database => {
    const row = await database
      .selectFrom('companyVersion')
      .select('version')
      .where('companyId', '=', dana.id)
      .executeTakeFirstOrThrow()
    return row.version
  })
})

afterAll(() => child?.remove())

/** A customer's booking, which is not an RPC procedure. */
async function bookOne(): Promise<void> {
  const now = new Date()
  const execution = { actor: dana, actorKey: null, now, timeZone: bluebonnet.timeZone }
  const { customerDetails, customerRV } = customers[5]
  const { ticketId } = await withDatabase(database =>
    runInTransaction({ database, publish: () => {} }, execution, 'command', work =>
      addTicket(work, ticketId => {
        const fresh = {
          ticketId,
          customerDetails: { ...customerDetails, coordinates: null, profileImageUrl: null },
          customerRV: { ...customerRV, rvImage: null },
          jobs: [{ problem: 'Furnace lights, then goes out', estimatedTime: 0, estimate: true }],
        }
        return book(fresh, dana, now)
      }),
    ),
  )
  users.tickets.push(ticketId)
}

async function backendAtWork(): Promise<number> {
  const client = new pg.Client(child.connection)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'rigwright' and datname = current_database()
      order by (state <> 'idle') desc, random() limit 1`,
  )
  await client.end()
  if (rows[0] === undefined) throw new Error('The server has no connection to its database.')
  return rows[0].pid
}

async function killAndRestore(what: (typeof KILLS)[number]): Promise<void> {
  const { postmaster } = child
  if (what === 'backend') process.kill(await backendAtWork(), 'SIGKILL')
  if (what === 'both' && random.next() < 0.5) process.kill(postmaster, 'SIGKILL')
  if (what === 'server' || what === 'both') await child.end('SIGKILL')
  // A backend's death may have ended it by now.
  if (what === 'postmaster' || (what === 'both' && child.postmaster === postmaster && isAlive(postmaster)))
    process.kill(postmaster, 'SIGKILL')
  if (child.hasEnded) await child.start()
  await child.untilHealthy()
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const checkTargetOf = (database: CheckTarget['database']): CheckTarget => ({
  database,
  companyId: dana.id,
  since,
  files: join(child.dataDir, 'files'),
  journal: join(child.dataDir, 'pictures', 'journal'),
})

test('whatever is killed while people work, no answered command is lost, repeated or half done', async () => {
  const sum = { lost: 0, duplicated: 0, partial: 0 }
  for (let round = 0; round < CHAOS_ROUNDS; round += 1) {
    const kill = KILLS[round % KILLS.length] ?? 'server'
    for (let count = 0; count < 2; count += 1) await bookOne()
    const before = users.log.length
    const stop = users.start()
    await expect.poll(() => users.log.length - before, { timeout: 60_000, interval: 5 }).toBeGreaterThan(24)
    await sleep(random.below(700))
    await killAndRestore(kill)
    const since = users.log.length
    await expect.poll(() => users.log.length - since, { timeout: 60_000, interval: 5 }).toBeGreaterThan(8)
    await stop()

    const errors = await withDatabase(database => checkInvariants(checkTargetOf(database), users.log))
    const { unanswered, wrong } = users.stats()
    expect({ ...errors, wrong }).toEqual({ lost: [], duplicated: [], partial: [], wrong: [] })
    for (const name of ['lost', 'duplicated', 'partial'] as const) sum[name] += errors[name].length
    for (const ticketId of users.tickets.slice(-12))
      expect(await desk.client.tickets.get({ ticketId })).toMatchObject({ ticketId })
    const done = users.log.filter(({ outcome }) => outcome.isDone).length
    console.log(
      `round ${round + 1} of ${CHAOS_ROUNDS} (${kill}): ${done} commands acknowledged, ${users.log.length - done} refused, ` +
        `${unanswered} answers lost on the way, ${sum.lost} lost, ${sum.duplicated} doubled, ${sum.partial} half`,
    )
  }
  expect(users.log.filter(({ outcome }) => outcome.isDone).length).toBeGreaterThan(CHAOS_ROUNDS * 5)
  expect(users.stats().unanswered).toBeGreaterThan(0)
  expect(child.output).not.toMatch(/deadlock detected|could not serialize/)
})

test('after a start no unreferenced image and no journal entry is left', async () => {
  await child.end('SIGTERM')
  await child.start()
  await expect
    .poll(() => readdir(join(child.dataDir, 'pictures', 'journal')), { timeout: 20_000 })
    .toEqual([])
  const errors = await withDatabase(database => checkInvariants(checkTargetOf(database), users.log))
  expect(errors).toEqual({ lost: [], duplicated: [], partial: [] })
})
