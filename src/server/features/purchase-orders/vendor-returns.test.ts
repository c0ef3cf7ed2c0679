import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let vendorId: string
beforeAll(async () => {
  app = await createTestApp()
  vendorId = (await app.as('dana').vendors.add({ name: 'Lippert' })).vendorId
})
afterAll(() => app.close())

const orders = () => app.as('walt').purchaseOrders
const STARTER = { quantity: 2, description: 'Starter', cost: 100 }

type OrderedFor = { ticketId?: number; partId?: string; stockItemId?: string }

/** Two starters that came. */
async function receiveStarters(orderedFor: OrderedFor = {}) {
  const { orderId, lineId } = await orders().addLine({ vendorId, ...STARTER, ...orderedFor })
  await orders().place({ orderId })
  await orders().receive({ orderId, lineId, quantity: 2, place: 'shelf B' })
  return { orderId, lineId }
}

type Shown = 'open' | 'closed' | 'credits'
const orderOf = async ({ orderId }: { orderId: string }, show: Shown = 'open') =>
  (await orders().list({ show })).orders.find(order => order.orderId === orderId)

const RETURN = { quantity: 1, reason: 'Wrong part', restockingFee: 15 }

test('a part goes back, its credit is awaited, entered, corrected and cleared', async () => {
  const ids = await receiveStarters()
  expect(await orders().list({ show: 'credits' })).toMatchObject({ areCreditsOwed: false, orders: [] })
  const { returnId } = await orders().returnToVendor({ ...ids, ...RETURN })
  expect(await orderOf(ids)).toMatchObject({
    credits: { expected: 85, received: 0 },
    amounts: { total: 200 },
    lines: [
      {
        ...{ stage: 'received', received: 2, returned: 1, returnable: 1 },
        vendorReturns: [
          { returnId, ...RETURN, byName: expect.stringContaining('Walt'), expected: 85, credited: null },
        ],
      },
    ],
  })
  // Also once the order is closed, where it waits for the credit.
  await orders().close({ orderId: ids.orderId })
  expect(await orders().list({ show: 'open' })).toMatchObject({ areCreditsOwed: true })
  expect(await orderOf(ids, 'credits')).toBeDefined()
  await orders().creditReturn({ ...ids, returnId, credited: 80 })
  expect(await orderOf(ids, 'closed')).toMatchObject({ credits: { expected: 0, received: 80 } })
  expect(await orders().list({ show: 'credits' })).toMatchObject({ areCreditsOwed: false, orders: [] })
  expect((await errorOf(orders().undoReturn({ ...ids, returnId }))).message).toBe(
    'The vendor credited this return. Clear the credit first.',
  )
  await orders().creditReturn({ ...ids, returnId, credited: null })
  await orders().undoReturn({ ...ids, returnId })
  expect(await orderOf(ids, 'closed')).toMatchObject({
    credits: { expected: 0, received: 0 },
    lines: [{ returned: 0, returnable: 2, vendorReturns: [{ ...RETURN, credited: null }] }],
  })
  expect((await errorOf(orders().creditReturn({ ...ids, returnId, credited: 80 }))).message).toBe(
    'This return was undone.',
  )
  const [undone, cleared, entered] = (await app.as('dana').audit.list({})).entries
  expect([undone?.verb, cleared?.verb, entered?.verb]).toEqual([
    'company.undo-vendor-return',
    ...['company.credit-vendor-return', 'company.credit-vendor-return'],
  ])
})

test('bad input is said beside its field, and nothing is returned', async () => {
  const ids = await receiveStarters()
  for (const [typed, fields] of [
    [{ quantity: 3 }, { quantity: 'Only 2 can be returned.' }],
    [{ quantity: 0 }, { quantity: 'Enter a number greater than 0.' }],
    [{ reason: ' ' }, { reason: 'Required.' }],
    [{ restockingFee: 100.01 }, { restockingFee: 'The fee can’t be more than $100.00.' }],
    [{ restockingFee: -1 }, { restockingFee: 'Enter 0 or more.' }],
  ] as const)
    expect(await errorOf(orders().returnToVendor({ ...ids, ...RETURN, ...typed }))).toMatchObject({
      fields,
    })
  const draft = await orders().addLine({ vendorId, ...STARTER })
  const early = await errorOf(
    orders().returnToVendor({ orderId: draft.orderId, lineId: draft.lineId, ...RETURN }),
  )
  expect(early).toMatchObject({ fields: { quantity: 'None is left to return.' } })
  expect(await orderOf(ids)).toMatchObject({ lines: [{ returned: 0, vendorReturns: [] }] })
})

test('returns are the desk’s', async () => {
  const ids = await receiveStarters()
  const { returnId } = await orders().returnToVendor({ ...ids, ...RETURN })
  for (const [who, code] of [
    ['rosa', 'FORBIDDEN'],
    ['ray', 'NOT_FOUND'],
  ] as const) {
    const { purchaseOrders } = app.as(who)
    expect((await errorOf(purchaseOrders.returnToVendor({ ...ids, ...RETURN }))).code).toBe(code)
    expect((await errorOf(purchaseOrders.creditReturn({ ...ids, returnId, credited: 1 }))).code).toBe(code)
    expect((await errorOf(purchaseOrders.undoReturn({ ...ids, returnId }))).code).toBe(code)
  }
  const other = crypto.randomUUID()
  expect((await errorOf(orders().undoReturn({ ...ids, returnId: other }))).code).toBe('NOT_FOUND')
})

