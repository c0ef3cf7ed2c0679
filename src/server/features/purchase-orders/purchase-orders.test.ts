import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let count = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date('2025-11-20T19:00:00Z')
})

const desk = () => app.as('walt')
const owner = () => app.as('dana')
const orders = () => desk().purchaseOrders

async function createVendor(): Promise<string> {
  count += 1
  return (await owner().vendors.add({ name: `Lippert ${count}` })).vendorId
}

const PUMP = { quantity: 3, description: 'Water pump', partNumber: '4008-101', cost: 41.25 }

const add = async (more: object = {}) =>
  orders().addLine({ vendorId: await createVendor(), ...PUMP, ...more })

async function addPlaced(more: object = {}) {
  const line = await add(more)
  await orders().place({ orderId: line.orderId })
  return line
}

/** A ticket of Rosa's with a part that nobody has ordered yet. */
async function createTicketWithPart() {
  const ticketId = await app.createTicket('rosa')
  const { partId } = await desk().tickets.addPart({ ticketId, quantity: 3, description: 'Water pump' })
  return { ticketId, partId }
}

const orderOf = async (orderId: string) => {
  const open = (await orders().list({})).orders
  const closed = (await orders().list({ show: 'closed' })).orders
  return [...open, ...closed].find(order => order.orderId === orderId)
}
const partOf = async (ticketId: number, who: 'walt' | 'rosa' = 'walt') =>
  (await app.as(who).tickets.get({ ticketId })).parts[0]
const logOf = async () => (await owner().audit.list({})).entries.map(({ verb }) => verb)
const activityOf = async (ticketId: number) =>
  (await desk().tickets.activity({ ticketId })).entries.map(activitySentence)
const receiptsOf = async (lineId: string) => {
  const line = app.database.selectFrom('purchaseOrderLine').select('receipts')
  return (await line.where('lineId', '=', lineId).executeTakeFirstOrThrow()).receipts
}

describe('a vendor', () => {
  test('is added, changed and removed by the owner alone; the desk reads it', async () => {
    const vendorId = await createVendor()
    const { vendors } = app.as('rosa')
    expect((await errorOf(vendors.list())).code).toBe('FORBIDDEN')
    expect((await errorOf(desk().vendors.add({ name: 'Mine' }))).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as('ray').vendors.remove({ vendorId }))).code).toBe('NOT_FOUND')
    expect(await app.as('ray').vendors.list()).toEqual([])
    const changed = {
      name: 'Dometic',
      accountNumber: 'A-1',
      phone: '574 555 0100',
      email: 'po@dometic.example',
    }
    await owner().vendors.change({ vendorId, ...changed, terms: 'Net 30' })
    expect((await desk().vendors.list()).find(vendor => vendor.vendorId === vendorId)).toEqual({
      ...{ vendorId, ...changed, terms: 'Net 30' },
    })
    expect((await logOf())[0]).toBe('company.change-vendor')
    expect(await errorOf(owner().vendors.add({ name: 'Atwood', phone: 'call Joe' }))).toMatchObject({
      fields: { phone: 'Enter a valid phone number.' },
    })
    expect(await errorOf(owner().vendors.add({ name: 'dometic' }))).toMatchObject({
      fields: { name: 'There is already a vendor named Dometic.' },
    })
    await owner().vendors.remove({ vendorId })
    expect((await errorOf(owner().vendors.remove({ vendorId }))).message).toBe(
      'This vendor was removed already.',
    )
  })

  test('is added once by two who add it at once', async () => {
    const both = await Promise.allSettled([1, 2].map(() => owner().vendors.add({ name: 'Suburban' })))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is not removed while an order from it is open', async () => {
    const vendorId = await createVendor()
    const { orderId, number } = await orders().addLine({ vendorId, ...PUMP })
    expect(await errorOf(owner().vendors.remove({ vendorId }))).toMatchObject({
      fields: { vendorId: `Close its open order first: ${number}.` },
    })
    await orders().close({ orderId })
    await owner().vendors.remove({ vendorId })
    expect(await orderOf(orderId)).toMatchObject({ number, vendor: { vendorId }, state: 'closed' })
    expect((await errorOf(orders().addLine({ vendorId, ...PUMP }))).message).toBe(
      'This vendor was removed. Choose another one.',
    )
  })
})

