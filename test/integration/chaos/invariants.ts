// Invariants of all stored data, checked without row-level security.

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { isRunning } from '#domain/clocks/clock.ts'
import { BOARD_SECTIONS } from '#domain/tickets/board-sections.ts'
import { VERBS } from '#domain/tickets/state/transition.ts'
import { type State, summaryOf, type Ticket } from '#domain/tickets/ticket.ts'
import { searchTextOf } from '#domain/tickets/ticket-search-terms.ts'
import type { Database } from '#server/db/database.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { listStates, listTickets } from '#server/features/tickets/store.ts'
import { fileKeysOf, imageIdOf } from '#server/files/file-keys.ts'
import type { LoggedOutcome } from './concurrent-users.ts'

export type CheckTarget = {
  readonly database: Database
  readonly companyId: string
  /** The change log's version before the logged actions. */
  readonly since: number
  /** Where images and the journal are; null if none were uploaded. */
  readonly files: string | null
  readonly journal: string | null
}

type InvariantViolations = {
  readonly lost: string[]
  readonly duplicated: string[]
  readonly partial: string[]
}

type Change = {
  version: number
  seq: number
  kind: string
  id: string
  verb: string
  at: Date
  actor: string
  card: object | null
  detail: { state?: { before: State | null; after: State } } | null
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other))

function countBy<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1)
  return counts
}

/** The change log has every version once, and its rows are numbered from 1. */
function checkVersions(changes: readonly Change[], version: number): string[] {
  const errors: string[] = []
  let expected = { version: 1, seq: 1 }
  for (const change of changes) {
    const isNext = change.version === expected.version && change.seq === expected.seq
    const isNextVersion = change.version === expected.version + 1 && change.seq === 1 && expected.seq > 1
    if (!isNext && !isNextVersion) errors.push(`the change log jumps to ${change.version}.${change.seq}`)
    expected = { version: change.version, seq: change.seq + 1 }
  }
  const last = changes.at(-1)?.version ?? 0
  if (last !== version) errors.push(`the change log ends at ${last}, the company is at ${version}`)
  return errors
}

const has = (moment: Date | null): boolean => moment !== null

function checkTicket(ticket: Ticket, row: Row, changes: readonly Change[]): string[] {
  const { ticketId, state } = ticket
  const errors: string[] = []
  const expect = (isSo: boolean, what: string) => {
    if (!isSo) errors.push(`ticket ${ticketId} (${state}): ${what}`)
  }
  const steps = changes.filter(({ verb }) => VERBS.some(step => verb === `ticket.${step}`))
  const first = steps[0]?.verb
  expect(first === 'ticket.create' || first === 'ticket.book', `its change log begins with ${first}`)
  let current: State | null = null
  for (const { detail, verb } of steps) {
    expect(detail?.state?.before === current, `${verb} led out of ${detail?.state?.before}, not ${current}`)
    current = detail?.state?.after ?? null
  }
  expect(current === state, `its change log says ${current}`)
  const last = steps.at(-1)
  expect(`ticket.${row.transition}` === last?.verb, `its last step is ${row.transition}, not ${last?.verb}`)
  expect(
    isSame(row.transitionedAt, last?.at) && row.transitionedBy === last?.actor,
    'its last step has another time or name',
  )
  expect(has(row.pendingTimestamp) === (first === 'ticket.book'), 'its pendingTimestamp does not fit')
  const wasActive = state !== 'pending' && state !== 'declined'
  expect(has(row.activeTimestamp) === wasActive, 'its activeTimestamp does not fit')
  expect(has(row.completedTimestamp) === (state === 'recorded'), 'its completedTimestamp does not fit')
  expect(
    (row.laborRate !== null) === (state === 'completed' || state === 'recorded'),
    'its rate does not fit',
  )
  expect(isSame(row.card, summaryOf(ticket)), 'its card is not its own')
  expect(isSame(changes.at(-1)?.card, row.card), 'the last card in the change log differs')
  expect(row.text === searchTextOf(ticket), 'it is found by other words')
  return errors
}

type Row = {
  ticketId: number
  transition: string
  transitionedAt: Date
  transitionedBy: string
  pendingTimestamp: Date | null
  activeTimestamp: Date | null
  completedTimestamp: Date | null
  laborRate: number | null
  card: object
  text: string | null
}