test('sixteen who return at once never return more than came', async () => {
  const ids = await receiveStarters()
  const results = await Promise.allSettled(
    Array.from({ length: 16 }, () => orders().returnToVendor({ ...ids, ...RETURN })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await orderOf(ids)).toMatchObject({ lines: [{ stage: 'returned', returned: 2, returnable: 0 }] })
})

test('a ticket’s part that went back says so, without its cost, and can be ordered again', async () => {
  const ticketId = await app.createTicket()
  await app.as('walt').tickets.addPart({ ticketId, quantity: 2, description: 'Starter', perPartAmount: 180 })
  const partOf = async (who: 'walt' | 'rosa' = 'walt') =>
    (await app.as(who).tickets.get({ ticketId })).parts.at(-1)
  const partId = (await partOf())?.partId ?? ''
  const ids = await receiveStarters({ ticketId, partId })
  await orders().returnToVendor({ ...ids, ...RETURN })
  expect(await partOf()).toMatchObject({ order: { stage: 'received', received: 1, quantity: 2, covered: 1 } })
  const again = { vendorId, ...STARTER, ticketId, partId, quantity: 1 }
  const { orderId } = await orders().addLine(again)
  expect(await errorOf(orders().addLine(again))).toMatchObject({
    fields: { partId: expect.stringContaining('is already on order') },
  })
  await orders().removeLine({ orderId, lineId: (await orderOf({ orderId }))?.lines.at(-1)?.lineId ?? '' })
  await orders().returnToVendor({ ...ids, ...RETURN })
  expect(await partOf()).toMatchObject({ order: { stage: 'returned', covered: 0 } })
  const { entries } = await app.as('walt').tickets.activity({ ticketId })
  expect(entries.find(({ verb }) => verb === 'ticket.return-part')?.detail).toEqual({
    part: 'Starter',
    reason: 'Wrong part',
  })
})

test('what is in an ended ticket does not go back', async () => {
  const ticketId = await app.createTicket()
  await app.as('walt').tickets.addPart({ ticketId, quantity: 1, description: 'Starter', perPartAmount: 180 })
  const { parts } = await app.as('walt').tickets.get({ ticketId })
  const ids = await receiveStarters({ ticketId, partId: parts.at(-1)?.partId ?? '' })
  await app.as('dana').tickets.finalize({ ticketId })
  expect(await errorOf(orders().returnToVendor({ ...ids, ...RETURN, quantity: 2 }))).toMatchObject({
    fields: { quantity: `Work on ticket ${ticketId} has ended with 1 of these.` },
  })
  await orders().returnToVendor({ ...ids, ...RETURN })
  expect(await orderOf(ids)).toMatchObject({ lines: [{ returned: 1 }] })
})

test('of a part on two orders, what one brought too many goes back after the work, too', async () => {
  const ticketId = await app.createTicket()
  await app.as('walt').tickets.addPart({ ticketId, quantity: 3, description: 'Starter', perPartAmount: 180 })
  const partId = (await app.as('walt').tickets.get({ ticketId })).parts.at(-1)?.partId ?? ''
  const first = await receiveStarters({ ticketId, partId })
  const { orderId, lineId } = await orders().addLine({ ...STARTER, vendorId, ticketId, partId, quantity: 1 })
  await orders().place({ orderId })
  await orders().receive({ orderId, lineId, quantity: 2, isMoreAccepted: true })
  await app.as('dana').tickets.finalize({ ticketId })
  expect((await errorOf(orders().returnToVendor({ ...first, ...RETURN, quantity: 2 }))).message).toBeDefined()
  await orders().returnToVendor({ ...first, ...RETURN })
  expect(await errorOf(orders().returnToVendor({ ...first, ...RETURN }))).toMatchObject({
    fields: { quantity: `Work on ticket ${ticketId} has ended with 1 of these.` },
  })
})

test('what was ordered for stock leaves it, if it is there, and comes back undone', async () => {
  const { stock } = app.as('walt')
  const { stockItemId } = await stock.add({ partNumber: 'S-1', description: 'Starter', cost: 100 })
  const ids = await receiveStarters({ stockItemId })
  const inStock = async () => (await stock.list()).find(item => item.stockItemId === stockItemId)?.quantity
  const { returnId } = await orders().returnToVendor({ ...ids, ...RETURN })
  expect(await inStock()).toBe(1)
  await orders().undoReturn({ ...ids, returnId })
  expect(await inStock()).toBe(2)
  await stock.scrap({ stockItemId, quantity: 2, note: 'Dropped' })
  expect(await errorOf(orders().returnToVendor({ ...ids, ...RETURN }))).toMatchObject({
    fields: { quantity: 'None are in stock.' },
  })
  const { movements } = await stock.listMovements({ stockItemId })
  expect(movements.map(({ kind, quantity }) => [kind, quantity])).toEqual([
    ['scrapped', -2],
    ...[
      ['returned-to-vendor', 1],
      ['returned-to-vendor', -1],
    ],
    ['received', 2],
  ])
})
