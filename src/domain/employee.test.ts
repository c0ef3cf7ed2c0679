import { expect, test } from 'vitest'
import { refuseInactive } from './employee.ts'
import { Refusal, sentence } from './refusal.ts'

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
