import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp, withoutIds } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ivy = {
  firstName: 'Ivy',
  lastName: 'Moss',
  email: 'Ivy@bluebonnet.example',
  password: PASSWORD,
  phone: '(574) 555-0188',
  licenseNumber: 'IN-4471-188',
  isInsured: true,
  roles: { isServiceWriter: false, isTechnician: true },
}
const hire = (changed: object = {}) => app.as('dana').employees.register({ ...ivy, ...changed })
const staff = () => app.database.selectFrom('employee').selectAll().orderBy('employeeId').execute()
const lastChange = () =>
  app.database
    .selectFrom('changeLog')
    .selectAll()
    .where('companyId', '=', app.ids.dana)
    .orderBy('version', 'desc')
    .executeTakeFirst()

describe('an employee registration is refused', () => {
  test.each([
    [{ email: 'ray@lonestar.example' }, { email: 'An account with this email already exists.' }],
    [{ email: 'no email' }, { email: 'Enter a valid email address.' }],
    [{ password: 'short' }, { password: 'Must be at least 8 characters.' }],
    [{ firstName: '' }, { firstName: 'Required.' }],
    [{ licenseNumber: ' ' }, { licenseNumber: 'Required.' }],
  ])('with %j: %j', async (wrong, fields) => {
    const before = await staff()
    const accounts = await sql`select id from auth_user`.execute(app.database)
    expect(await errorOf(hire(wrong))).toMatchObject({ code: 'INVALID', fields })
    expect(await staff()).toEqual(before)
    expect((await sql`select id from auth_user`.execute(app.database)).rows).toEqual(accounts.rows)
  })
})

test('a registered employee is stored completely, and the log has neither license nor contact details', async () => {
  const { id } = await hire({ email: 'whole@bluebonnet.example' })
  expect((await staff()).find(({ employeeId }) => employeeId === id)).toEqual({
    companyId: app.ids.dana,
    employeeId: id,
    firstName: 'Ivy',
    lastName: 'Moss',
    email: 'whole@bluebonnet.example',
    phone: '(574) 555-0188',
    licenseNumber: 'IN-4471-188',
    isInsured: true,
    isServiceWriter: false,
    isTechnician: true,
    registeredAt: app.now,
    deactivatedAt: null,
    correctsBilling: false,
  })
  expect(await lastChange()).toMatchObject({
    kind: 'employee',
    id,
    verb: 'employee.register',
    actor: app.ids.dana,
    actorName: 'Dana Reyes',
    card: null,
  })
  const signedIn = app.withCookie(await app.signIn('whole@bluebonnet.example'))
  expect(await signedIn.me()).toMatchObject({
    kind: 'employee',
    name: 'Ivy Moss',
    companyId: app.ids.dana,
    isTechnician: true,
  })
})

test('the owner sees all of an employee, a service writer names and flags', async () => {
  const all = await app.as('dana').employees.list()
  expect(all.find(({ firstName }) => firstName === 'Rosa')?.details).toEqual({
    email: 'rosa@bluebonnet.example',
    phone: '(574) 555-0152',
    licenseNumber: 'IN-4471-152',
    isInsured: true,
  })
  const seen = await app.as('walt').employees.list()
  expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  expect(seen.every(({ details }) => details === null)).toBe(true)
  expect(withoutIds(seen)).not.toMatch(/555|IN-4471|@/)
})

test('an employee of another company cannot be deleted', async () => {
  const refusal = await errorOf(app.as('dana').employees.delete({ id: app.ids.wyatt }))
  expect(refusal.code).toBe('NOT_FOUND')
  expect(await app.as('wyatt').me()).toMatchObject({ kind: 'employee' })
})

test('an owner cannot be deleted as an employee', async () => {
  expect((await errorOf(app.as('dana').employees.delete({ id: app.ids.dana }))).code).toBe('NOT_FOUND')
  expect(await app.as('dana').me()).toMatchObject({ kind: 'owner' })
})

describe('a deleted employee', () => {
  const email = 'jo@bluebonnet.example'
  let id: string
  let ticketId: number
  let cookie: string
  beforeAll(async () => {
    id = (await hire({ firstName: 'Jo', email })).id
    ticketId = await app.createTicket()
    await app.as('dana').tickets.assign({ ticketId, employeeId: id })
    cookie = await app.signIn(email)
    expect(await app.withCookie(cookie).tickets.get({ ticketId })).toMatchObject({ ticketId })
    await app.as('dana').employees.delete({ id })
  })

  test('is a visitor at the very next request, and cannot log in again', async () => {
    expect(await app.withCookie(cookie).me()).toEqual({ kind: 'visitor' })
    expect((await errorOf(app.withCookie(cookie).tickets.get({ ticketId }))).code).toBe('UNAUTHORIZED')
    expect((await app.fetch('/api/live', { headers: { cookie } })).status).toBe(401)
    await expect(app.signIn(email)).rejects.toThrow(/401/)
  })

  test('leaves no account, session or row, only the deletion in the log', async () => {
    const { rows } = await sql`select id from auth_user where id = ${id} union all
      select user_id from auth_session where user_id = ${id} union all
      select user_id from auth_credential where user_id = ${id} union all
      select employee_id from employee where employee_id = ${id}`.execute(app.database)
    expect(rows).toEqual([])
    expect(await lastChange()).toMatchObject({
      kind: 'employee',
      id,
      verb: 'employee.delete',
      actorName: 'Dana Reyes',
    })
  })

  test('keeps their name on the ticket', async () => {
    const ticket = await app.as('dana').tickets.get({ ticketId })
    expect(ticket.assignedTechs).toMatchObject([{ uuid: id, firstName: 'Jo', lastName: 'Moss' }])
    const { cards } = await app.as('dana').tickets.list({})
    expect(cards.find(card => card.ticketId === ticketId)?.technician).toBe('Jo Moss')
  })

  test('frees their email, and its next user is a new person', async () => {
    const { id: successor } = await hire({ firstName: 'Kit', email })
    expect(successor).not.toBe(id)
    const kit = app.withCookie(await app.signIn(email))
    expect((await errorOf(kit.tickets.get({ ticketId }))).code).toBe('NOT_FOUND')
  })

  test('cannot be deleted again', async () => {
    expect((await errorOf(app.as('dana').employees.delete({ id }))).code).toBe('NOT_FOUND')
  })
})
