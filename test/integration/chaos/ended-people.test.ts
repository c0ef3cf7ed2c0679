// An employee who is deleted, deactivated or loses their roles gets no work afterwards, also if it is given at the same
// moment, and nothing of what an ended session sent is written once the end was answered.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { bluebonnet, june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { type Client, createTestApp, type TestApp } from '../../support/test-app.ts'
import { CHAOS_ROUNDS } from '../../support/test-round.ts'

const ROUNDS = 4 * CHAOS_ROUNDS

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Technician = {
  readonly id: string
  readonly email: string
  readonly cookie: string
  readonly client: Client
}

async function hire(desk = app.as('dana')): Promise<Technician> {
  const email = `${randomUUID()}@bluebonnet.example`
  const roles = { isServiceWriter: false, isTechnician: true }
  const details = { firstName: 'Jo', lastName: 'Moss', phone: '(574) 555-0188', licenseNumber: 'IN-1' }
  const { id } = await desk.employees.register({ ...details, email, password: PASSWORD, roles })
  const cookie = await app.signIn(email)
  const client = app.withCookie(cookie)
  await client.me()
  return { id, email, cookie, client }
}

async function postToAuth(path: string, cookie: string, json: object): Promise<void> {
  const response = await app.fetch(`/api/auth/${path}`, { method: 'POST', headers: { cookie }, json })
  expect([path, response.status]).toEqual([path, 200])
}

const ENDS = {
  delete: id => app.as('dana').employees.delete({ id }),
  deactivate: id => app.as('dana').employees.deactivate({ id }),
  change: id =>
    app.as('dana').employees.change({ id, roles: { isServiceWriter: false, isTechnician: false } }),
} as const satisfies Record<string, (id: string) => Promise<unknown>>

type Command = (technician: Technician, ticketId: number) => Promise<unknown>

const COMMANDS = {
  assign: ({ id }, ticketId) => app.as('walt').tickets.assign({ ticketId, employeeId: id }),
  plan: ({ id }, ticketId) =>
    app.as('walt').tickets.assign({
      ticketId,
      employeeId: id,
      date: addDays(dayOf(app.now, bluebonnet.timeZone), 3),
    }),
  'send-reset': ({ id }) => app.as('dana').employees.sendReset({ id }),
  'clock-in': ({ client }, ticketId) => client.tickets.clockIn({ ticketId, jobNumber: 1 }),
} as const satisfies Record<string, Command>

const suspend = () => app.as('maya').platformAdmin.suspend({ companyUUID: app.ids.dana, reason: 'Gone' })

const SESSION_ENDS = {
  'being deleted': ({ id }) => ENDS.delete(id),
  'being deactivated': ({ id }) => ENDS.deactivate(id),
  'losing all roles': ({ id }) => ENDS.change(id),
  'signing out': ({ cookie }) => postToAuth('sign-out', cookie, {}),
  'changing the password on another device': async ({ email }) =>
    postToAuth('change-password', await app.signIn(email), {
      currentPassword: PASSWORD,
      newPassword: 'gravel-and-pine-7',
    }),
  'being signed out from another device': async ({ email }) =>
    app.withCookie(await app.signIn(email)).account.endOtherSessions(),
  // Last: it also ends the sessions that the other tests use.
  'being suspended with the company': suspend,
} as const satisfies Record<string, (technician: Technician) => Promise<unknown>>

const pairs = Object.keys(ENDS)
  .flatMap(end =>
    Object.keys(COMMANDS).map(command => [command, end] as [keyof typeof COMMANDS, keyof typeof ENDS]),
  )
  // Without a role one may still choose a password.
  .filter(([command, end]) => command !== 'send-reset' || end !== 'change')

/** The version of the company at which this was logged; null if it was not. */
async function versionOf(verb: string, id: string): Promise<number | null> {
  const row = await app.database
    .selectFrom('changeLog')
    .select('version')
    .where('verb', '=', verb)
    .where('id', '=', id)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return row?.version ?? null
}

test.each(pairs)(
  '%s at the same time as %s comes before it, or is refused',
  async (command, end) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const technician = await hire()
      const ticketId = await app.createTicket()
      if (command === 'clock-in') await app.as('dana').tickets.assign({ ticketId, employeeId: technician.id })
      const [given] = await Promise.allSettled([
        COMMANDS[command](technician, ticketId),
        ENDS[end](technician.id),
      ])
      const endedAt = await versionOf(`employee.${end}`, technician.id)
      const givenAt =
        command === 'send-reset'
          ? await versionOf('employee.send-reset', technician.id)
          : await versionOf(`ticket.${command}`, String(ticketId))
      expect(endedAt).not.toBeNull()
      expect([given.status, givenAt]).toEqual(
        given.status === 'fulfilled' ? ['fulfilled', expect.any(Number)] : ['rejected', null],
      )
      if (givenAt !== null) expect(givenAt).toBeLessThan(endedAt ?? 0)
      const { rows } = await sql`select from clock_session where technician_id = ${technician.id}
        and clock_out_time is null`.execute(app.database)
      expect(rows).toEqual([])
    }
    expect(app.loggedErrors.splice(0)).toEqual([])
    const technician = await hire()
    const ticketId = await app.createTicket()
    if (command === 'clock-in') await app.as('dana').tickets.assign({ ticketId, employeeId: technician.id })
    await COMMANDS[command](technician, ticketId)
    await ENDS[end](technician.id)
    await expect(COMMANDS[command](technician, ticketId)).rejects.toThrow()
  },
  20_000 + ROUNDS * 1000,
)

/** How many changes this person has made. */
async function countChanges(actor: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from change_log where actor = ${actor}`.execute(app.database)
  return rows[0]?.count ?? 0
}

test.each(Object.entries(SESSION_ENDS))(
  'nothing that an employee sent is written after %s',
  async (_, end) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const desk = app.withCookie(await app.signIn(bluebonnet.email))
      const technician = await hire(desk)
      const jobs = [{ problem: 'Roof leak above the bunk' }]
      const { ticketId } = await desk.tickets.create({ ...june, jobs })
      await desk.tickets.assign({ ticketId, employeeId: technician.id })
      const { tickets } = technician.client
      let hasEnded = false
      const addParts = async () => {
        while (!hasEnded)
          await tickets.addPart({ ticketId, quantity: 1, description: 'Sealant' }).catch(() => {})
      }
      const senders = Promise.all([addParts(), addParts(), addParts()])
      await end(technician)
      const atEnd = await countChanges(technician.id)
      hasEnded = true
      await senders
      expect(await countChanges(technician.id)).toBe(atEnd)
      await expect(tickets.addPart({ ticketId, quantity: 1, description: 'Sealant' })).rejects.toThrow()
      if (end === suspend)
        await app.as('maya').platformAdmin.restore({ companyUUID: app.ids.dana, reason: 'Back' })
    }
    expect(app.loggedErrors.splice(0)).toEqual([])
  },
  20_000 + ROUNDS * 1000,
)
