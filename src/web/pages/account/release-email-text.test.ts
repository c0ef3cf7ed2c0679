import { expect, test } from 'vitest'
import { releaseText } from './release-email-text.ts'

test('the company of an employee is told; what happens to an owner’s account is said as it is', () => {
  expect(releaseText('Hilltop RV', false)).toBe(
    'If you use your email for an account of your own, theirs is deactivated, and they are told.',
  )
  expect(releaseText('Hilltop RV', true)).toBe(
    'If you use your email for an account of your own, nobody can log in as the owner of Hilltop RV with it anymore.',
  )
})
