import { expect, test } from 'vitest'
import { isShown } from './unhandled-errors.ts'

const extensionError = Object.assign(new TypeError('Not a function'), {
  stack: 'TypeError: Not a function\n    at chrome-extension://abcdef/content.js:1:1',
})

test.each([
  ['an error of a handler', new TypeError('crypto.randomUUID is not a function'), true],
  ['what is no Error', 'a text', true],
  ['what was given up', new DOMException('Aborted.', 'AbortError'), false],
  ['an extension’s error', extensionError, false],
  ['what has no error, as an unfinished layout', null, false],
  ['a rejection without a reason', undefined, false],
])('whether it is shown: %s', (_, error, shown) => {
  expect(isShown(error)).toBe(shown)
})
