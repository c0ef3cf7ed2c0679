import { expect, test } from 'vitest'
import { newBooking } from '#contract/bookings.ts'
import { importedCustomer, importedJob } from '#contract/imports.ts'
import { vinCorrection } from '#contract/platform-admin.ts'
import { rigClaim } from '#contract/rig-claims.ts'
import { optionalVin, vin } from '#contract/shared-schemas.ts'
import { detailChanges, newTicket } from '#contract/tickets.ts'

const SENTENCE = 'Enter the serial number or license plate instead.'

/** Every place where a person enters a rig's VIN, with the path of the field. */
const FIELDS = [
  ['a new ticket', newTicket, 'customerRV.vin'],
  ['a correction', detailChanges, 'customerRV.vin'],
  ['a booking', newBooking, 'customerRV.vin'],
  ['a claim', rigClaim, 'vin'],
  ['a founder’s correction', vinCorrection, 'newVin'],
  ['a row of customers', importedCustomer, 'vin'],
  ['a row of past work', importedJob, 'vin'],
] as const

const messagesOf = (schema: (typeof FIELDS)[number][1], path: string, typed: string): string[] => {
  const input = path.split('.').reduceRight<unknown>((value, key) => ({ [key]: value }), typed)
  const issues = schema.safeParse(input).error?.issues ?? []
  return issues.filter(issue => issue.path.join('.') === path).map(({ message }) => message)
}

test.each(FIELDS)('the VIN of %s refuses words for "none" with one sentence', (_, schema, path) => {
  for (const word of ['unknown', ' N/A ', 'No VIN', '0000', 'XXXX', '---'])
    expect(messagesOf(schema, path, word), word).toEqual([SENTENCE])
  expect(messagesOf(schema, path, '1UJBJ0BN8M17X0042')).toEqual([])
})

test('a VIN that is only looked up may be such a word', () => {
  expect(vin.parse('unknown')).toBe('UNKNOWN')
  expect(optionalVin.parse('none')).toBe('NONE')
})
