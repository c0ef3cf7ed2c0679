import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const VIN = june.customerRV.vin
const read = (vin: string = VIN) => world.as('visitor').workHistory.get({ vin })

async function recordedAt(at: string, technician?: 'rosa' | 'sam'): Promise<number> {
  world.now = new Date(at)
  const ticketId = await world.ticket(technician)
  await world.as('dana').tickets.finalize({ ticketId })
  await world.as('dana').tickets.complete({ ticketId })
  return ticketId
}

describe("a rig's work history", () => {
  test.each(['', '1UJBJ0BN8M17X00422', '<script>'])('is not looked up by %j', async vin => {
    const refusal = await refusalOf(read(vin))
    expect(refusal).toMatchObject({ code: 'INVALID', fields: { vin: expect.any(String) } })
  })

  test('of a VIN nobody completed a ticket for is empty, also while one is finalized', async () => {
    await world.as('dana').tickets.finalize({ ticketId: await world.ticket() })
    expect(await read()).toEqual({ vin: VIN, entries: [] })
    expect(await read('NEVER-SEEN')).toEqual({ vin: 'NEVER-SEEN', entries: [] })
  })

  test('is open to anyone, newest first, with the technician and the balance', async () => {
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
      },
      {
        ticketId: second,
        completedTimestamp: new Date('2025-11-20T15:00:00Z'),
        timeZone,
        technician: 'Not Available',
        totalBalance: 181.25,
      },
      {
        ticketId: first,
        completedTimestamp: new Date('2025-11-19T15:00:00Z'),
        timeZone,
        technician: 'Rosa Díaz',
        totalBalance: 181.25,
      },
    ])
  })

  test('goes on at whichever company the rig is next', async () => {
    world.now = new Date('2025-11-21T15:00:00Z')
    const { ticketId } = await world
      .as('ray')
      .tickets.create({ ...june, jobs: [{ problem: 'Awning', estimatedTime: 2 }] })
    await world.as('ray').tickets.assign({ ticketId, employeeId: world.ids.wyatt })
    await world.as('ray').tickets.finalize({ ticketId })
    await world.as('ray').tickets.complete({ ticketId })
    const { entries } = await read()
    expect(entries).toHaveLength(4)
    expect(entries[0]).toMatchObject({
      ticketId,
      technician: 'Wyatt Bell',
      totalBalance: 330,
      timeZone: 'America/Chicago',
    })
  })

  test('says nothing of the customer, in the answer and in what is kept', async () => {
    const kept = await world.database.selectFrom('workHistory').selectAll().execute()
    expect(kept).toHaveLength(4)
    const text = JSON.stringify([await read(), kept])
    const { firstName, lastName, email, phone, address } = june.customerDetails
    for (const secret of [firstName, lastName, email, phone, address]) expect(text).not.toContain(secret)
  })

  test('keeps the name of a technician who left', async () => {
    const before = await read()
    await world.as('dana').employees.delete({ id: world.ids.rosa })
    expect(await read()).toEqual(before)
  })
})
