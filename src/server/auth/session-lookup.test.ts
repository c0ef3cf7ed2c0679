import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOf, type FunctionCall } from '#server/db/pipelined-transaction.ts'
import { bluebonnet, maya, rosa, walt } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createBatchedSessionLookup, createSessionLookup } from './session-lookup.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await createTestApp()
  cookie = await app.signIn(bluebonnet.email)
})
afterAll(() => app.close())

const SECRET = 'a secret that only the tests know'
const tokenOf = (text: string): string => /=(\w+)\./.exec(text)?.[1] ?? ''
const kindOf = async (text: string) => (await app.withCookie(text).me()).kind
/** Reads these headers. */
const reading = (headers: Record<string, string>) => (name: string) => headers[name]
const endIn = (days: number) =>
  sql`update auth_session set expires_at = now() + make_interval(days => ${days}) where token = ${tokenOf(cookie)}`.execute(
    app.database,
  )
const daysLeft = async () => {
  const { rows } = await sql<{ days: number }>`
    select extract(day from expires_at - now())::int as days from auth_session where token = ${tokenOf(cookie)}`.execute(
    app.database,
  )
  return rows[0]?.days
}

test.each([
  ['another secret', 'another secret than the server has', (signature: string) => signature],
  ['a signature without its padding', undefined, (signature: string) => signature.replace(/=+$/, '')],
  ['a signature with more behind it', undefined, (signature: string) => `${signature}A`],
  ['no signature', undefined, () => ''],
])('a cookie with %s opens nothing', async (_, secret, change) => {
  const [name] = cookie.split('=')
  const right = decodeURIComponent(cookie.split('.').at(-1) ?? '')
  const signature =
    secret === undefined ? right : createHmac('sha256', secret).update(tokenOf(cookie)).digest('base64')
  expect(await kindOf(cookie)).toBe('owner')
  const broken = `${name}=${tokenOf(cookie)}.${encodeURIComponent(change(signature))}`
  expect(await kindOf(broken)).toBe('visitor')
})

test('of several cookies with the same name the first one counts', async () => {
  expect(await kindOf(`${cookie.split('=')[0]}=x; ${cookie}`)).toBe('visitor')
  expect(await kindOf(`other=x; ${cookie}`)).toBe('owner')
})

test('a session last used a while ago lasts a week from now', async () => {
  await endIn(1)
  expect(await kindOf(cookie)).toBe('owner')
  expect(await daysLeft()).toBeLessThan(2)
  await sql`update auth_session set updated_at = now() - interval '12 minutes'`.execute(app.database)
  expect(await kindOf(cookie)).toBe('owner')
  expect(await daysLeft()).toBeGreaterThan(5)
})

test('a password that a proxy asks for in the same header changes nothing', async () => {
  const headers = { cookie, authorization: 'Basic cHJveHk6cGFzcw==' }
  expect(await (await app.fetch('/api/me', { headers })).json()).toMatchObject({ kind: 'owner' })
})

test('an expired session opens nothing', async () => {
  await endIn(-1)
  expect(await kindOf(cookie)).toBe('visitor')
})

test('a joint session check returns to each caller only its own answer', async () => {
  const cookies = await Promise.all(
    [bluebonnet.email, walt.email, rosa.email, rosa.email].map(email => app.signIn(email)),
  )
  const [dana = '', walts = '', rosas = '', ended = ''] = cookies
  await sql`update auth_session set expires_at = now() where token = ${tokenOf(ended)}`.execute(app.database)
  const [cookieName = ''] = dana.split('=')
  const lookUp = createBatchedSessionLookup({
    database: app.database,
    secret: SECRET,
    cookieName,
  })
  const forged = `${cookieName}=${tokenOf(dana)}.${encodeURIComponent('forged')}`
  const asked = [dana, walts, rosas, dana, ended, forged, 'other=1']
  const answers = await Promise.all(asked.map(one => lookUp(reading({ cookie: one }))))
  const { dana: owner, walt: writer, rosa: technician } = app.ids
  expect(answers.map(answer => answer?.sessionUser.id)).toEqual([
    owner,
    writer,
    technician,
    owner,
    undefined,
    undefined,
    undefined,
  ])
  expect(answers[1]?.sessionUser.membership).toMatchObject({
    kind: 'employee',
    companyId: owner,
    isServiceWriter: true,
  })
  // A session that ends between two batches is missing in the next.
  await sql`delete from auth_session where token = ${tokenOf(walts)}`.execute(app.database)
  expect(await lookUp(reading({ cookie: walts }))).toBeNull()
  expect(await lookUp(reading({ authorization: 'Bearer x', cookie: dana }))).toBeNull()
})

type Change = (ids: TestApp['ids'], token: string) => ReturnType<typeof sql>

const ownMembership = sql`employee set deactivated_at = null, is_service_writer = true, is_technician = false`

