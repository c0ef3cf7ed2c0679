import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
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
    expect(await read()).toEqual({ vin: VIN, entries: [] })
    expect(await read('NEVER-SEEN')).toEqual({ vin: 'NEVER-SEEN', entries: [] })
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
        broughtAlong: null,
        ownRig: null,
      },
      {
        ticketId: second,
        completedTimestamp: new Date('2025-11-20T15:00:00Z'),
        timeZone,
        technician: 'Not Available',
        totalBalance: 181.25,
        broughtAlong: null,
        ownRig: null,
      },
      {
        ticketId: first,
        completedTimestamp: new Date('2025-11-19T15:00:00Z'),
        timeZone,
        technician: 'Rosa Díaz',
        totalBalance: 181.25,
        broughtAlong: null,
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
