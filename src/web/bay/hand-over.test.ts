import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getDraft, saveDraft } from '#web/bay/outbox/text-drafts.ts'
import { type HandOverItem, handOverToDesk, toRefusedText } from './hand-over.ts'

const handedOver: string[] = []
const removed: string[] = []
beforeEach(() => {
  handedOver.length = 0
  removed.length = 0
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const item = (key: string, outcome: () => Promise<unknown> = async () => {}): HandOverItem => ({
  key,
  label: key,
  handOver: async () => {
    handedOver.push(key)
    await outcome()
  },
  remove: async () => void removed.push(key),
})

const failing = (code: string, status: number) => () =>
  Promise.reject(new ORPCError(code, { status, message: 'Not now.' }))

test('all cards of a ticket are handed over in order, and leave this device', async () => {
  await handOverToDesk([item('clock in'), item('photo'), item('clock out')])
  expect(handedOver).toEqual(['clock in', 'photo', 'clock out'])
  expect(removed).toEqual(handedOver)
})

test('one that this device cannot remove leaves the rest to be handed over', async () => {
  const stuck = { ...item('photo'), remove: () => Promise.reject(new Error('This is being sent right now.')) }
  await handOverToDesk([stuck, item('clock out')])
  expect([handedOver, removed]).toEqual([['photo', 'clock out'], ['clock out']])
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

test('tapped again meanwhile it is handed over once', async () => {
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

test('a text that was typed on while it was handed over stays', async () => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
  const key = 'rosa 412873 1 cause'
  const refused = { message: 'Gone.', code: 'REFUSED', at: 0, handOverKey: crypto.randomUUID() }
  const draft = { job: '1. Roof', base: '', sent: null, text: 'Seam', readyAt: 0, refused }
  saveDraft(key, draft)
  const text = toRefusedText({ ...draft, key, ticketId: 412873, jobNumber: 1, field: 'cause' }, refused)
  saveDraft(key, { ...draft, text: 'Seam open', refused: { ...refused, handOverKey: crypto.randomUUID() } })
  await text.remove()
  expect(getDraft(key)?.text).toBe('Seam open')
  saveDraft(key, draft)
  await text.remove()
  expect(getDraft(key)).toBeNull()
})
