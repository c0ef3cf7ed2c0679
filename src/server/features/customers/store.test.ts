import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { customers, june } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { findServedCustomer } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Customer = (typeof june)['customerDetails']
const COORDINATES = { latitude: 41.6812, longitude: -85.9767 }

async function complete(
  owner: 'dana' | 'ray',
  changed: Partial<Customer> = {},
  customerRV = june.customerRV,
) {
  const customerDetails = { ...june.customerDetails, coordinates: COORDINATES, ...changed }
  const desk = app.as(owner).tickets
  const { ticketId } = await desk.create({ customerDetails, customerRV, jobs: [] })
  await desk.finalize({ ticketId })
  await desk.complete({ ticketId })
  return ticketId
}

const rig = (vin = june.customerRV.vin) =>
  app.database.selectFrom('rig').selectAll().where('vin', '=', vin).executeTakeFirstOrThrow()
/** Except those of RV owners' accounts. */
const records = () =>
  app.database
    .selectFrom('customer')
    .selectAll()
    .where('customerUuid', 'not in', [app.ids.june, app.ids.maya])
    .execute()
const customerOf = async (ticketId: number) =>
  (
    await app.database
      .selectFrom('ticket')
      .select('customerUuid')
      .where('ticketId', '=', ticketId)
      .executeTakeFirstOrThrow()
  ).customerUuid

/** The customer's record as a company gets it. */
const servedBy = (company: 'dana' | 'ray', customerUuid: string) => {
  const companyId = app.ids[company]
  const actor = { kind: 'owner', id: companyId, name: '', companyId } as const
  const execution = { actor, actorKey: null, now: app.now, timeZone: 'UTC' }
  return runInTransaction({ database: app.database, publish: () => {} }, execution, 'query', work =>
    findServedCustomer(work, customerUuid),
  )
}

describe("a customer's record", () => {
  let first: number

  test("does not exist before the rig's first ticket is completed", async () => {
    const ticketId = await app.createTicket()
    await app.as('dana').tickets.finalize({ ticketId })
    expect(await records()).toEqual([])
    expect(await rig()).toMatchObject({ assigned: false, customerUuid: app.ids.dana })
  })

  test('is created with the first completed ticket, and the rig is assigned to it', async () => {
    first = await complete('dana')
    const { firstName, lastName, email, phone, address } = june.customerDetails
    const [record] = await records()
    expect(record).toEqual({
      customerUuid: expect.any(String),
      firstName,
      lastName,
      email,
      phone,
      address,
      ...COORDINATES,
      sharesContact: false,
    })
    expect(await rig()).toMatchObject({ assigned: true, customerUuid: record?.customerUuid })
    expect(await customerOf(first)).toBe(record?.customerUuid)
  })

  test('is updated by later tickets of the same company, while old tickets keep their copies', async () => {
    const second = await complete('dana', { phone: '(574) 555-0299' })
    expect(await records()).toMatchObject([{ phone: '(574) 555-0299' }])
    expect(await customerOf(second)).toBe(await customerOf(first))
    const { phone } = (await app.as('dana').tickets.get({ ticketId: first })).customerDetails
    expect(phone).toBe('(574) 555-0201')
  })

  test('is neither visible to nor changed by a second company with the same rig', async () => {
    const theirs = await complete('ray', { phone: '(512) 555-0000', lastName: 'Stranger' })
    expect(await records()).toMatchObject([{ lastName: 'Park', phone: '(574) 555-0299' }])
    expect(await customerOf(theirs)).toBeNull()
    const customerUuid = (await customerOf(first)) ?? ''
    expect(await servedBy('ray', customerUuid)).toBeNull()
    expect(await servedBy('dana', customerUuid)).toMatchObject({ lastName: 'Park' })
  })

  test('is one when two tickets of a new rig are completed at the same moment', async () => {
    const { customerRV } = customers[2]
    await Promise.all([complete('dana', {}, customerRV as never), complete('dana', {}, customerRV as never)])
    const { rows } = await sql<{
      n: number
    }>`select count(distinct customer_uuid)::int as n from ticket where vin = ${customerRV.vin}`.execute(
      app.database,
    )
    expect(rows[0]?.n).toBe(1)
    expect(await records()).toHaveLength(2)
  })
})