async function checkImages({ companyId, files, journal }: CheckTarget, tickets: readonly Ticket[]) {
  const missing: string[] = []
  const unnamed: string[] = []
  if (files === null || journal === null) return { missing, unnamed }
  const named = new Set(
    tickets.flatMap(({ ticketId, jobs, customerDetails, customerRV }) => {
      const { profileImageUrl } = customerDetails
      const images = [imageIdOf(profileImageUrl), imageIdOf(customerRV.rvImage)].filter(id => id !== null)
      const photos = jobs.flatMap(job => job.photos.map(({ photoId }) => photoId))
      return [...images, ...photos].flatMap(imageId => fileKeysOf({ companyId, ticketId, imageId }))
    }),
  )
  for (const key of named) if (!existsSync(join(files, key))) missing.push(`the image ${key} is missing`)
  const noted = await readdir(journal).catch(() => [])
  const folder = join('companies', companyId, 'tickets')
  const found = await readdir(join(files, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of found.filter(one => one.isFile())) {
    const key = join(entry.parentPath, entry.name).slice(files.length + 1)
    if (!named.has(key) && !noted.some(id => key.includes(id)))
      unnamed.push(`no row references the image ${key}`)
  }
  return { missing, unnamed }
}

type StoredAnswer = { readonly actor: string; readonly key: string; readonly response: unknown }

/**
 * Who did something, lost the response and then the ticket is told only that it is not found: a stored response is for
 * those who may still ask. Such a command counts as done.
 */
function withDeniedRepeats(
  book: readonly LoggedOutcome[],
  answers: readonly StoredAnswer[],
  changes: readonly Change[],
): LoggedOutcome[] {
  const storedAnswers = new Map(answers.map(({ key, response }) => [key, response]))
  return book.map(entry => {
    const { key, verb, actor, ticketId, outcome } = entry
    if (outcome.isDone || outcome.code !== 'NOT_FOUND' || !storedAnswers.has(key)) return entry
    const isOfTicket = ({ kind, id }: Change) => kind === 'ticket' && id === String(ticketId)
    const own = changes.find(change => isOfTicket(change) && change.verb === verb && change.actor === actor)
    const isTaken = changes.some(
      change =>
        isOfTicket(change) &&
        ['ticket.assign', 'ticket.release'].includes(change.verb) &&
        change.version > (own?.version ?? Infinity),
    )
    return isTaken ? { ...entry, outcome: { isDone: true, answer: storedAnswers.get(key) } } : entry
  })
}

/** Whether the change log and stored responses agree with the responses that users got: each action once. */
function compareWithLog(
  { since }: CheckTarget,
  changes: readonly Change[],
  answers: readonly StoredAnswer[],
  book: readonly LoggedOutcome[],
  errors: InvariantViolations,
) {
  const actors = new Set(book.map(({ actor }) => actor))
  const done = book.filter(({ outcome }) => outcome.isDone)
  const storedAnswers = new Map(answers.map(({ key, response }) => [key, response]))
  for (const { key, verb, outcome } of book) {
    if (!outcome.isDone && storedAnswers.has(key))
      errors.partial.push(`${verb} was refused, and its answer is stored`)
    if (outcome.isDone && !isSame(storedAnswers.get(key), outcome.answer))
      errors.lost.push(`${verb} under ${key} was answered ${JSON.stringify(outcome.answer)}`)
  }
  const known = new Set(book.map(({ key }) => key))
  for (const { actor, key } of answers)
    if (actors.has(actor) && !known.has(key)) errors.partial.push(`a stored answer reached no user: ${key}`)
  for (const [key, answer] of storedAnswers)
    if (answer === null) errors.partial.push(`${key} was begun, and not answered`)

  // Clocks stopped by reassigning or by starting another are side effects.
  const unasked = new Set(['ticket.clock-out', 'ticket.book'])
  const asked = (verb: string): boolean => verb.startsWith('ticket.') && !unasked.has(verb)
  const written = countBy(
    changes.filter(({ version, verb, actor }) => version > since && actors.has(actor) && asked(verb)),
    ({ actor, verb, id }) => `${actor} ${verb} ${id}`,
  )
  const sessions = new Set<string>()
  const wanted = countBy(
    done.filter(({ verb, outcome }) => {
      if (!asked(verb)) return false
      // Starting a running clock changes nothing, and returns the running one.
      if (verb !== 'ticket.clock-in' || !outcome.isDone) return true
      const { sessionId } = outcome.answer as { sessionId: string }
      return !sessions.has(sessionId) && sessions.add(sessionId) !== undefined
    }),
    ({ actor, verb, ticketId, outcome }) =>
      `${actor} ${verb} ${ticketId ?? (outcome.isDone ? (outcome.answer as { ticketId: number }).ticketId : '')}`,
  )
  for (const name of new Set([...written.keys(), ...wanted.keys()])) {
    const [is, ought] = [written.get(name) ?? 0, wanted.get(name) ?? 0]
    for (let missing = is; missing < ought; missing += 1)
      errors.lost.push(`${name}: ${is} instead of ${ought}`)
    for (let extra = ought; extra < is; extra += 1)
      errors.duplicated.push(`${name}: ${is} instead of ${ought}`)
  }
}

/** Text written with a marker is there once, unless the change log says that it was removed. */
function compareMarkers(
  tickets: readonly Ticket[],
  changes: readonly Change[],
  book: readonly LoggedOutcome[],
  errors: InvariantViolations,
) {
  const problems = countBy(
    tickets.flatMap(({ jobs }) => jobs),
    ({ problem }) => problem,
  )
  const parts = countBy(
    tickets.flatMap(one => one.parts),
    ({ description }) => description,
  )
  const removed = (verb: string, what: 'job' | 'part') =>
    new Set(
      changes
        .filter(change => change.verb === verb)
        .map(({ detail }) =>
          String((detail as Record<string, unknown> | null)?.[what]).replace(/^\d+\. /, ''),
        ),
    )
  const goneJobs = removed('ticket.remove-job', 'job')
  const goneParts = removed('ticket.remove-part', 'part')
  for (const { verb, marker, outcome } of book) {
    const isJob = verb === 'ticket.create' || verb === 'ticket.add-job'
    if (!isJob && verb !== 'ticket.add-part') continue
    const count = (isJob ? problems : parts).get(marker) ?? 0
    const isGone = (isJob ? goneJobs : goneParts).has(marker)
    const ought = outcome.isDone && !isGone ? 1 : 0
    if (count < ought) errors.lost.push(`${verb} of ${marker}`)
    if (count > ought)
      errors[outcome.isDone ? 'duplicated' : 'partial'].push(`${verb} of ${marker}: ${count} times`)
  }
}

/** Checks all data of the company. No user may be working meanwhile. */
export async function checkInvariants(
  place: CheckTarget,
  book: readonly LoggedOutcome[],
): Promise<InvariantViolations> {
  const { database, companyId } = place
  const errors: InvariantViolations = { lost: [], duplicated: [], partial: [] }
  const changes = (await database
    .selectFrom('changeLog')
    .selectAll()
    .where('companyId', '=', companyId)
    .orderBy('version')
    .orderBy('seq')
    .execute()) as unknown as Change[]
  const { version, ...counts } = await database
    .selectFrom('companyVersion')
    .select(['version', 'pendingTickets', 'activeTickets', 'approvalTickets', 'completedTickets'])
    .where('companyId', '=', companyId)
    .executeTakeFirstOrThrow()
  errors.partial.push(...checkVersions(changes, version))

  const { rows } = await sql<Row>`
    select t.ticket_id, transition, transitioned_at, transitioned_by, pending_timestamp, active_timestamp, completed_timestamp,
      labor_rate, card, text
    from ticket t left join ticket_search w using (company_id, ticket_id) where company_id = ${companyId}`.execute(
    database,
  )
  const owner = { kind: 'owner', id: companyId, name: '', companyId } as const
  const execution = { actor: owner, actorKey: null, now: new Date(), timeZone: 'UTC' }
  const tickets = await runInTransaction({ database, publish: () => {} }, execution, 'query', async work =>
    listTickets(
      work,
      (await listStates(work)).map(({ ticketId }) => ticketId),
    ),
  )
  const states = countBy(tickets, ({ state }) => state)
  for (const section of BOARD_SECTIONS)
    if (counts[`${section}Tickets`] !== (states.get(section) ?? 0))
      errors.partial.push(`${counts[`${section}Tickets`]} tickets are counted as ${section}`)
  const changesByTicket = new Map<number, Change[]>()
  for (const change of changes.filter(({ kind }) => kind === 'ticket'))
    changesByTicket.set(Number(change.id), [...(changesByTicket.get(Number(change.id)) ?? []), change])
  for (const ticket of tickets) {
    const row = rows.find(({ ticketId }) => ticketId === ticket.ticketId)
    if (row !== undefined)
      errors.partial.push(...checkTicket(ticket, row, changesByTicket.get(ticket.ticketId) ?? []))
  }

  const history = await database
    .selectFrom('workHistory')
    .select('ticketId')
    .where('companyId', '=', companyId)
    .execute()
  const entries = countBy(history, ({ ticketId }) => String(ticketId))
  for (const { ticketId, state } of tickets) {
    const count = entries.get(String(ticketId)) ?? 0
    if (count !== (state === 'recorded' ? 1 : 0))
      errors.partial.push(`ticket ${ticketId} has ${count} entries`)
  }

  const sessions = tickets.flatMap(({ jobs }) => jobs.flatMap(job => job.sessions))
  const running = sessions.filter(isRunning)
  const count = (verb: string) => changes.filter(change => change.verb === verb).length
  if (count('ticket.clock-in') !== sessions.length)
    errors.partial.push('clocks and their starts do not agree')
  if (count('ticket.clock-out') !== sessions.length - running.length)
    errors.partial.push('clocks and their ends do not agree')
  for (const [who, clocks] of countBy(running, ({ technicianId }) => technicianId))
    if (clocks > 1) errors.partial.push(`${who} runs ${clocks} clocks`)

  const { rows: answers } = await sql<StoredAnswer>`
    select actor, key, response from idempotency_key`.execute(database)
  const outcomes = withDeniedRepeats(book, answers, changes)
  compareWithLog(place, changes, answers, outcomes, errors)
  compareMarkers(tickets, changes, outcomes, errors)
  const { missing, unnamed } = await checkImages(place, tickets)
  errors.lost.push(...missing)
  errors.partial.push(...unnamed)
  return errors
}
