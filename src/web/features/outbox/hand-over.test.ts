import { ORPCError } from '@orpc/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { handOverToDesk, type RefusedItem, reasonOf } from './hand-over.ts'

const handedOver: string[] = []
const removed: string[] = []
beforeEach(() => {
  handedOver.length = 0
  removed.length = 0
})

const item = (key: string, outcome: () => Promise<unknown> = async () => {}): RefusedItem => ({
  key,
  handOver: async () => {
    handedOver.push(key)
    await outcome()
  },
  remove: async () => void removed.push(key),
})

const failing = (code: string, status: number) => () =>
  Promise.reject(new ORPCError(code, { status, message: 'Not now.' }))

test.each([
  ['NOT_FOUND', 'Not found.', 'The desk released this ticket or assigned it to another technician.'],
  [
    'NOT_FOUND',
    'Not found. It may already be done.',
    'The desk released this ticket or assigned it to another technician. It may already be done.',
  ],
  ['REFUSED', 'This ticket was finalized.', 'This ticket was finalized.'],
])('%s, %s says why it was not accepted', (code, message, reason) => {
  expect(reasonOf({ code, message })).toBe(reason)
})

test('all cards of a ticket are handed over in order, and leave this device', async () => {
  await handOverToDesk([item('clock in'), item('photo'), item('clock out')])
  expect(handedOver).toEqual(['clock in', 'photo', 'clock out'])
  expect(removed).toEqual(handedOver)
})

test('one that the desk cannot be given stays, and the rest is handed over', async () => {
  await handOverToDesk([item('photo', failing('INVALID', 400)), item('clock out')])
  expect(removed).toEqual(['clock out'])
})

test.each([
  ['the line is gone', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the session has ended', failing('UNAUTHORIZED', 401)],
  ['too many were handed over', failing('TOO_MANY', 429)],
])('once %s, the rest waits as it was', async (_, outcome) => {
  await handOverToDesk([item('clock in'), item('photo', outcome), item('clock out')])
  expect([handedOver, removed]).toEqual([['clock in', 'photo'], ['clock in']])
  await handOverToDesk([item('photo'), item('clock out')])
  expect(removed).toEqual(['clock in', 'photo', 'clock out'])
})

test('pressed again meanwhile it is handed over once', async () => {
  let arrive = (): void => {}
  const photo = item('photo', () => new Promise<void>(resolve => (arrive = resolve)))
  const first = handOverToDesk([photo, item('clock out')])
  await handOverToDesk([photo])
  await handOverToDesk([item('clock out')])
  expect(handedOver).toEqual(['photo'])
  await vi.waitFor(() => arrive())
  await first
  expect([handedOver, removed]).toEqual([
    ['photo', 'clock out'],
    ['photo', 'clock out'],
  ])
})
