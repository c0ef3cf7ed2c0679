import { expect, test } from 'vitest'
import { cleanTyped, isBlank } from './typed-text.ts'

test.each([
  ['\u202a(574)\u00a0555\u20110142\u202c', '(574) 555-0142'],
  ['june\u200b@mail.example\ufeff', 'june@mail.example'],
  ['1UJ\u20141\u2212BJ', '1UJ-1-BJ'],
  ['2:14\u202fPM', '2:14 PM'],
])('%j is read as %j', (typed, clean) => {
  expect(cleanTyped(typed)).toBe(clean)
})

test.each([
  ['', true],
  [' \u00a0\u200b\u2060\ufeff', true],
  ['\u2800\u3164', true],
  ['.', false],
  ['\u200fשלום', false],
  ['👩🏽‍🔧', false],
])('nothing of %j can be seen: %j', (typed, isEmpty) => {
  expect(isBlank(typed)).toBe(isEmpty)
})
