import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const office = () => app.as('dana').employees
const rowOf = (id: string) =>
  app.database.selectFrom('employee').selectAll().where('employeeId', '=', id).executeTakeFirstOrThrow()
const accountOf = async (id: string) =>
  (await sql`select name, email from auth_user where id = ${id}`.execute(app.database)).rows[0]
const lastVerb = async () =>
  (
    await app.database
      .selectFrom('changeLog')
      .select(['kind', 'verb', 'id'])
      .where('companyId', '=', app.ids.dana)
      .orderBy('version', 'desc')
      .executeTakeFirst()
  )?.verb
const countChanges = async () =>
  (await app.database.selectFrom('changeLog').select('version').execute()).length

/** Registers an employee with this first name, and logs them in. */
async function hire(firstName: string, roles = { isServiceWriter: false, isTechnician: true }) {
  const email = `${firstName.toLowerCase()}@bluebonnet.example`
  const details = { firstName, lastName: 'Moss', email, phone: '(574) 555-0188', licenseNumber: 'IN-1' }
  const { id } = await office().register({ ...details, password: PASSWORD, roles })
  const cookie = await app.signIn(email)
  return { id, email, cookie, client: app.withCookie(cookie) }
}

/** Resolves once the stream with this cookie has ended by itself. */
async function streamOf(cookie: string) {
  const stream = await app.fetch('/api/live', { headers: { cookie } })
  expect(stream.status).toBe(200)
  return stream.text()
}

describe('an employee change is refused', () => {
  test.each([
    [{ email: 'ray@lonestar.example' }, { email: 'An account with this email already exists.' }],
    [{ email: 'DANA@bluebonnet.example' }, { email: 'An account with this email already exists.' }],
    [{ email: 'no email' }, { email: 'Enter a valid email address.' }],
    [{ firstName: ' ' }, { firstName: 'Required.' }],
    [{ licenseNumber: '' }, { licenseNumber: 'Required.' }],
  ])('with %j: %j', async (wrong, fields) => {
    const before = [await rowOf(app.ids.rosa), await accountOf(app.ids.rosa), await countChanges()]
    const refusal = await errorOf(office().change({ id: app.ids.rosa, phone: '(574) 555-0100', ...wrong }))
    expect(refusal).toMatchObject({ code: 'INVALID', status: 400, fields })
    expect([await rowOf(app.ids.rosa), await accountOf(app.ids.rosa), await countChanges()]).toEqual(before)
  })

  test('to another company, whose employees cannot be reached either', async () => {
    for (const act of ['change', 'deactivate', 'reactivate'] as const)
      expect((await errorOf(office()[act]({ id: app.ids.wyatt }))).code).toBe('NOT_FOUND')
    expect(await app.as('wyatt').me()).toMatchObject({ kind: 'employee' })
  })

  test('without changes, which logs nothing', async () => {
    const before = await countChanges()
    await office().change({ id: app.ids.rosa, phone: '(574) 555-0152' })
    await office().change({ id: app.ids.rosa })
    expect(await countChanges()).toBe(before)
  })
})

describe('a changed employee', () => {
  test('is updated completely, and their account follows: they log in with the new email', async () => {
    const { id, client } = await hire('Kit')
    const details = {
      firstName: 'Kitty',
      lastName: 'Stone',
      phone: '(574) 555-0101',
      licenseNumber: 'IN-2',
      isInsured: true,
    }
    const roles = { isServiceWriter: true, isTechnician: true }
    await office().change({ id, ...details, email: 'Kitty@bluebonnet.example', roles })
    expect(await rowOf(id)).toMatchObject({ ...details, ...roles, email: 'kitty@bluebonnet.example' })
    expect(await accountOf(id)).toEqual({ name: 'Kitty Stone', email: 'kitty@bluebonnet.example' })
    expect(await lastVerb()).toBe('employee.change')
    // An existing session stays, with the new name.
    expect(await client.me()).toMatchObject({ name: 'Kitty Stone', ...roles })
    await expect(app.signIn('kit@bluebonnet.example')).rejects.toThrow(/401/)
    await expect(app.signIn('kitty@bluebonnet.example')).resolves.toContain('session_token')
  })

  test('keeps omitted fields', async () => {
    const { id } = await hire('Lou')
    const before = await rowOf(id)
    await office().change({ id, isInsured: true })
    expect(await rowOf(id)).toEqual({ ...before, isInsured: true })
  })

  test('cannot use a reset link sent to the earlier email', async () => {
    app.now = new Date()
    const { id } = await hire('Max')
    await office().sendReset({ id })
    await office().change({ id, email: 'max.moss@bluebonnet.example' })
    const left = await sql`select id from auth_verification where value = ${id}`.execute(app.database)
    expect(left.rows).toEqual([])
  })

  test('has the new role at the next request, and their stream reconnects at once', async () => {
    const { id, cookie, client } = await hire('Ned', { isServiceWriter: true, isTechnician: false })
    const ended = streamOf(cookie)
    await expect(client.employees.list()).resolves.toBeInstanceOf(Array)
    const begun = performance.now()
    await office().change({ id, roles: { isServiceWriter: false, isTechnician: false } })
    expect((await errorOf(client.employees.list())).code).toBe('FORBIDDEN')
    await ended
    // Well before the heartbeat, which checks every fifteen seconds.
    expect(performance.now() - begun).toBeLessThan(10_000)
    await office().change({ id, roles: { isServiceWriter: false, isTechnician: true } })
    await expect(client.tickets.board()).resolves.toHaveProperty('active')
  })
})

