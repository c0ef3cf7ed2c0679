import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test.each([
  '/dashboard',
  '/service-ticket/123456',
  '/work-history?vin=1FT',
  '/a//b',
  '/?to=//elsewhere.test',
  // Still encoded it is a path of this site, and stays one.
  '/%2F/elsewhere.test',
  '/%5Celsewhere.test',
])('a path of this site is a safe redirect: %s', path => expect(safeRedirect(path)).toBe(path))

test.each([
  'https://elsewhere.test',
  '//elsewhere.test',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  '/\n\\elsewhere.test',
  'https:elsewhere.test',
  'https:/elsewhere.test',
  '//%65lsewhere.test',
  '/\r//elsewhere.test',
  ' //elsewhere.test',
  '\\\\elsewhere.test',
  '%2F%2Felsewhere.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'dashboard',
  '',
  undefined,
  ['/dashboard'],
])('nothing else is safe: %j', to => expect(safeRedirect(to)).toBeUndefined())
