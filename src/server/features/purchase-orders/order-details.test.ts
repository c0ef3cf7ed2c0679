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
const NOTHING = { listPrice: null, coreCharge: null, condition: null } as const

async function placeOrder() {
  const starter = { quantity: 2, description: 'Starter', cost: 100 }
  const { orderId, lineId } = await orders().addLine({ vendorId, ...starter })
  await orders().place({ orderId })
  return { orderId, lineId }
}
const orderOf = async (orderId: string, show: 'open' | 'closed' | 'cores' = 'open') =>
  (await orders().list({ show })).orders.find(order => order.orderId === orderId)

test('an order says what came comes to, beside the vendor’s invoice', async () => {
  const ids = await placeOrder()
  const details = { freight: 18.5, trackingNumber: '1Z', invoiceNumber: 'L-77', invoiceTotal: 250 }
  expect(await orderOf(ids.orderId)).toMatchObject({
    ...{ freight: null, trackingNumber: '', invoiceNumber: '', invoiceTotal: null },
    amounts: { total: 0 },
  })
  await orders().changeLineDetails({ ...ids, listPrice: 149.99, coreCharge: 25, condition: 'rebuilt' })
  await orders().receive({ ...ids, quantity: 1 })
  await orders().changeDetails({ orderId: ids.orderId, ...details })
  expect(await orderOf(ids.orderId)).toMatchObject({
    ...details,
    amounts: { parts: 100, cores: 25, freight: 18.5, total: 143.5 },
    lines: [{ listPrice: 149.99, coreCharge: 25, condition: 'rebuilt', coresOwed: 1 }],
  })
  expect((await app.as('dana').audit.list({})).entries[0]?.verb).toBe('company.change-order-details')
  // What is omitted stays as a colleague entered it.
  await orders().changeDetails({ orderId: ids.orderId, trackingNumber: '2Z' })
  await orders().changeLineDetails({ ...ids, condition: 'new' })
  expect(await orderOf(ids.orderId)).toMatchObject({
    ...{ ...details, trackingNumber: '2Z' },
    lines: [{ listPrice: 149.99, coreCharge: 25, condition: 'new' }],
  })
})

test('details are the desk’s, and no amount is less than nothing', async () => {
  const ids = await placeOrder()
  const none = { freight: null, trackingNumber: '', invoiceNumber: '', invoiceTotal: null }
  for (const [who, code] of [
    ['rosa', 'FORBIDDEN'],
    ['ray', 'NOT_FOUND'],
  ] as const) {
    const { purchaseOrders } = app.as(who)
    expect((await errorOf(purchaseOrders.changeDetails({ orderId: ids.orderId, ...none }))).code).toBe(code)
    expect((await errorOf(purchaseOrders.changeLineDetails({ ...ids, ...NOTHING }))).code).toBe(code)
    expect((await errorOf(purchaseOrders.returnCore({ ...ids, quantity: 1, credited: 1 }))).code).toBe(code)
  }
  const wrong = { orderId: ids.orderId, ...none, freight: -1, invoiceTotal: 1.234 }
  expect(await errorOf(orders().changeDetails(wrong))).toMatchObject({
    fields: { freight: 'Enter 0 or more.', invoiceTotal: 'Use no more than 2 decimal places.' },
  })
  expect(await errorOf(orders().changeLineDetails({ ...ids, ...NOTHING, coreCharge: 0 }))).toMatchObject({
    fields: { coreCharge: 'Enter a number greater than 0.' },
  })
})

test('a core is owed from its receipt until it is returned, also on a closed order', async () => {
  const ids = await placeOrder()
  await orders().changeLineDetails({ ...ids, ...NOTHING, coreCharge: 25 })
  expect(await orderOf(ids.orderId, 'cores')).toBeUndefined()
  const core = { ...ids, quantity: 1, credited: 25 }
  expect(await errorOf(orders().returnCore(core))).toMatchObject({
    fields: { quantity: 'No cores left to return.' },
  })
  await orders().receive({ ...ids, quantity: 2 })
  expect(await orders().returnCore(core)).toEqual({ owed: 1 })
  await orders().close({ orderId: ids.orderId })
  const owing = await orders().list({ show: 'cores' })
  expect(owing.areCoresOwed).toBe(true)
  expect(await orderOf(ids.orderId, 'cores')).toMatchObject({ state: 'closed', lines: [{ coresOwed: 1 }] })
  expect(await errorOf(orders().returnCore({ ...core, quantity: 2 }))).toMatchObject({
    fields: { quantity: 'Only 1 core is owed.' },
  })
  expect(await errorOf(orders().changeLineDetails({ ...ids, ...NOTHING }))).toMatchObject({
    fields: { coreCharge: 'Cores were already returned. Leave the core charge.' },
  })
  expect(await orders().returnCore({ ...core, credited: 20 })).toEqual({ owed: 0 })
  expect(await orderOf(ids.orderId, 'cores')).toBeUndefined()
  expect(await orderOf(ids.orderId, 'closed')).toMatchObject({
    lines: [
      {
        coreReturns: [
          { quantity: 1, credited: 25, at: app.now.getTime(), byName: expect.stringContaining('Walt') },
          { quantity: 1, credited: 20 },
        ],
      },
    ],
  })
})

test('a return of cores that was wrong is undone, and both stay on record', async () => {
  const ids = await placeOrder()
  await orders().changeLineDetails({ ...ids, ...NOTHING, coreCharge: 25 })
  await orders().receive({ ...ids, quantity: 3, isMoreAccepted: true })
  expect(await errorOf(orders().undoCoreReturn(ids))).toMatchObject({
    code: 'REFUSED',
    message: 'No return of cores is left to undo.',
  })
  await orders().returnCore({ ...ids, quantity: 1, credited: 25 })
  await orders().returnCore({ ...ids, quantity: 2, credited: 40 })
  // Two who press Undo at once undo both.
  await Promise.all([orders().undoCoreReturn(ids), orders().undoCoreReturn(ids)])
  expect((await errorOf(orders().undoCoreReturn(ids))).code).toBe('REFUSED')
  expect(await orderOf(ids.orderId, 'cores')).toMatchObject({ lines: [{ coresOwed: 3 }] })
  expect(await orders().returnCore({ ...ids, quantity: 3, credited: 75 })).toEqual({ owed: 0 })
  expect(await orders().undoCoreReturn(ids)).toEqual({ owed: 3 })
  const [line] = (await orderOf(ids.orderId))?.lines ?? []
  expect(line?.coreReturns.map(({ quantity }) => quantity)).toEqual([1, 2, -2, -1, 3, -3])
  expect(line?.coreReturns.map(({ credited }) => credited)).toEqual([25, 40, -40, -25, 75, -75])
  await orders().changeLineDetails({ ...ids, ...NOTHING })
})

test('of two who return the same core, one does', async () => {
  const ids = await placeOrder()
  await orders().changeLineDetails({ ...ids, ...NOTHING, coreCharge: 25 })
  await orders().receive({ ...ids, quantity: 1 })
  const both = await Promise.allSettled(
    [1, 2].map(() => orders().returnCore({ ...ids, quantity: 1, credited: 25 })),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
