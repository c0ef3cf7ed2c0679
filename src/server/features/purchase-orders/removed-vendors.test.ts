import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const owner = () => app.as('dana')
const orders = () => app.as('walt').purchaseOrders

const PUMP = { quantity: 3, description: 'Water pump', cost: 41.25 }

async function addClosedOrder(vendorId: string) {
  const { orderId, number } = await orders().addLine({ vendorId, ...PUMP })
  await orders().close({ orderId })
  return { orderId, number }
}

test('a vendor without orders is deleted; one with orders still names them, and its page stays', async () => {
  const { vendors } = owner()
  const { vendorId: unused } = await vendors.add({ name: 'Unused' })
  await vendors.remove({ vendorId: unused })
  expect(await vendors.list({ show: 'all' })).toEqual([])
  expect(await orders().list({})).toMatchObject({ isOn: false })

  const { vendorId } = await vendors.add({ name: 'Lippert', accountNumber: 'A-1' })
  const { orderId, number } = await addClosedOrder(vendorId)
  await vendors.remove({ vendorId })
  expect(await vendors.list()).toEqual([])
  expect(await vendors.list({ show: 'all' })).toMatchObject([{ vendorId, name: 'Lippert' }])
  expect(await orders().list({})).toMatchObject({ isOn: true, orders: [] })
  expect(await orders().list({ show: 'closed' })).toMatchObject({
    orders: [{ orderId, vendor: { name: 'Lippert', accountNumber: 'A-1' } }],
  })
  expect((await errorOf(orders().addLine({ vendorId, ...PUMP }))).message).toBe(
    'This vendor was removed. Choose another one.',
  )
  expect((await errorOf(vendors.remove({ vendorId }))).message).toBe('This vendor was removed already.')
  expect((await errorOf(orders().reopen({ orderId }))).message).toBe(
    `Order ${number} stays closed: its vendor was removed. Add the vendor again first.`,
  )
})

test('a vendor of the same name is the same one again, with what is typed now', async () => {
  const { vendors } = owner()
  const { vendorId } = await vendors.add({ name: 'Dometic', accountNumber: 'A-1', terms: 'Net 30' })
  const { orderId } = await addClosedOrder(vendorId)
  await vendors.remove({ vendorId })
  expect(await vendors.add({ name: 'dometic', accountNumber: 'B-2' })).toEqual({ vendorId })
  expect((await vendors.list()).find(vendor => vendor.vendorId === vendorId)).toMatchObject({
    ...{ name: 'dometic', accountNumber: 'B-2', terms: '' },
  })
  await orders().reopen({ orderId })
  await orders().close({ orderId })

  await vendors.remove({ vendorId })
  const { vendorId: other } = await vendors.add({ name: 'Atwood' })
  await vendors.change({ vendorId: other, name: 'Dometic' })
  const byId = async () => new Map((await vendors.list({ show: 'all' })).map(each => [each.vendorId, each]))
  expect((await byId()).get(vendorId)).toMatchObject({ name: 'dometic' })
  expect(await errorOf(vendors.add({ name: 'Dometic' }))).toMatchObject({
    fields: { name: 'There is already a vendor named Dometic.' },
  })
})

test('closed orders are all reached, page by page', async () => {
  const companyId = app.ids.dana
  const { vendorId } = await owner().vendors.add({ name: 'Suburban' })
  const times = { createdAt: app.now, orderedAt: null, closedAt: app.now }
  const numbers = Array.from({ length: 320 }, (_, index) => 1000 + index)
  await app.database
    .insertInto('purchaseOrder')
    .values(numbers.map(number => ({ companyId, orderId: randomUUID(), number, vendorId, ...times })))
    .execute()
  const listed: number[] = []
  let after: string | undefined
  do {
    const page = await orders().list({ show: 'closed', ...(after !== undefined && { after }) })
    listed.push(...page.orders.map(({ number }) => number))
    after = page.next ?? undefined
  } while (after !== undefined)
  expect(listed).toEqual(listed.toSorted((one, other) => other - one))
  expect(listed.filter(number => number >= 1000)).toEqual(numbers.toReversed())
  expect(await errorOf(orders().list({ show: 'closed', after: 'nonsense' }))).toMatchObject({
    fields: { after: 'Not a valid cursor.' },
  })
})
