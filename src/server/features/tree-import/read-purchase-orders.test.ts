import { expect, test } from 'vitest'
import { MAX_VENDORS } from '#domain/purchase-orders/vendor.ts'
import { PurchaseOrderChecks } from './read-purchase-orders.ts'

function checksOfShop() {
  const { problems } = new PurchaseOrderChecks()
  const problemOf = (name: string, row: object, key = '1') => problems.get(name)?.(row as never, key)
  return {
    vendor: (name: string, removedAt: Date | null = null) => problemOf('vendors', { name, removedAt }),
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
