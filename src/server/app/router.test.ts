import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROCEDURES, type ProcedureName, ROUTES } from '#contract/index.ts'
import { liveRoutes } from '#contract/live-changes.ts'
import { hasAuditSentence } from '#domain/audit/audit-sentences.ts'
import { hasSentence } from '#domain/tickets/activity.ts'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../test/support/database-dump.ts'
import { CALLERS, type Caller, type Input } from '../../../test/support/examples/example.ts'
import { EXAMPLES } from '../../../test/support/examples/examples.ts'
import { createSecretFixtures, type SecretFixtures } from '../../../test/support/examples/secret-fixtures.ts'
import { exportsEnd } from '../../../test/support/exports-end.ts'
import { createRigOwner } from '../../../test/support/rig-owner-fixtures.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../test/support/test-app.ts'

let app: TestApp
let shop: SecretFixtures
let callers: Record<Caller, Client>

const person = (firstName: string) => ({
  firstName,
  lastName: 'Moss',
  email: `${firstName}.${randomUUID()}@bluebonnet.example`.toLowerCase(),
  phone: '(574) 555-0188',
  licenseNumber: 'IN-1',
  password: PASSWORD,
})

beforeAll(async () => {
  app = await createTestApp()
  shop = await createSecretFixtures(app)
  const fay = person('Fay')
  await app.as('dana').employees.register(fay)
  // An account that no longer has a company.
  const ex = { id: randomUUID(), email: 'ex@mail.example' }
  await sql`insert into auth_user (id, name, email, created_at, updated_at)
    values (${ex.id}, 'Ex', ${ex.email}, now(), now())`.execute(app.database)
  await sql`insert into auth_credential (user_id, account_id, provider_id, password, created_at, updated_at)
    select ${ex.id}, ${ex.id}, 'credential', password, now(), now() from auth_credential limit 1
  `.execute(app.database)
  callers = {
    visitor: app.as('visitor'),
    unaffiliated: app.withCookie(await app.signIn(ex.email)),
    flagless: app.withCookie(await app.signIn(fay.email)),
    technician: app.as('rosa'),
    other: app.as('sam'),
    writer: app.as('walt'),
    owner: app.as('dana'),
    rival: app.as('ray'),
    rvOwner: app.as('june'),
    founder: app.as('maya'),
  }
})
afterAll(() => app.close())

type Act = (client: Client) => Promise<unknown>

const emailOf = async (id: string): Promise<string> =>
  (await sql<{ email: string }>`select email from auth_user where id = ${id}`.execute(app.database)).rows[0]
    ?.email ?? ''

/** Logs in once more and returns that session; a random one for those who may not. */
async function elsewhere(client: Client): Promise<string> {
  const who = await client.me()
  const email = 'id' in who && who.kind !== 'unaffiliated' ? await emailOf(who.id) : null
  if (email === null) return randomUUID()
  await app.signIn(email)
  return (await client.account.sessions()).find(({ isCurrent }) => !isCurrent)?.id ?? ''
}

/** Whose input depends on the caller, or on what the caller did before. */
const BY_CALLER: { readonly [Name in ProcedureName]?: () => Promise<Act> } = {
  // Anyone may end their own session; those without one are refused before.
  'account.endSession': async () => async client => {
    const sessionId = await elsewhere(client)
    await client.account.endSession({ sessionId })
  },
  'account.endOtherSessions': async () => async client => {
    await elsewhere(client)
    await client.account.endOtherSessions()
  },
  'account.setName': async () => client => client.account.setName({ firstName: 'Dana', lastName: 'Reyes' }),
  'rvOwners.changeDetails': async () => client => client.rvOwners.changeDetails({ address: randomUUID() }),
  // June is needed later, so another owner is deleted.
  'rvOwners.deleteAccount': async () => {
    const like = await createRigOwner(app)
    return client =>
      (client === callers.rvOwner ? like.client : client).rvOwners.deleteAccount({ password: PASSWORD })
  },
  'tickets.clockOut': async () => {
    const job = { ticketId: await app.createTicket('rosa'), jobNumber: 1 }
    // A clock is stopped by its technician; others are refused before.
    return async client => {
      await client.tickets.clockIn(job).catch(() => {})
      await client.tickets.clockOut(job)
    }
  },
}

