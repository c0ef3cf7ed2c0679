import { expect, test } from 'vitest'
import { emailTokenOf } from './registration-form.ts'

test('only the anchor of the page that freed an email has its token', () => {
  const token = 'wB3_kP-0zYxQ7uVtN5mLa9RcEfGhJ2Ds'
  expect(emailTokenOf({ hash: `#${token}` })).toBe(token)
  for (const hash of ['', '#', '#main', `#${token}x`, `#${token.slice(1)}`, `#${'x'.repeat(200)}`])
    expect(emailTokenOf({ hash })).toBeUndefined()
})
