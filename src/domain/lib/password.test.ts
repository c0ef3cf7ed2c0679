import { describe, expect, test } from 'vitest'
import { passwordError } from './password.ts'

const EMAIL = 'dana.reyes@bluebonnet.example'
const common = new Set(['password1', 'sunshine'])
const faultOf = (password: string) => passwordError(password, EMAIL, candidate => common.has(candidate))

describe('a password is refused', () => {
  test.each([
    ['', 'Use at least 8 characters.'],
    ['seven77', 'Use at least 8 characters.'],
    ['x'.repeat(129), 'Use at most 128 characters.'],
    ['dana.reyes', 'Do not use your email as password.'],
    ['Dana.Reyes@Bluebonnet.Example', 'Do not use your email as password.'],
    ['sunshine', 'This password is one of the most used. Choose another.'],
    ['PassWord1', 'This password is one of the most used. Choose another.'],
    ['Rigwright2026!', 'This password is easy to guess here. Choose another.'],
    ['work-history', 'This password is easy to guess here. Choose another.'],
    ['Bluebonnet1', 'This password is easy to guess here. Choose another.'],
  ])('%j: %s', (password, fault) => {
    expect(faultOf(password)).toBe(fault)
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
])('%j can be used: length is what helps, rules about symbols are not', password => {
  expect(faultOf(password)).toBeNull()
})
