import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const VIN = june.customerRV.vin
const read = (vin: string = VIN) => app.as('visitor').workHistory.get({ vin })

async function recordedAt(at: string, technician?: 'rosa' | 'sam'): Promise<number> {
  app.now = new Date(at)
  const ticketId = await app.createTicket(technician)
  await app.as('dana').tickets.finalize({ ticketId })
  await app.as('dana').tickets.complete({ ticketId })
  return ticketId
}

describe("a rig's work history", () => {
  test.each(['', '1UJBJ0BN8M17X00422', '<script>'])('cannot be looked up by %j', async vin => {
    const refusal = await errorOf(read(vin))
    expect(refusal).toMatchObject({ code: 'INVALID', fields: { vin: expect.any(String) } })
  })

  test('is empty for a VIN without recorded tickets, even if one is finalized', async () => {
    await app.as('dana').tickets.finalize({ ticketId: await app.createTicket() })
    expect(await read()).toEqual({ vin: VIN, entries: [], next: null })
    expect(await read('NEVER-SEEN')).toEqual({ vin: 'NEVER-SEEN', entries: [], next: null })
  })

  test('is public, newest first, with the technician and the balance', async () => {
    const first = await recordedAt('2025-11-19T15:00:00Z', 'rosa')
    const third = await recordedAt('2025-11-20T19:14:00Z', 'sam')
    const second = await recordedAt('2025-11-20T15:00:00Z')
    const { vin, entries } = await read(` ${VIN.toLowerCase()} `)
    expect(vin).toBe(VIN)
    const timeZone = 'America/Indiana/Indianapolis'
    expect(entries).toEqual([
      {
        ticketId: third,
        completedTimestamp: new Date('2025-11-20T19:14:00Z'),
        timeZone,
        technician: 'Sam Ortiz',
        totalBalance: 181.25,
        imported: null,
        ownRig: null,
      },
      {
        ticketId: second,
        completedTimestamp: new Date('2025-11-20T15:00:00Z'),
        timeZone,
        technician: 'Not Available',
        totalBalance: 181.25,
        imported: null,
        ownRig: null,
      },
      {
        ticketId: first,
        completedTimestamp: new Date('2025-11-19T15:00:00Z'),
        timeZone,
        technician: 'Rosa Díaz',
        totalBalance: 181.25,
        imported: null,
        ownRig: null,
      },
    ])
  })

  test('continues at any company', async () => {
    app.now = new Date('2025-11-21T15:00:00Z')
    const { ticketId } = await app
      .as('ray')
      .tickets.create({ ...june, jobs: [{ problem: 'Awning', estimatedTime: 2 }] })
    await app.as('ray').tickets.assign({ ticketId, employeeId: app.ids.wyatt })
    await app.as('ray').tickets.finalize({ ticketId })
    await app.as('ray').tickets.complete({ ticketId })
    const { entries } = await read()
    expect(entries).toHaveLength(4)
    expect(entries[0]).toMatchObject({
      ticketId,
      technician: 'Wyatt Bell',
      totalBalance: 330,
      timeZone: 'America/Chicago',
    })
  })

  test('contains nothing about the customer, in the response and in storage', async () => {
    const stored = await app.database.selectFrom('workHistory').selectAll().execute()
    expect(stored).toHaveLength(4)
    const text = JSON.stringify([await read(), stored])
    const { firstName, lastName, email, phone, address } = june.customerDetails
    for (const secret of [firstName, lastName, email, phone, address]) expect(text).not.toContain(secret)
  })

  test('keeps the name of a former technician', async () => {
    const before = await read()
    await app.as('dana').employees.delete({ id: app.ids.rosa })
    expect(await read()).toEqual(before)
  })
})

test('is read 200 visits at a time, each once, also where many have the same time', async () => {
  const vin = sharedVin('MANY-VISITS')
  const companies = [app.ids.dana, app.ids.ray]
  await sql`
    insert into work_history (vin, company_id, ticket_id, completed_timestamp, time_zone, technician, total_balance, work)
    select ${vin}, c, 100000 + n, timestamptz '2020-01-01Z' + n / 60 * interval '1 hour' + interval '7 microseconds', 'UTC',
           '', 0, '{}'
    from unnest(${companies}::uuid[]) as c, generate_series(1, 225) as n`.execute(app.database)
  const { workHistory } = app.as('visitor')
  const pages = []
  let before: string | null | undefined
  while (before !== null) {
    const page = await workHistory.get({ vin, ...(before !== undefined && { before }) })
    pages.push(page.entries)
    before = page.next
  }
  expect(pages.map(({ length }) => length)).toEqual([200, 200, 50])
  const numbers = pages.flat().map(({ ticketId }) => ticketId)
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  expect(new Set(numbers).size).toBe(225)
  const wrong = workHistory.get({ vin, before: 'no cursor' })
  expect(await errorOf(wrong)).toMatchObject({ code: 'INVALID', fields: { before: 'Not a valid cursor.' } })
})
