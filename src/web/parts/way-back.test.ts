import { expect, test } from 'vitest'
import { wayBack } from './way-back.ts'

test.each([
  '/dashboard',
  '/service-ticket/123456',
  '/work-history?vin=1FT',
  '/a//b',
  '/?to=//elsewhere.test',
])('a path of this site is a way back: %s', path => expect(wayBack(path)).toBe(path))

test.each([
  'https://elsewhere.test',
  '//elsewhere.test',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  '/\n\\elsewhere.test',
  'javascript:alert(1)',
  'dashboard',
  '',
  undefined,
  ['/dashboard'],
])('nothing else is: %j', to => expect(wayBack(to)).toBeUndefined())
