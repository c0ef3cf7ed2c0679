import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROCEDURES as CONTRACT_PROCEDURES } from '#contract/index.ts'
import { exportsEnd } from '../../support/exports-end.ts'
import { createTestApp, type MemberName, type TestApp } from '../../support/test-app.ts'
import { isLongRound } from '../../support/test-round.ts'
import { procedureOf, requestOf } from './broken-requests.ts'
import type { KnownIds } from './input-from-schema.ts'
import { createKnownIds } from './known-ids.ts'
import { createRawHttpClient, type RawHttpClient, type RawRequest } from './raw-http.ts'

/** The authentication library's tables; and background jobs may update an email and their own rows at any time. */
const UNTRACKED_TABLES = ['auth_session', 'auth_rate_limit', 'email_outbox', 'background_job']

/**
 * Counts committed rows: a trigger on every table records them in the same transaction, so a rollback undoes it.
 * Returns how to read the count.
 */
async function countWrites(client: pg.Client): Promise<() => Promise<number>> {
  await client.query(`
    create table if not exists written (id bigint generated always as identity primary key);
    create or replace function note_written() returns trigger language plpgsql security definer
      set search_path from current as $$ begin insert into written default values; return null; end $$;`)
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'written'`,
  )
  for (const { name } of rows.filter(({ name }) => !UNTRACKED_TABLES.includes(name)))
    await client.query(`create or replace trigger note_written after insert or update or delete on ${name}
      for each row execute function note_written()`)
  await client.query(`create or replace trigger note_written after insert or delete on email_outbox
    for each row execute function note_written()`)
  return async () => {
    const counted = await client.query<{ count: string }>('select coalesce(max(id), 0) as count from written')
    return Number(counted.rows[0]?.count)
  }
}

// Thousands of valid, invalid and meaningless requests. Each is answered in time and without a server error, and a
// refused one has written nothing.

const CALLS = Number(process.env.FUZZ_CALLS ?? (isLongRound ? 2000 : 800))
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

const PROCEDURES = Object.entries(CONTRACT_PROCEDURES).map(([name, declared]) => procedureOf(name, declared))

const PEOPLE = ['', 'dana', 'dana', 'walt', 'rosa', 'ray'] as const

let app: TestApp
let rawClient: RawHttpClient
let client: pg.Client
let knownIds: KnownIds
let cookies: ReadonlyMap<string, string>
const keys = Array.from({ length: 20 }, () => randomUUID())

beforeAll(async () => {
  app = await createTestApp()
  knownIds = await createKnownIds(app)
  rawClient = createRawHttpClient(app.url)
  client = new pg.Client(app.connection)
  await client.connect()
  const signIn = async (person: MemberName) =>
    [person, await app.signIn(`${person}@${person === 'ray' ? 'lonestar' : 'bluebonnet'}.example`)] as const
  cookies = new Map(await Promise.all((['dana', 'walt', 'rosa', 'ray'] as const).map(signIn)))
})
afterAll(async () => {
  rawClient.close()
  await client.end()
  await app.close()
})

/** Internals that no response may contain. */
const INSIDE =
  /node_modules|\bat .*\.ts\b|relation "|column "|syntax error|violates|invalid input syntax|out of range for/

const errors: string[] = []
const shown = ({ method, path, headers, body }: RawRequest, who: string): string =>
  `${who || 'nobody'}: ${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${body?.toString().slice(0, 600) ?? ''}`

test('every procedure of the contract is called', () => {
  expect(PROCEDURES.length).toBeGreaterThan(40)
})

describe(`with the seed ${SEED}`, () => {
  const each = Math.ceil(CALLS / PROCEDURES.length)
  test.each(PROCEDURES.map((procedure, index) => [procedure.name, procedure, index] as const))(
    `%s answers ${each} requests, and those it refuses leave nothing behind`,
    async (_, procedure, index) => {
      const writes = await countWrites(client)
      let written = await writes()
      const ask = async (request: RawRequest, who: string) => {
        const cookie = cookies.get(who) ?? ''
        const { status, text } = await rawClient.send({ ...request, headers: { ...request.headers, cookie } })
        // It is made in the background, and writes as it goes.
        if (procedure.name === 'companyExports.start') await exportsEnd(app.database, app.now)
        const now = await writes()
        const isDone = status >= 200 && status < 300
        const error = app.loggedErrors.splice(0)[0]
        if (status >= 500 || error !== undefined)
          errors.push(`${shown(request, who)} → ${status} ${String(error?.error)}`)
        else if (!isDone && now !== written) errors.push(`${shown(request, who)} → ${status}, and wrote`)
        else if (INSIDE.test(text) && !isDone) errors.push(`${shown(request, who)} → ${text.slice(0, 300)}`)
        written = now
      }
      await fc.assert(
        fc.asyncProperty(requestOf(procedure, knownIds, keys), fc.constantFrom(...PEOPLE), ask),
        {
          numRuns: each,
          seed: SEED + index,
          endOnFailure: true,
        },
      )
      expect(errors.splice(0)).toEqual([])
    },
    600_000,
  )
})