describe('a part is not ordered', () => {
  test.each([
    [{ cost: 0 }, { cost: 'Enter a number greater than 0.' }],
    [{ quantity: 0 }, { quantity: 'Enter a number greater than 0.' }],
    [{ description: ' ' }, { description: 'Required.' }],
    [{ expectedOn: '2025-11-19' }, { expectedOn: 'This date has passed. Choose today or a later date.' }],
  ])('with %j: %j', async (wrong, fields) => {
    const { length } = (await orders().list({})).orders
    expect(await errorOf(add(wrong))).toMatchObject({ code: 'INVALID', fields })
    expect((await orders().list({})).orders).toHaveLength(length)
  })

  test('for a day on which the shop is closed', async () => {
    const days = { firstDay: '2025-12-03', lastDay: '2025-12-04', reason: 'Inventory' }
    await owner().bookings.addClosedDays(days)
    expect(await errorOf(add({ expectedOn: '2025-12-04' }))).toMatchObject({
      fields: {
        expectedOn: 'The shop is closed Wed, Dec 3 to Thu, Dec 4, 2025 (Inventory). Choose another day.',
      },
    })
    expect(await errorOf(add({ expectedOn: '2025-11-23' }))).toMatchObject({
      fields: { expectedOn: expect.stringMatching(/^The shop is closed on Sundays\. /) },
    })
  })

  test('by a technician, or at another company', async () => {
    const { orderId, lineId } = await addPlaced()
    const vendorId = await createVendor()
    for (const who of ['rosa', 'ray'] as const) {
      const code = who === 'rosa' ? 'FORBIDDEN' : 'NOT_FOUND'
      const { purchaseOrders } = app.as(who)
      expect((await errorOf(purchaseOrders.addLine({ vendorId, ...PUMP }))).code).toBe(code)
      expect((await errorOf(purchaseOrders.place({ orderId }))).code).toBe(code)
      expect((await errorOf(purchaseOrders.receive({ orderId, lineId, quantity: 1 }))).code).toBe(code)
      expect((await errorOf(purchaseOrders.close({ orderId }))).code).toBe(code)
    }
    expect(await app.as('ray').purchaseOrders.list({})).toMatchObject({ isOn: false, orders: [] })
    expect(await receiptsOf(lineId)).toEqual([])
  })

  test('twice, for a part that is gone, or for an ended ticket', async () => {
    const { ticketId, partId } = await createTicketWithPart()
    const { number } = await add({ ticketId, partId })
    expect(await errorOf(add({ ticketId, partId }))).toMatchObject({
      fields: { partId: `This part is already on order ${number}.` },
    })
    expect(await errorOf(add({ ticketId, partId: randomUUID() }))).toMatchObject({
      fields: { partId: 'This part is no longer on the ticket.' },
    })
    await desk().tickets.changePart({ ticketId, partId, perPartAmount: 60 })
    await desk().tickets.finalize({ ticketId })
    expect((await errorOf(add({ ticketId }))).code).toBe('REFUSED')
  })
})

