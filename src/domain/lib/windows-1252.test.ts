import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeWindows1252, toWindows1252Text } from './windows-1252.ts'

test.each([
  ['2 × Motor', '2 × Motor'],
  ['José Muñoz’s rig — “Bertha”', 'José Muñoz’s rig — “Bertha”'],
  ['Nguyễn Łukasz', 'Nguyen ?ukasz'],
  ['e\u0301', 'é'],
  ['🚐 parked', '? parked'],
])('%j is written as %j', (text, expected) => {
  expect(toWindows1252Text(text)).toBe(expected)
})

test.each([
  ['A~', [0x41, 0x7e]],
  ['×é', [0xd7, 0xe9]],
  ['€‚’“”–—™Ÿ', [0x80, 0x82, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99, 0x9f]],
  ['Ł\t\r\n', [0x3f, 0x09, 0x0d, 0x0a]],
])('%j has the bytes %j', (text, bytes) => {
  expect([...encodeWindows1252(text)]).toEqual(bytes)
})

test('every text has one byte for each character that is left, and nothing more changes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const written = toWindows1252Text(text)
      expect(encodeWindows1252(text)).toHaveLength([...written].length)
      expect(toWindows1252Text(written)).toBe(written)
    }),
  )
})