/** Calls a procedure by its name. */
function callOf(client: Client, name: ProcedureName, input: Input): Promise<unknown> {
  const call = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], client)
  return (call as (input: Input) => Promise<unknown>)(input)
}

async function prepareCall(name: ProcedureName): Promise<Act> {
  const byCaller = BY_CALLER[name]
  if (byCaller !== undefined) return byCaller()
  // The rival's own billing is on as well.
  if (name.startsWith('billing.')) await app.as('ray').billing.turnOn()
  const next = await EXAMPLES[name]?.prepare(shop)
  return async client => callOf(client, name, (await next?.())?.input ?? {})
}

const TABLE = (Object.keys(PROCEDURES) as ProcedureName[]).map(name => {
  const { outcomes = [], isUnlogged = false } = EXAMPLES[name] ?? {}
  const isQuery = PROCEDURES[name]['~orpc'].route.method === 'GET'
  return { name, outcomes, isQuery, isCommand: !isQuery && !isUnlogged }
})

async function everything(): Promise<string> {
  // What an earlier call started or ended is made or deleted in the background.
  await exportsEnd(app.database, app.now)
  return dumpDatabase(app.database)
}

const countChanges = async (): Promise<number> =>
  (
    await sql<{
      count: number
    }>`select (select count(*) from change_log) + (select count(*) from platform_audit) as count`.execute(
      app.database,
    )
  ).rows[0]?.count ?? 0

test('every procedure and route of the contract has its example', () => {
  const streams = Object.keys(liveRoutes)
  const names = [...Object.keys(PROCEDURES), ...Object.keys(ROUTES)].filter(name => !streams.includes(name))
  expect(Object.keys(EXAMPLES).sort()).toEqual(names.sort())
  for (const { name, outcomes } of TABLE) expect(outcomes, name).toHaveLength(CALLERS.length)
})

describe.each(TABLE)('$name', ({ name, outcomes, isQuery, isCommand }) => {
  // What is refused, or only reads, leaves it as it was for the next caller.
  let prepared: Promise<Act> | null = null
  const prepare = (): Promise<Act> => {
    prepared ??= prepareCall(name)
    return prepared
  }

  const isAllowed = (caller: Caller): boolean => outcomes[CALLERS.indexOf(caller)] === 'ok'
  const refused = CALLERS.filter(caller => !isAllowed(caller))
  if (refused.length > 0)
    test('refuses everyone else, and changes nothing', async () => {
      const call = await prepare()
      const before = await everything()
      for (const caller of refused)
        expect
          .soft((await errorOf(call(callers[caller]))).code, caller)
          .toBe(outcomes[CALLERS.indexOf(caller)])
      expect(await everything()).toBe(before)
    })

  test.each(CALLERS.filter(isAllowed))(
    'answers the %s',
    async caller => {
      const call = await prepare()
      if (!isQuery) prepared = null
      const before = await countChanges()
      await call(callers[caller])
      const added = (await countChanges()) - before
      expect(isCommand ? added > 0 : added === 0).toBe(true)
      // It is made in the background, and is logged once it is ready.
      if (name === 'companyExports.start') await exportsEnd(app.database, app.now)
    },
    90_000,
  )
})

test('every verb that this logged on a ticket has a sentence', async () => {
  const rows = await app.database
    .selectFrom('changeLog')
    .select('verb')
    .distinct()
    .where('kind', '=', 'ticket')
    .execute()
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(({ verb }) => verb).filter(verb => !hasSentence(verb))).toEqual([])
})

test('and so does every other verb', async () => {
  const rows = await app.database
    .selectFrom('changeLog')
    .select('verb')
    .distinct()
    .where('kind', '<>', 'ticket')
    .execute()
  expect(rows.length).toBeGreaterThan(7)
  expect(rows.map(({ verb }) => verb).filter(verb => !hasAuditSentence(verb))).toEqual([])
})
