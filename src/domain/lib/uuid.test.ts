import { expect, test } from 'vitest'
import { idFromKey, isIdFromKey, isUuid, timeOfUuid, uuidOfBytes } from './uuid.ts'

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
  expect(uuidOfBytes(hash, version)).toBe(expected)
  expect(hash).toEqual(new Uint8Array(20).fill(0xff))
})

const RANDOM = '6f2c1d0b-4b7e-4b5f-9f0f-6c1a52d3e871'

test('the id of what a command makes begins as a key with a time, and is another each time', () => {
  const key = '017F22E2-79B0-7CC3-98C4-DC0C0C07398F'
  expect(idFromKey(key, RANDOM)).toBe('017f22e2-79b0-7cc3-9f0f-6c1a52d3e871')
  expect(isIdFromKey(idFromKey(key, RANDOM), key.toLowerCase())).toBe(true)
  expect(isIdFromKey(RANDOM, key.toLowerCase())).toBe(false)
})

test.each([null, '11111111-1111-4111-8111-111111111111', '00000000-0000-0000-0000-000000000000'])(
  'without a time in the key %s it is random',
  key => {
    expect(idFromKey(key, RANDOM)).toBe(RANDOM)
  },
)

test.each([
  ['017f22e2-79b0-7cc3-98c4-dc0c0c07398f', Date.parse('2022-02-22T19:22:22Z')],
  ['6f2c1d0b-4b7e-4b5f-9f0f-6c1a52d3e871', null],
])('when %s was made', (uuid, expected) => {
  expect(timeOfUuid(uuid)).toBe(expected)
})