/** What ends a session, and what undoes it: on a cluster, no other role may then see it in the same transaction. */
const undone: readonly (readonly [string, Change, Change | null])[] = [
  ['is signed out', (_, token) => sql`delete from auth_session where token = ${token}`, null],
  [
    'has run out',
    (_, token) =>
      sql`update auth_session set expires_at = now() - interval '1 minute' where token = ${token}`,
    null,
  ],
  [
    'lay unused for long',
    (_, token) =>
      sql`update auth_session set updated_at = now() - interval '12 minutes' where token = ${token}`,
    null,
  ],
  ['has another name', ({ walt }) => sql`update auth_user set name = 'Walter' where id = ${walt}`, null],
  [
    'is dismissed',
    ({ walt }) => sql`update employee set deactivated_at = now() where employee_id = ${walt}`,
    ({ walt }) => sql`update ${ownMembership} where employee_id = ${walt}`,
  ],
  [
    'is no service writer now',
    ({ walt }) => sql`update employee set is_service_writer = false where employee_id = ${walt}`,
    ({ walt }) => sql`update ${ownMembership} where employee_id = ${walt}`,
  ],
  [
    'is a technician now',
    ({ walt }) => sql`update employee set is_technician = not is_technician where employee_id = ${walt}`,
    ({ walt }) => sql`update ${ownMembership} where employee_id = ${walt}`,
  ],
  [
    'is elsewhere on the clock',
    ({ dana }) => sql`update company set time_zone = 'Asia/Tokyo' where company_id = ${dana}`,
    ({ dana }) => sql`update company set time_zone = ${bluebonnet.timeZone} where company_id = ${dana}`,
  ],
  [
    'is of another company',
    ({ walt, ray }) => sql`update account_company set company = ${ray} where account_id = ${walt}`,
    null,
  ],
]

/** A lookup as the server makes it, and the headers of this person's new session. */
async function lookUpAs(email: string) {
  const cookie = await app.signIn(email)
  const [cookieName = ''] = cookie.split('=')
  const reader = createSessionLookup({ database: app.database, secret: SECRET, cookieName })
  return { reader, header: reading({ cookie }), token: tokenOf(cookie) }
}

/** That `call` says yes, not after `change`, and again once that is undone. */
async function expectUnconfirmedAfter(
  call: FunctionCall | undefined,
  change: ReturnType<typeof sql>,
  undo: ReturnType<typeof sql> | null,
): Promise<void> {
  if (call === undefined) throw new Error('There is nothing to confirm.')
  const { database } = app
  const isCurrent = async (connection: typeof database) => (await connection.executeQuery(callOf(call))).rows
  const yes = [{ isCurrentSession: true }]
  expect(await isCurrent(database)).toEqual(yes)
  let afterChange: unknown
  const rolledBack = database.transaction().execute(async transaction => {
    await change.execute(undo === null ? transaction : database)
    afterChange = await isCurrent(transaction)
    throw new Error('Roll back.')
  })
  await expect(rolledBack).rejects.toThrow('Roll back.')
  expect(afterChange).toEqual([{ isCurrentSession: false }])
  await undo?.execute(database)
  expect(await isCurrent(database)).toEqual(yes)
}

test.each(undone)('a cached session with %s changed is not confirmed', async (_, change, undo) => {
  const { reader, header, token } = await lookUpAs(walt.email)
  expect(reader.getCached(header)).toBeNull()
  const holder = await reader.read(header)
  const remembered = reader.getCached(header)
  expect(remembered?.sessionUser).toEqual(holder?.sessionUser)
  expect(holder?.sessionUser.id).toBe(app.ids.walt)
  await expectUnconfirmedAfter(
    remembered?.sessionCheck.call,
    change(app.ids, token),
    undo?.(app.ids, token) ?? null,
  )
  reader.evict(header)
  expect(reader.getCached(header)).toBeNull()
})

const undoneWithoutCompany: readonly (readonly [string, Change, Change | null])[] = [
  ...undone.slice(0, 3),
  ['has another name', ({ maya }) => sql`update auth_user set name = 'Maja' where id = ${maya}`, null],
  [
    'is of a company now',
    ({ maya, ray }) => sql`insert into account_company (account_id, company) values (${maya}, ${ray})`,
    null,
  ],
]

test.each(undoneWithoutCompany)('a founder’s session with %s changed is not confirmed', async (_, change) => {
  const { reader, header, token } = await lookUpAs(maya.email)
  const found = await reader.read(header)
  expect([found?.sessionUser.id, found?.sessionUser.membership]).toEqual([app.ids.maya, null])
  // Commands take no locks of a company, which it has not.
  await expectUnconfirmedAfter(found?.sessionCheck.call, change(app.ids, token), null)
  expect(reader.getCached(header)).toBeNull()
})

test("a cached session's token without its signature opens nothing", async () => {
  const walts = await app.signIn(walt.email)
  const [cookieName = ''] = walts.split('=')
  const reader = createSessionLookup({ database: app.database, secret: SECRET, cookieName })
  expect(await reader.read(reading({ cookie: walts }))).not.toBeNull()
  const [signature = ''] = /\.[^;]*/.exec(walts) ?? []
  const forged = walts.replace(signature, `.${'A'.repeat(signature.length - 1)}`)
  for (const cookie of [forged, `${cookieName}=${tokenOf(walts)}`])
    expect(reader.getCached(reading({ cookie }))).toBeNull()
})
