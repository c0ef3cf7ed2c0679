import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-serializer.ts'

test('a VIN of seventeen digits is not rounded', () => {
  expect(parseSearch('?vin=12345678901234567')).toEqual({ vin: '12345678901234567' })
})

test.each([{}, { vin: '1UJ BJ0' }, { to: '/service-ticket/123456?a=1&b=2' }, { q: 'Müller & "Sons"' }])(
  'a URL parameter survives the round trip: %j',
  search => expect(parseSearch(stringifySearch(search))).toEqual(search),
)

test('missing parameters are not written', () => {
  expect(stringifySearch({ to: undefined })).toBe('')
})
