// An employee who is deleted, deactivated or loses their roles gets no work afterwards, also if it is given at the same
// moment.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { bluebonnet, PASSWORD } from '#server/seed/demo-accounts.ts'
import { type Client, createTestApp, type TestApp } from '../../support/test-app.ts'

const ROUNDS = 4 * Number(process.env.CHAOS_ROUNDS ?? 3)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Technician = { readonly id: string; readonly client: Client }

async function hire(): Promise<Technician> {
  const email = `${randomUUID()}@bluebonnet.example`
  const roles = { isServiceWriter: false, isTechnician: true }
  const details = { firstName: 'Jo', lastName: 'Moss', phone: '(574) 555-0188', licenseNumber: 'IN-1' }
  const { id } = await app.as('dana').employees.register({ ...details, email, password: PASSWORD, roles })
  const client = app.withCookie(await app.signIn(email))
  await client.me()
  return { id, client }
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
  'clock-in': ({ client }, ticketId) => client.tickets.clockIn({ ticketId, jobNumber: 1 }),
} as const satisfies Record<string, Command>

const pairs = Object.keys(ENDS).flatMap(end =>
  Object.keys(COMMANDS).map(command => [command, end] as [keyof typeof COMMANDS, keyof typeof ENDS]),
)

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
      const givenAt = await versionOf(`ticket.${command}`, String(ticketId))
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
