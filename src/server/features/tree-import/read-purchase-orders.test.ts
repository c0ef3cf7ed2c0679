import { expect, test } from 'vitest'
import { MAX_MARKUPS } from '#domain/purchase-orders/markup.ts'
import { MAX_VENDORS } from '#domain/purchase-orders/vendor.ts'
import { PurchaseOrderChecks } from './read-purchase-orders.ts'

function checksOfShop() {
  const { problems } = new PurchaseOrderChecks()
  const problemOf = (name: string, row: object, key = '1') => problems.get(name)?.(row as never, key)
  return {
    vendor: (name: string, removedAt: Date | null = null) => problemOf('vendors', { name, removedAt }, name),
    markup: (vendorId: string | null, costFrom: number) => problemOf('partMarkups', { vendorId, costFrom }),
    order: (number: number, orderId: string) => problemOf('purchaseOrders', { number }, orderId),
    line: (orderId: string) => problemOf('purchaseOrderLines', { orderId }),
  }
}

test('vendors, orders and their lines are imported', () => {
  const { vendor, order, line } = checksOfShop()
  expect([vendor('Lippert'), vendor('Dometic'), order(1, 'one'), order(2, 'two'), line('two')]).toEqual(
    Array(5).fill(null),
  )
})

test('a markup is imported with its vendor, and once from one cost', () => {
  const { vendor, markup } = checksOfShop()
  expect([vendor('Lippert'), markup(null, 0), markup('Lippert', 0), markup(null, 5000)]).toEqual(
    Array(4).fill(null),
  )
  expect(markup(null, 0)).toBe('There are two markups from one cost; the first one stays.')
  expect(markup('Dometic', 0)).toBe('Its vendor is not imported, so this was left out.')
  for (let cost = 1; cost <= MAX_MARKUPS - 3; cost += 1) expect(markup(null, cost)).toBeNull()
  expect(markup(null, 9000)).toBe('There are more than 200 markups; this was left out.')
})

test('a vendor or a number that is there twice, and a line without its order, are left out with a sentence', () => {
  const { vendor, order, line } = checksOfShop()
  for (let number = 1; number <= MAX_VENDORS; number += 1) expect(vendor(`Vendor ${number}`)).toBeNull()
  expect(vendor('Vendor 2', new Date('2025-11-20'))).toBeNull()
  expect(vendor('VENDOR 2')).toBe('There is already a vendor named Vendor 2. The first one stays.')
  expect(vendor('One more')).toBe('There are more than 200 vendors; this was left out.')
  expect(order(1, 'one')).toBeNull()
  expect(order(1, 'two')).toBe('Order 1 is there twice; the first one stays.')
  expect(line('two')).toBe('Its order is not imported, so this was left out.')
})
