import { expect, test } from 'vitest'
import { Refusal, sentence } from '#domain/lib/refusal.ts'
import { refuseInactive } from './employee.ts'

const rosa = { firstName: 'Rosa', lastName: 'Díaz' }

test('nothing is refused for somebody who is active', () => {
  expect(() => refuseInactive({ ...rosa, isActive: true })).not.toThrow()
})

test('for somebody inactive it is, by name', () => {
  const refusal = new Refusal([{ code: 'employee.inactive', name: 'Rosa Díaz' }])
  expect(() => refuseInactive({ ...rosa, isActive: false })).toThrow(refusal)
  expect(refusal.obstacles.map(obstacle => sentence(obstacle, 'UTC', new Date(0)))).toEqual([
    'Rosa Díaz is inactive. Reactivate them first.',
  ])
})
