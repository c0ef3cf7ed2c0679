import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_QUANTITY } from '#domain/tickets/part.ts'
import {
  countProblem,
  duplicateProblem,
  isToReorder,
  leavingProblem,
  removalProblem,
  roomProblem,
  stockAfter,
  stockPartDescription,
} from './stock-item.ts'
import { stockLabel } from './stock-source.ts'

test('movements add up to what is there, in any order, and never below zero', () => {
  const changes = fc.array(
    fc.integer({ min: -5000, max: 5000 }).map(thousandths => thousandths / 1000),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(changes, list => {
      let there = 0
      const saved: number[] = []
      for (const change of list) {
        if (leavingProblem(-change, there) !== null) continue
        there = stockAfter(there, change)
        saved.push(change)
        expect(there).toBeGreaterThanOrEqual(0)
      }
      expect(saved.toReversed().reduce(stockAfter, 0)).toBe(there)
    }),
  )
})

test('a tenth and two tenths are three tenths', () => {
  expect(leavingProblem(0.3, stockAfter(0.1, 0.2))).toBeNull()
})

describe('it is said', () => {
  test.each([
    [3, 3, null],
    [1, 0, 'None are in stock.'],
    [2, 1, 'Only 1 is in stock.'],
    [4, 3, 'Only 3 are in stock.'],
  ])('that %d cannot leave %d: %s', (quantity, there, problem) => {
    expect(leavingProblem(quantity, there)).toBe(problem)
  })

  test('that there is no room for more', () => {
    expect(roomProblem(1, MAX_QUANTITY - 1)).toBeNull()
    expect(roomProblem(1, MAX_QUANTITY)).toBe('At most 10,000 of one part can be in stock.')
  })

  test('that stock changed while it was counted', () => {
    expect(countProblem(5, 5)).toBeNull()
    expect(countProblem(5, 3)).toBe('Stock changed from 5 to 3 while you counted. Count again.')
  })

  test('that some are left of what is removed', () => {
    expect([0, 1, 2].map(removalProblem)).toEqual([
      null,
      '1 is still in stock. Scrap or count them first.',
      '2 are still in stock. Scrap or count them first.',
    ])
  })

  test('that a part is at the same place already', () => {
    const others = [
      { partNumber: '4008-101', place: 'Shelf B' },
      { partNumber: '77', place: '' },
    ]
    expect(duplicateProblem({ partNumber: '4008-101', place: 'van 2' }, others)).toBeNull()
    expect(duplicateProblem({ partNumber: '4008-101 ', place: 'shelf b' }, others)).toBe(
      'Part number 4008-101 is already in stock at Shelf B.',
    )
    expect(duplicateProblem({ partNumber: '77', place: '' }, others)).toBe(
      'Part number 77 is already in stock.',
    )
  })

  test('that it is to be reordered, at its reorder point and below', () => {
    const at = (quantity: number, reorderPoint: number | null) => isToReorder({ quantity, reorderPoint })
    expect([at(3, 2), at(2, 2), at(0, 2), at(0, null)]).toEqual([false, true, true, false])
  })

  test('what and whence a part of a ticket is', () => {
    expect(stockPartDescription({ description: 'Water pump', partNumber: '4008-101' })).toBe(
      'Water pump (4008-101)',
    )
    expect(['shelf B', ''].map(place => stockLabel({ place }))).toEqual(['From stock, shelf B', 'From stock'])
  })
})
