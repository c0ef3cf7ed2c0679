import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers, june } from '#server/seed/demo-accounts.ts'
import { createRigOwner } from '../../../../test/support/rig-owner-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

// Texts that are no VIN: a company's own rig, of one customer.

const [harold] = customers
const AIRSTREAM = { make: 'Airstream', model: 'Argosy', year: '1974', axleAmount: '2' } as const

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Desk = 'dana' | 'ray'

async function createTicket(vin: string, { at = 'dana' as Desk, customer = june.customerDetails } = {}) {
  const { ticketId } = await app.as(at).tickets.create({
    customerDetails: customer,
    customerRV: { ...AIRSTREAM, vin },
    jobs: [{ problem: 'Awning torn', estimatedTime: 1 }],
  })
  return ticketId
}

async function recordVisit(vin: string, options: Parameters<typeof createTicket>[1] = {}) {
  const ticketId = await createTicket(vin, options)
  const desk = app.as(options.at ?? 'dana')
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  return ticketId
}

const suggest = (who: Desk, starts: string) => app.as(who).rigs.suggest({ starts })
const historyOf = async (vin: string) => (await app.as('visitor').workHistory.get({ vin })).entries

describe.each(['12345', '00000000000000000', 'UNKNOWN-1'])('the text %s', vin => {
  test('of another company is neither suggested nor on file', async () => {
    const ticketId = await recordVisit(vin)
    const { axleAmount: _, ...rig } = AIRSTREAM
    expect(await suggest('dana', vin)).toEqual([
      { vin, ...rig, ownRig: { ticketId, customerName: 'June Park' } },
    ])
    expect(await suggest('ray', vin)).toEqual([])
    expect((await errorOf(app.as('ray').rigs.get({ vin }))).code).toBe('NOT_FOUND')
    expect((await errorOf(app.as('ray').rigs.get({ vin, ticketId }))).code).toBe('NOT_FOUND')
    const missing = { customerDetails: june.customerDetails, customerRV: { vin, axleAmount: '2' as const } }
    expect(await errorOf(app.as('ray').tickets.create(missing))).toMatchObject({
      fields: {
        'customerRV.make': 'Required.',
        'customerRV.model': 'Required.',
        'customerRV.year': 'Required.',
      },
    })
  })

  test('fills in the details for the same customer alone', async () => {
    const returning = { customerDetails: june.customerDetails, customerRV: { vin, axleAmount: '2' as const } }
    const { ticketId } = await app.as('dana').tickets.create(returning)
    expect((await app.as('dana').tickets.get({ ticketId })).customerRV).toMatchObject(AIRSTREAM)
    const another = { ...returning, customerDetails: { ...harold.customerDetails } }
    expect(await errorOf(app.as('dana').tickets.create(another))).toMatchObject({
      fields: { 'customerRV.make': 'Required.' },
    })
  })

  test('of two customers of a company is two rigs, each with its own customer', async () => {
    const ofHarold = await recordVisit(vin, { customer: harold.customerDetails })
    const listed = await suggest('dana', vin)
    expect(listed.map(({ ownRig }) => ownRig?.customerName).sort()).toEqual(['Harold Whitcomb', 'June Park'])
    expect(await errorOf(app.as('dana').rigs.get({ vin }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'More than one of your customers has an RV with this number. Choose one from the suggestions.',
    })
    const rig = await app.as('dana').rigs.get({ vin, ticketId: ofHarold })
    expect(rig.customer).toMatchObject({ firstName: 'Harold', email: harold.customerDetails.email })
    const records = await app.database
      .selectFrom('ticket')
      .select(['firstName', 'customerUuid'])
      .where('vin', '=', vin)
      .where('state', '=', 'recorded')
      .execute()
    expect(new Set(records.map(({ customerUuid }) => customerUuid)).size).toBe(2)
  })

  test('lists the rig of each company and customer apart in a public search', async () => {
    await recordVisit(vin)
    await recordVisit(vin, { at: 'ray' })
    const entries = await historyOf(vin)
    expect(entries).toHaveLength(4)
    const visits = new Map<string, number>()
    for (const { ownRig } of entries) {
      const key = `${ownRig?.companyName} ${ownRig?.rigId}`
      visits.set(key, (visits.get(key) ?? 0) + 1)
    }
    expect([...visits].map(([key, count]) => `${key.slice(0, -37)} ${count}`).sort()).toEqual([
      'Bluebonnet RV 1',
      'Bluebonnet RV 2',
      'Lone Star Mobile RV 1',
    ])
    expect(JSON.stringify(entries)).not.toMatch(/June|Harold|mail\.example/)
  })

  test('has no claim code and cannot be claimed, also by its own customer', async () => {
    const ticketId = await recordVisit(vin)
    expect((await app.as('dana').customerLinks.get({ ticketId })).claim).toBeNull()
    expect(await errorOf(app.as('june').rigClaims.claim({ vin, code: '7KQ2M-XW4PR' }))).toMatchObject({
      code: 'INVALID',
      fields: {
        vin: 'Only an RV with a 17-character VIN can be claimed. You find your visits under My Tickets.',
      },
    })
    const { tickets } = await app.as('june').rvOwners.listTickets({})
    expect(tickets.map(ticket => ticket.ticketId)).toContain(ticketId)
  })
})

test('a deferred job is offered for the rig of the same customer alone', async () => {
  const vin = 'DEFERRED-1'
  const declined = await createTicket(vin)
  await app.database.updateTable('job').set({ answer: 'declined' }).where('ticketId', '=', declined).execute()
  const again = await createTicket(vin)
  const ofHarold = await createTicket(vin, { customer: harold.customerDetails })
  const deferred = (ticketId?: number) => app.as('dana').rigs.deferred({ vin, ticketId })
  expect((await deferred(again)).map(({ ticketId }) => ticketId)).toEqual([declined])
  expect(await deferred(ofHarold)).toEqual([])
  expect(await deferred()).toEqual([])
})

const SENTENCE = 'Enter the serial number or license plate instead.'

describe.each(['UNKNOWN', 'none', 'N/A', 'NO VIN', '0000', '---'])('a VIN field refuses %s', word => {
  test('on a new ticket and on one that is there', async () => {
    const ticket = { ...june, customerRV: { ...june.customerRV, vin: word }, jobs: [] }
    expect(await errorOf(app.as('dana').tickets.create(ticket))).toMatchObject({
      fields: { 'customerRV.vin': SENTENCE },
    })
    const ticketId = await app.createTicket()
    const change = { ticketId, customerRV: { vin: word } }
    expect(await errorOf(app.as('dana').tickets.changeDetails(change))).toMatchObject({
      fields: { 'customerRV.vin': SENTENCE },
    })
  })

  test('in a claim, and in the rows of a spreadsheet', async () => {
    expect(await errorOf(app.as('june').rigClaims.claim({ vin: word, code: '7KQ2M-XW4PR' }))).toMatchObject({
      fields: { vin: SENTENCE },
    })
    const row = {
      ...{ firstName: 'Lou', lastName: 'Marsh', email: '', phone: '', address: '', vin: word },
      ...{ year: '', make: '', model: '', axleAmount: '' as const },
    }
    const rows = { importId: randomUUID(), firstRow: 0, rows: [row] }
    expect(await errorOf(app.as('dana').imports.addCustomers(rows))).toMatchObject({
      fields: { 'rows.0.vin': SENTENCE },
    })
  })
})

describe('a rig with a VIN that is sold', () => {
  const vin = '4X4TWBZ21NJ013399'

  test("does not turn the seller's record into the buyer's", async () => {
    const ofSeller = await recordVisit(vin)
    const ofBuyer = await recordVisit(vin, { customer: harold.customerDetails })
    const recordOf = async (id: number) => {
      const { customerUuid } = await app.database
        .selectFrom('ticket')
        .select('customerUuid')
        .where('ticketId', '=', id)
        .executeTakeFirstOrThrow()
      return app.database
        .selectFrom('customer')
        .select(['firstName', 'email'])
        .where('customerUuid', '=', customerUuid)
        .executeTakeFirst()
    }
    expect(await recordOf(ofSeller)).toEqual({ firstName: 'June', email: june.customerDetails.email })
    expect(await recordOf(ofBuyer)).toEqual({ firstName: 'Harold', email: harold.customerDetails.email })
    expect((await app.as('dana').rigs.get({ vin })).customer).toMatchObject({ firstName: 'Harold' })
  })

  test('keeps the record of a customer who comes again with another phone', async () => {
    const phone = '(574) 555-0299'
    await recordVisit(vin, { customer: { ...harold.customerDetails, phone } })
    expect((await app.as('dana').rigs.get({ vin })).customer).toMatchObject({ firstName: 'Harold', phone })
    const records = await app.database
      .selectFrom('ticket')
      .select('customerUuid')
      .distinct()
      .where('vin', '=', vin)
      .execute()
    expect(records).toHaveLength(2)
  })
})

describe('a mistyped VIN that is corrected on its ticket', () => {
  const onFile = (vin: string) =>
    app.database.selectFrom('rig').select('vin').where('vin', '=', vin).executeTakeFirst()
  const correct = (ticketId: number, vin: string) =>
    app.as('dana').tickets.changeDetails({ ticketId, customerRV: { vin } })
  const RIGHT = '1UJBJ0BN8M17X0042'

  test('leaves no rig in the pool', async () => {
    const vin = '1UJBJ0BN8M17X0043'
    const ticketId = await createTicket(vin)
    expect(await onFile(vin)).toEqual({ vin })
    await correct(ticketId, RIGHT)
    expect(await onFile(vin)).toBeUndefined()
    expect(await onFile(RIGHT)).toEqual({ vin: RIGHT })
  })

  test('leaves no text of its own either', async () => {
    const ticketId = await createTicket('MISTYPED-1')
    await correct(ticketId, RIGHT)
    expect(await suggest('dana', 'MISTYPED')).toEqual([])
    expect(
      await app.database.selectFrom('ownRig').select('vin').where('vin', '=', 'MISTYPED-1').execute(),
    ).toEqual([])
  })

  test.each([
    ['a ticket of another company', '1UJBJ0BN8M17X0044', (vin: string) => createTicket(vin, { at: 'ray' })],
    ['another ticket', '1UJBJ0BN8M17X0045', (vin: string) => createTicket(vin)],
    ['a visit in its history', '1UJBJ0BN8M17X0046', (vin: string) => recordVisit(vin)],
  ])('stays if %s needs it', async (_, vin, use) => {
    const ticketId = await createTicket(vin)
    await use(vin)
    await correct(ticketId, RIGHT)
    expect(await onFile(vin)).toEqual({ vin })
  })

  test('stays with the owner who claimed it', async () => {
    const vin = '1UJBJ0BN8M17X0047'
    const ticketId = await createTicket(vin)
    const { id } = await createRigOwner(app)
    await app.database
      .insertInto('rigClaim')
      .values({
        ...{ claimId: randomUUID(), vin, accountId: id, claimedAt: app.now, how: 'code' as const },
        ...{ fromCompany: app.ids.dana, fromTicket: ticketId, openedFrom: null, transferHash: null },
        ...{ transferUntil: null, endedAt: null, endReason: null },
      })
      .execute()
    await correct(ticketId, RIGHT)
    expect(await onFile(vin)).toEqual({ vin })
  })
})
