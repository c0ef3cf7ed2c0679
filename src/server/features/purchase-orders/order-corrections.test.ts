import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let vendorId: string
beforeAll(async () => {
  app = await createTestApp()
  vendorId = (await app.as('dana').vendors.add({ name: 'Lippert' })).vendorId
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date('2025-11-20T19:00:00Z')
})

const desk = () => app.as('walt')
const orders = () => desk().purchaseOrders

/** A placed order of a part of Rosa's ticket. */
async function placeOrder() {
  const ticketId = await app.createTicket('rosa')
  const pump = { quantity: 3, description: 'Water pump' }
  const { partId } = await desk().tickets.addPart({ ticketId, ...pump })
  const line = await orders().addLine({ vendorId, ticketId, partId, ...pump, cost: 41.25 })
  await orders().place({ orderId: line.orderId })
  return { ...line, ticketId, partId, pump }
}

const partOf = async (ticketId: number) => (await app.as('rosa').tickets.get({ ticketId })).parts[0]
const newestOf = async (ticketId: number) => {
  const [entry] = (await desk().tickets.activity({ ticketId })).entries
  return entry && activitySentence(entry)
}
const receiptsOf = async (lineId: string) => {
  const line = app.database.selectFrom('purchaseOrderLine').select('receipts')
  return (await line.where('lineId', '=', lineId).executeTakeFirstOrThrow()).receipts
}

describe('a receipt', () => {
  test('is not undone by others, for more than came, without a reason, nor on a closed order', async () => {
    const { orderId, lineId, number } = await placeOrder()
    const undo = { orderId, lineId, quantity: 1, reason: 'Wrong box' }
    expect(await errorOf(orders().undoReceipt(undo))).toMatchObject({
      fields: { quantity: 'None was received.' },
    })
    await orders().receive({ orderId, lineId, quantity: 2 })
    expect(await errorOf(orders().undoReceipt({ ...undo, quantity: 3 }))).toMatchObject({
      fields: { quantity: 'Only 2 were received.' },
    })
    expect(await errorOf(orders().undoReceipt({ ...undo, reason: ' ' }))).toMatchObject({
      fields: { reason: 'Required.' },
    })
    expect((await errorOf(app.as('rosa').purchaseOrders.undoReceipt(undo))).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as('ray').purchaseOrders.undoReceipt(undo))).code).toBe('NOT_FOUND')
    await orders().close({ orderId })
    expect((await errorOf(orders().undoReceipt(undo))).message).toBe(`Order ${number} is closed.`)
    expect(await receiptsOf(lineId)).toHaveLength(1)
  })

  test('is undone: the ticket’s part waits again, and what was received stays on record', async () => {
    const { orderId, lineId, ticketId } = await placeOrder()
    await orders().receive({ orderId, lineId, quantity: 1, place: 'shelf B' })
    await orders().receive({ orderId, lineId, quantity: 2, place: 'shelf C' })
    const undo = { orderId, lineId, reason: 'Wrong box' }
    expect(await orders().undoReceipt({ ...undo, quantity: 2 })).toEqual({ missing: 2 })
    expect(await partOf(ticketId)).toMatchObject({
      order: { stage: 'backordered', received: 1, place: 'shelf B' },
    })
    expect(await newestOf(ticketId)).toBe('Walt undid the receipt of Water pump: Wrong box')
    expect(await orders().undoReceipt({ ...undo, quantity: 1 })).toEqual({ missing: 3 })
    expect(await partOf(ticketId)).toMatchObject({ order: { stage: 'ordered', received: 0, place: '' } })
    const byName = expect.stringContaining('Walt')
    expect(await receiptsOf(lineId)).toMatchObject([
      { quantity: 1, byName, place: 'shelf B' },
      { quantity: 2, byName, place: 'shelf C' },
      { quantity: -2, byName, reason: 'Wrong box' },
      { quantity: -1, byName, reason: 'Wrong box' },
    ])
    await orders().close({ orderId })
    expect(await partOf(ticketId)).toMatchObject({ order: { stage: 'canceled' } })
  })
})

describe('a closed order', () => {
  test('is reopened with what it was, and received', async () => {
    const { orderId, lineId, number, ticketId } = await placeOrder()
    expect((await errorOf(orders().reopen({ orderId }))).message).toBe(`Order ${number} is not closed.`)
    await orders().close({ orderId })
    expect((await errorOf(app.as('rosa').purchaseOrders.reopen({ orderId }))).code).toBe('FORBIDDEN')
    await orders().reopen({ orderId })
    expect(await partOf(ticketId)).toMatchObject({ order: { stage: 'ordered' } })
    expect(await newestOf(ticketId)).toBe('Walt put Water pump back on its purchase order')
    expect((await app.as('dana').audit.list({})).entries.map(({ verb }) => verb)).toContain(
      'company.reopen-order',
    )
    expect(await orders().receive({ orderId, lineId, quantity: 3 })).toEqual({ missing: 0 })
  })

  test('stays closed while a part that it did not bring is on another order, or came from it', async () => {
    const { orderId, number, ticketId, partId, pump } = await placeOrder()
    await orders().close({ orderId })
    const again = await orders().addLine({ vendorId, ticketId, partId, ...pump, cost: 40 })
    const refusal = `Water pump was ordered again on order ${again.number}, so order ${number} stays closed.`
    expect((await errorOf(orders().reopen({ orderId }))).message).toBe(refusal)
    await orders().place({ orderId: again.orderId })
    await orders().receive({ orderId: again.orderId, lineId: again.lineId, quantity: 3 })
    await orders().close({ orderId: again.orderId })
    expect((await errorOf(orders().reopen({ orderId }))).message).toBe(refusal)
  })

  test('is reopened for the rest of a part of which an earlier order brought some', async () => {
    const first = await placeOrder()
    const { ticketId, partId, pump } = first
    await orders().receive({ orderId: first.orderId, lineId: first.lineId, quantity: 2 })
    await orders().close({ orderId: first.orderId })
    const rest = await orders().addLine({ vendorId, ticketId, partId, ...pump, quantity: 1, cost: 40 })
    await orders().place({ orderId: rest.orderId })
    await orders().close({ orderId: rest.orderId })
    await orders().reopen({ orderId: rest.orderId })
    expect(await partOf(ticketId)).toMatchObject({ order: { number: rest.number, stage: 'ordered' } })
  })
})

test('a part is ordered again or its closed order is reopened, not both at once', async () => {
  const { orderId, ticketId, partId, pump } = await placeOrder()
  await orders().close({ orderId })
  const both = await Promise.allSettled([
    orders().reopen({ orderId }),
    orders().addLine({ vendorId, ticketId, partId, ...pump, cost: 40 }),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
