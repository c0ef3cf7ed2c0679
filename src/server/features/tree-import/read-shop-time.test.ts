import { expect, test } from 'vitest'
import { ShopTimeChecks } from './read-shop-time.ts'

test('time at which a person was already clocked in is left out, with a sentence', () => {
  const problemOf = new ShopTimeChecks().problems.get('shopTime')
  const session = (employeeId: string, from: number, to: number | null) => {
    const clockOutTime = to === null ? null : new Date(to)
    return problemOf?.({ employeeId, clockInTime: new Date(from), clockOutTime } as never, '1')
  }
  expect([session('rosa', 1, 5), session('sam', 2, 6), session('rosa', 5, 8)]).toEqual([null, null, null])
  expect(session('rosa', 7, null)).toBe(
    'They were already clocked in for part of this time; it was left out.',
  )
  expect(session('rosa', 8, null)).toBeNull()
})
