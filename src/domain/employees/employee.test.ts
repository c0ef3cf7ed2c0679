import { expect, test } from 'vitest'
import { Refusal } from '#domain/refusals/refusal.ts'
import { blockerSentence } from '#domain/refusals/refusal-sentence.ts'
import { assertEmployeeActive, assertHasEmail, assertTechnician } from './employee.ts'

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

test('a service writer is no technician', () => {
  const refusal = new Refusal([{ code: 'employee.no-technician', name: 'Rosa Díaz' }])
  const roles = { isServiceWriter: true, isTechnician: false }
  expect(() => assertTechnician({ ...rosa, roles: { ...roles, isTechnician: true } })).not.toThrow()
  expect(() => assertTechnician({ ...rosa, roles })).toThrow(refusal)
  expect(refusal.obstacles.map(obstacle => blockerSentence(obstacle, 'UTC', new Date(0)))).toEqual([
    'Rosa Díaz is not a technician.',
  ])
})

test('one whose email was freed is asked to get another first', () => {
  const refusal = new Refusal([{ code: 'employee.no-email', name: 'Rosa Díaz' }])
  expect(() => assertHasEmail({ ...rosa, email: 'rosa@mail.example' })).not.toThrow()
  expect(() => assertHasEmail({ ...rosa, email: '' })).toThrow(refusal)
  expect(refusal.obstacles.map(obstacle => blockerSentence(obstacle, 'UTC', new Date(0)))).toEqual([
    'Rosa Díaz has no email. Enter one first.',
  ])
})