test('a part that came short goes on another order, and one on order stays on its ticket', async () => {
  const { ticketId, partId } = await createTicketWithPart()
  const { orderId, lineId, number } = await addPlaced({ ticketId, partId })
  expect((await errorOf(desk().tickets.removePart({ ticketId, partId }))).message).toBe(
    `This part is on order ${number}. Close the order or take the part off it first.`,
  )
  await orders().receive({ orderId, lineId, quantity: 1 })
  expect(await errorOf(add({ ticketId, partId }))).toMatchObject({
    fields: { partId: `This part is already on order ${number}.` },
  })
  await orders().close({ orderId })
  const { entries } = await desk().tickets.activity({ ticketId })
  expect(entries.map(({ verb }) => verb)).not.toContain('ticket.cancel-part')
  expect((await partOf(ticketId))?.order).toMatchObject({ stage: 'received', covered: 1 })
  // One of the two that are missing, from each of two vendors.
  const vendorIds = [await createVendor(), await createVendor()]
  const [second, third] = await Promise.all(
    vendorIds.map(vendorId => orders().addLine({ ...PUMP, vendorId, ticketId, partId, quantity: 1 })),
  )
  expect((await partOf(ticketId))?.order).toMatchObject({ stage: 'needed', quantity: 1, covered: 3 })
  for (const line of [second, third]) {
    await orders().place({ orderId: line?.orderId ?? '' })
    expect((await errorOf(desk().tickets.removePart({ ticketId, partId }))).code).toBe('REFUSED')
    await orders().receive({ orderId: line?.orderId ?? '', lineId: line?.lineId ?? '', quantity: 1 })
  }
  expect((await partOf(ticketId))?.order).toMatchObject({ stage: 'received', covered: 3 })
  expect((await errorOf(add({ ticketId, partId, quantity: 1 }))).code).toBe('INVALID')
})

describe('orders', () => {
  test('are numbered without gaps, also when they begin at once', async () => {
    const vendorIds = []
    for (let index = 0; index < 6; index += 1) vendorIds.push(await createVendor())
    await Promise.all(vendorIds.map(vendorId => orders().addLine({ vendorId, ...PUMP })))
    const rows = await app.database
      .selectFrom('purchaseOrder')
      .select('number')
      .where('companyId', '=', app.ids.dana)
      .orderBy('number')
      .execute()
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  })

  test('take more parts of a vendor until they are placed', async () => {
    const vendorId = await createVendor()
    const first = await orders().addLine({ vendorId, ...PUMP })
    const second = await orders().addLine({ vendorId, ...PUMP, quantity: 0.5 })
    expect(second.orderId).toBe(first.orderId)
    expect(await orderOf(first.orderId)).toMatchObject({ state: 'draft', total: 144.38, orderedAt: null })
    const { orderId, lineId } = second
    await orders().removeLine({ orderId, lineId })
    await orders().place({ orderId: first.orderId })
    expect(await orderOf(first.orderId)).toMatchObject({
      state: 'ordered',
      total: 123.75,
      orderedAt: app.now,
    })
    expect((await logOf())[0]).toBe('company.place-order')
    expect((await errorOf(orders().removeLine({ orderId, lineId: first.lineId }))).code).toBe('REFUSED')
    expect((await orders().addLine({ vendorId, ...PUMP })).number).not.toBe(first.number)
  })
})

