import { describe, expect, test } from 'vitest'
import { passwordError } from './password.ts'

const EMAIL = 'dana.reyes@bluebonnet.example'
const common = new Set(['password1', 'sunshine'])
const errorOf = (password: string) => passwordError(password, EMAIL, candidate => common.has(candidate))

describe('a password is refused', () => {
  test.each([
    ['', 'Must be at least 8 characters.'],
    ['seven77', 'Must be at least 8 characters.'],
    ['x'.repeat(129), 'Must be at most 128 characters.'],
    ['dana.reyes', 'Don’t use your email as your password.'],
    ['Dana.Reyes@Bluebonnet.Example', 'Don’t use your email as your password.'],
    ['sunshine', 'That password is too common. Choose another.'],
    ['PassWord1', 'That password is too common. Choose another.'],
    ['Rigwright2026!', 'That password is too easy to guess. Choose another.'],
    ['work-history', 'That password is too easy to guess. Choose another.'],
    ['Bluebonnet1', 'That password is too easy to guess. Choose another.'],
  ])('%j: %s', (password, error) => {
    expect(errorOf(password)).toBe(error)
  })
})

test.each([
  'eight888',
  'x'.repeat(128),
  'campfire-and-coffee',
  '        ',
  'пароль-костёр',
  'dana.reyes1',
  'rigwright-and-coffee',
  'technician 80417 26193',
])('%j is accepted: length counts, composition rules do not apply', password => {
  expect(errorOf(password)).toBeNull()
})
