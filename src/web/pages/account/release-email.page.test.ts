import { expect, test } from 'vitest'
import { releaseText } from './release-email.page.tsx'

test('what happens to the account of an employee, and to that of an owner', () => {
  expect(releaseText('Hilltop RV', false)).toBe(
    'If you use your email for an account of your own, the one at Hilltop RV is deactivated, and Hilltop RV is notified.',
  )
  expect(releaseText('Hilltop RV', true)).toBe(
    'If you use your email for an account of your own, nobody can log in as the owner of Hilltop RV with it anymore.',
  )
})