describe('a part is received', () => {
  test('in part, then whole; what is missing is on back order', async () => {
    const { ticketId, partId } = await createTicketWithPart()
    expect(await partOf(ticketId)).toMatchObject({ order: null })
    const line = await add({ ticketId, partId, expectedOn: '2025-11-21' })
    expect(await partOf(ticketId)).toMatchObject({ order: { stage: 'needed', number: line.number } })
    await orders().place({ orderId: line.orderId })
    expect(await partOf(ticketId, 'rosa')).toMatchObject({
      order: { stage: 'ordered', expectedOn: '2025-11-21', received: 0 },
    })
    const { orderId, lineId } = line
    expect(await orders().receive({ orderId, lineId, quantity: 1, place: 'shelf B' })).toEqual({ missing: 2 })
    expect(await partOf(ticketId)).toMatchObject({
      order: { stage: 'backordered', received: 1, quantity: 3, place: 'shelf B' },
    })
    await orders().expect({ orderId, lineId, expectedOn: '2025-11-24' })
    expect(await orders().receive({ orderId, lineId, quantity: 2, place: 'shelf C' })).toEqual({ missing: 0 })
    expect(await partOf(ticketId, 'rosa')).toMatchObject({ order: { stage: 'received', place: 'shelf C' } })
    expect(await orderOf(orderId)).toMatchObject({ state: 'received', lines: [{ received: 3, missing: 0 }] })
    expect((await activityOf(ticketId)).slice(0, 5)).toEqual([
      'Walt received Water pump',
      'Walt expects Water pump on Mon, Nov 24',
      'Walt received Water pump',
      'Walt ordered Water pump',
      'Walt put Water pump on a purchase order',
    ])
  })

  test('not more than was ordered without a word, and not twice by one tap', async () => {
    const line = await addPlaced()
    const four = { orderId: line.orderId, lineId: line.lineId, quantity: 4 }
    expect(await errorOf(orders().receive(four))).toMatchObject({
      fields: { quantity: '3 were ordered. Receive 4 anyway?' },
    })
    expect(await receiptsOf(line.lineId)).toEqual([])
    expect(await orders().receive({ ...four, isMoreAccepted: true })).toEqual({ missing: 0 })
    expect(await receiptsOf(line.lineId)).toEqual([
      { quantity: 4, at: app.now.getTime(), byName: expect.stringContaining('Walt'), place: '' },
    ])
  })

  test('not of a draft, nor of a closed order', async () => {
    const { orderId, lineId, number } = await add()
    const receive = () => orders().receive({ orderId, lineId, quantity: 1 })
    expect((await errorOf(receive())).message).toBe(`Order ${number} is not placed yet. Place it first.`)
    await orders().place({ orderId })
    await orders().close({ orderId })
    expect((await errorOf(receive())).message).toBe(`Order ${number} is closed.`)
    expect((await errorOf(orders().close({ orderId }))).message).toBe(`Order ${number} is closed.`)
    expect(await receiptsOf(lineId)).toEqual([])
  })

  test('by 64 at once, while others undo what came: never more than was ordered, nor less than none', async () => {
    const { orderId, lineId } = await addPlaced({ quantity: 10 })
    const undo = { orderId, lineId, quantity: 1, reason: 'Wrong box' }
    const all = await Promise.allSettled(
      Array.from({ length: 64 }, (_, index) =>
        index % 3 === 0
          ? orders().undoReceipt(undo)
          : orders().receive({ orderId, lineId, quantity: 1 + (index % 2) }),
      ),
    )
    expect(all.some(({ status }) => status === 'rejected')).toBe(true)
    let came = 0
    for (const { quantity } of await receiptsOf(lineId)) {
      came += quantity
      expect(came).toBeGreaterThanOrEqual(0)
      expect(came).toBeLessThanOrEqual(10)
    }
    const done = all.filter(({ status }) => status === 'fulfilled')
    expect(await receiptsOf(lineId)).toHaveLength(done.length)
    expect(app.loggedErrors).toEqual([])
  })

  test('by 64 at once: never more than was ordered', async () => {
    const { orderId, lineId } = await addPlaced({ quantity: 10 })
    const all = await Promise.allSettled(
      Array.from({ length: 64 }, () => orders().receive({ orderId, lineId, quantity: 1 })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const receipts = await receiptsOf(lineId)
    expect(receipts.reduce((total, { quantity }) => total + quantity, 0)).toBe(10)
    expect(app.loggedErrors).toEqual([])
  })
})

describe('what a part costs the company', () => {
  test('is read by the desk, and by no technician and no customer', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    await desk().tickets.assign({ ticketId, employeeId: app.ids.rosa })
    const { partId } = await desk().tickets.addPart({ ticketId, quantity: 3, description: 'Water pump' })
    const { orderId } = await addPlaced({ ticketId, partId, cost: 7654.32, partNumber: 'SECRET-NUMBER' })
    expect((await orderOf(orderId))?.lines[0]).toMatchObject({ cost: 7654.32 })
    const shown = [
      await app.as('rosa').tickets.get({ ticketId }),
      await app.as('rosa').tickets.activity({ ticketId }),
      await client.customerView.get({ token }),
    ].map(answer => JSON.stringify(answer))
    for (const answer of shown) expect(answer).not.toMatch(/7654|SECRET-NUMBER/)
    expect(shown[2]).not.toMatch(/"stage"|purchase order/)
  })
})
