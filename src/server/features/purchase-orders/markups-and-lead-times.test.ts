import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const owner = () => app.as('dana')

test('the owner sets markups by cost and by vendor; the desk reads them, and nobody else does', async () => {
  const { vendorId } = await owner().vendors.add({ name: 'Lippert' })
  await owner().markups.add({ costFrom: 50, percent: 60 })
  await owner().markups.add({ vendorId, costFrom: 0, percent: 25 })
  const { markupId } = await owner().markups.add({ costFrom: 0, percent: 100 })
  expect((await app.as('walt').markups.list()).map(({ markupId: _, ...markup }) => markup)).toEqual([
    { vendorId: null, costFrom: 0, percent: 100 },
    { vendorId: null, costFrom: 50, percent: 60 },
    { vendorId, costFrom: 0, percent: 25 },
  ])
  expect(await app.as('ray').markups.list()).toEqual([])
  expect((await errorOf(app.as('rosa').markups.list())).code).toBe('FORBIDDEN')
  for (const who of ['walt', 'rosa'] as const) {
    expect((await errorOf(app.as(who).markups.add({ costFrom: 1, percent: 1 }))).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as(who).markups.remove({ markupId }))).code).toBe('FORBIDDEN')
  }
  expect((await errorOf(app.as('ray').markups.remove({ markupId }))).code).toBe('NOT_FOUND')
  await owner().markups.remove({ markupId })
  expect((await errorOf(owner().markups.remove({ markupId }))).message).toBe(
    'This markup was removed already.',
  )
  await owner().vendors.remove({ vendorId })
  expect((await owner().markups.list()).map(({ percent }) => percent)).toEqual([60])
  const log = (await owner().audit.list({})).entries.map(({ verb }) => verb)
  expect(log).toEqual(expect.arrayContaining(['company.add-markup', 'company.remove-markup']))
})

test('what is no markup is refused beside its field', async () => {
  const { vendorId } = await owner().vendors.add({ name: 'Dometic' })
  await owner().vendors.remove({ vendorId })
  const refusalOf = (typed: object) => errorOf(owner().markups.add({ costFrom: 10, percent: 10, ...typed }))
  expect(await refusalOf({ vendorId })).toMatchObject({
    fields: { vendorId: 'This vendor was removed. Choose another one.' },
  })
  expect(await refusalOf({ percent: 12.5 })).toMatchObject({ fields: { percent: 'Enter whole percent.' } })
  expect(await refusalOf({ percent: -1, costFrom: -1 })).toMatchObject({
    fields: { percent: 'Enter 0 or more.', costFrom: 'Enter 0 or more.' },
  })
  expect(await refusalOf({ percent: 1001 })).toMatchObject({ fields: { percent: 'Enter 1000 or less.' } })
})

test('of those who add the same one at once, one does', async () => {
  const add = () => owner().markups.add({ costFrom: 75, percent: 30 })
  const added = await Promise.all(Array.from({ length: 8 }, () => add().catch(String)))
  expect(added.filter(one => typeof one !== 'string')).toHaveLength(1)
  expect(added.filter(one => typeof one === 'string')).toEqual(
    Array(7).fill(expect.stringContaining('There is already a markup from this cost. Remove it first.')),
  )
})

test('the desk reads how long a vendor takes, by what came', async () => {
  const { vendorId } = await owner().vendors.add({ name: 'Suburban' })
  const other = await owner().vendors.add({ name: 'Norcold' })
  const orders = app.as('walt').purchaseOrders
  const part = { quantity: 2, description: 'Igniter', cost: 9.5 }
  const order = async (of: string) => {
    const { orderId, lineId } = await orders.addLine({ vendorId: of, ...part })
    await orders.place({ orderId })
    return { orderId, lineId, quantity: 1 }
  }
  const first = await order(vendorId)
  const second = await order(vendorId)
  const third = await order(other.vendorId)
  const start = app.now
  const after = (days: number) => new Date(start.getTime() + days * 24 * 60 * 60 * 1000)
  app.now = after(3)
  await orders.receive(first)
  app.now = after(6)
  await orders.receive(first)
  await orders.receive(second)
  await orders.receive(third)
  await orders.undoReceipt({ ...third, reason: 'Not ours' })
  expect(await app.as('walt').vendors.listLeadTimes()).toEqual([{ vendorId, days: 5 }])
  expect(await app.as('ray').vendors.listLeadTimes()).toEqual([])
  expect((await errorOf(app.as('rosa').vendors.listLeadTimes())).code).toBe('FORBIDDEN')
})
