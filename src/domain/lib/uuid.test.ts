import { expect, test } from 'vitest'
import { isUuid, timeOfUuid, uuidOfHash } from './uuid.ts'

test.each([
  ['6f2c1d0b-4b7e-4b5f-9f0f-6c1a52d3e871', true],
  ['6F2C1D0B-4B7E-4B5F-9F0F-6C1A52D3E871', true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['6f2c1d0b4b7e4b5f9f0f6c1a52d3e871', false],
  ['6f2c1d0b-4b7e-4b5f-9f0f-6c1a52d3e871 ', false],
  ['', false],
])('whether %j is a UUID: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected)
})

test.each([
  [5, 'ffffffff-ffff-5fff-bfff-ffffffffffff'],
  [8, 'ffffffff-ffff-8fff-bfff-ffffffffffff'],
] as const)('a UUID of a hash says its version, %i, and leaves the hash as it is', (version, expected) => {
  const hash = new Uint8Array(20).fill(0xff)
  expect(uuidOfHash(hash, version)).toBe(expected)
  expect(hash).toEqual(new Uint8Array(20).fill(0xff))
})

test.each([
  ['017f22e2-79b0-7cc3-98c4-dc0c0c07398f', Date.parse('2022-02-22T19:22:22Z')],
  ['6f2c1d0b-4b7e-4b5f-9f0f-6c1a52d3e871', null],
])('when %s was made', (uuid, expected) => {
  expect(timeOfUuid(uuid)).toBe(expected)
})
