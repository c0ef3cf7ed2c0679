import { expect, test } from 'vitest'
import { MAX_STOCK_ITEMS } from '#domain/stock/stock-item.ts'
import { StockChecks } from './read-stock.ts'

function checksOfShop() {
  const { problems } = new StockChecks()
  const problemOf = (name: string, row: object, key = '1') => problems.get(name)?.(row as never, key)
  return {
    item: (partNumber: string, key: string, removedAt: Date | null = null) =>
      problemOf('stockItems', { partNumber, place: 'shelf B', removedAt }, key),
    movement: (stockItemId: string, quantity: number) =>
      problemOf('stockMovements', { stockItemId, quantity }),
  }
}

test('items and their movements are imported', () => {
  const { item, movement } = checksOfShop()
  expect([
    item('4008', 'one'),
    item('4008', 'two', new Date()),
    movement('one', 3),
    movement('one', -3),
  ]).toEqual(Array(4).fill(null))
})

test('an item that is there twice, or one too many, is left out with a sentence', () => {
  const { item } = checksOfShop()
  for (let number = 1; number <= MAX_STOCK_ITEMS; number += 1)
    expect(item(`part ${number}`, `${number}`)).toBeNull()
  expect(item('PART 2', 'again')).toBe(
    'Part number part 2 is already in stock at shelf B. The first one stays.',
  )
  expect(item('one more', 'more')).toBe('There are more than 1000 stock items; this was left out.')
})

test('a movement without its item, or of more than is there, is left out with a sentence', () => {
  const { item, movement } = checksOfShop()
  expect(movement('one', 3)).toBe('Its stock item is not imported, so this was left out.')
  expect([item('4008', 'one'), movement('one', 0.1), movement('one', 0.2)]).toEqual(Array(3).fill(null))
  expect(movement('one', -0.4)).toBe('Only 0.3 are in stock. This was left out.')
  expect(movement('one', -0.3)).toBeNull()
})
