import { expect, test } from 'vitest'
import { Refusal } from '#domain/refusals/refusal.ts'
import { blockerSentence } from '#domain/refusals/refusal-sentence.ts'
import { assertEmployeeActive } from './employee.ts'

const rosa = { firstName: 'Rosa', lastName: 'Díaz' }

test('an active employee has no blockers', () => {
  expect(() => assertEmployeeActive({ ...rosa, isActive: true })).not.toThrow()
})

test('an inactive employee has one, with their name', () => {
  const refusal = new Refusal([{ code: 'employee.inactive', name: 'Rosa Díaz' }])
  expect(() => assertEmployeeActive({ ...rosa, isActive: false })).toThrow(refusal)
  expect(refusal.obstacles.map(obstacle => blockerSentence(obstacle, 'UTC', new Date(0)))).toEqual([
    'Rosa Díaz is inactive. Reactivate them first.',
  ])
})