describe('an inactive employee', () => {
  const away = 'Your account is inactive. Ask your company’s owner.'
  let ola: Awaited<ReturnType<typeof hire>>
  let ticketId: number
  let client: Client
  let overtaken = ''
  beforeAll(async () => {
    ola = await hire('Ola')
    client = ola.client
    ticketId = await app.createTicket()
    await app.as('dana').tickets.assign({ ticketId, employeeId: ola.id })
    await client.tickets.clockIn({ ticketId, jobNumber: 1 })
    const ended = streamOf(ola.cookie)
    app.now = new Date(app.now.getTime() + 60_000)
    await office().deactivate({ id: ola.id })
    await ended
  })

  const signIn = async (password: string) => {
    const json = { email: ola.email, password }
    const answer = await app.fetch('/api/auth/sign-in/email', { method: 'POST', json })
    return [
      answer.status,
      ((await answer.json()) as { message?: string }).message,
      answer.headers.getSetCookie(),
    ]
  }

  test('is logged out at once and cannot log in again; only the correct password shows why', async () => {
    expect(await client.me()).toEqual({ kind: 'visitor' })
    expect(await signIn(PASSWORD)).toEqual([403, away, []])
    expect(await signIn('not the password')).toEqual([401, 'Invalid email or password', []])
  })

  test('has no access even with a session created at the very same moment', async () => {
    const cookie = await app.signIn('dana@bluebonnet.example')
    await sql`update auth_session set user_id = ${ola.id} where id = (
      select id from auth_session where user_id = ${app.ids.dana} order by created_at desc limit 1)`.execute(
      app.database,
    )
    expect(await app.withCookie(cookie).me()).toMatchObject({ kind: 'unaffiliated' })
    overtaken = cookie
  })

  test('has no running clock, so that the ticket can continue', async () => {
    const running = await app.database
      .selectFrom('clockSession')
      .select('clockOutTime')
      .where('technicianId', '=', ola.id)
      .execute()
    expect(running).toEqual([{ clockOutTime: app.now }])
  })

  test('stays in the list, marked, and on the ticket by name, but cannot be assigned', async () => {
    const all = await office().list()
    expect(all.find(({ id }) => id === ola.id)).toMatchObject({ firstName: 'Ola', isActive: false })
    expect(all.filter(({ isActive }) => isActive).length).toBe(all.length - 1)
    const ticket = await app.as('dana').tickets.get({ ticketId })
    expect(ticket.assignedTechs).toMatchObject([{ firstName: 'Ola', lastName: 'Moss' }])
    const other = await app.createTicket()
    expect(
      await errorOf(app.as('dana').tickets.assign({ ticketId: other, employeeId: ola.id })),
    ).toMatchObject({
      code: 'REFUSED',
      message: 'Ola Moss is inactive. Reactivate them first.',
    })
  })

  test('deactivated twice is one log entry; reactivated they log in with the same password', async () => {
    const before = await countChanges()
    await office().deactivate({ id: ola.id })
    expect(await countChanges()).toBe(before)
    await office().reactivate({ id: ola.id })
    expect(await lastVerb()).toBe('employee.reactivate')
    // The session of the test above does not become valid again.
    expect(await app.withCookie(overtaken).me()).toEqual({ kind: 'visitor' })
    await expect(app.signIn(ola.email)).resolves.toContain('session_token')
    await app.as('dana').tickets.assign({ ticketId: await app.createTicket(), employeeId: ola.id })
  })
})

describe("one's own profile", () => {
  test("is all that an employee without a role sees, with the company's name", async () => {
    const { client, email } = await hire('Pat', { isServiceWriter: false, isTechnician: false })
    expect(await client.employees.mine()).toEqual({
      name: 'Pat Moss',
      email,
      companyName: 'Bluebonnet RV',
      companyPhone: '(574) 555-0142',
      employee: {
        firstName: 'Pat',
        firstNameOnly: false,
        phone: '(574) 555-0188',
        licenseNumber: 'IN-1',
        isInsured: false,
        roles: { isServiceWriter: false, isTechnician: false },
        qualification: null,
      },
    })
  })

  test("has an owner's name and email", async () => {
    expect(await office().mine()).toEqual({
      name: 'Dana Reyes',
      email: 'dana@bluebonnet.example',
      companyName: 'Bluebonnet RV',
      companyPhone: '(574) 555-0142',
      employee: null,
    })
  })
})
