import { expect, test } from 'vitest'
import type { CompanyChange } from '#contract/live-changes.ts'
import { applyMessage, type Changes } from './ticket-changes.ts'

const stored: Changes = { version: 7, isAll: false, ticketIds: new Set() }
const isOfBay = ({ id }: CompanyChange): boolean => id === '412873'
const change = (kind: 'ticket' | 'company' | 'employee', id: string, version: number | null) =>
  ({ type: 'change', version, change: { kind, id, card: null } }) as const

test('a ticket of the bay that changed is fetched again, and the version moves on', () => {
  const after = applyMessage(stored, change('ticket', '412873', 9), isOfBay)
  expect(after).toEqual({ version: 9, isAll: false, ticketIds: new Set([412873]) })
})

test('a ticket of someone else moves only the version', () => {
  expect(applyMessage(stored, change('ticket', '500000', 8), isOfBay)).toEqual({ ...stored, version: 8 })
})

test.each([
  ['company', true],
  ['employee', false],
] as const)('a change of the %s may concern any ticket: %s', (kind, isAll) => {
  expect(applyMessage(stored, change(kind, 'x', 8), isOfBay)).toEqual({ ...stored, version: 8, isAll })
})

test('a stream that starts over may have missed anything', () => {
  expect(applyMessage(stored, { type: 'reset', version: 20 }, isOfBay)).toEqual({
    ...stored,
    version: 20,
    isAll: true,
  })
})

test.each([
  [7, 7, false],
  [7, 12, true],
  [null, 12, true],
])('stored at version %s with a leader at %s: anything may have changed: %s', (before, leader, isAll) => {
  const message = { type: 'version', version: leader } as const
  expect(applyMessage({ ...stored, version: before }, message, isOfBay)).toEqual({
    ...stored,
    version: leader,
    isAll,
  })
})

test.each(['up', 'down', 'new'] as const)('a message "%s" changes nothing', type => {
  expect(applyMessage(stored, { type }, isOfBay)).toBe(stored)
})
