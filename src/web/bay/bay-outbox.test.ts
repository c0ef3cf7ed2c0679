import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idFromKey } from '#domain/lib/uuid.ts'
import { api } from '#web/api/client.ts'
import { createOutbox } from '#web/bay/outbox/outbox.ts'
import { BrokenStorageError, createMemoryStore } from '#web/bay/outbox/outbox-store.ts'
import type { OutboxCommand } from '#web/bay/outbox/outbox-types.ts'
import { closeBayOutbox, currentOutbox, mustStore, tapInBay } from './bay-outbox.ts'
import { cachedTicket, ticketKey } from './cached-ticket.ts'

let store = createMemoryStore()
let commands: Readonly<Record<string, OutboxCommand>> = {}
let isSignedIn = false

// The browser's store and tabs.
vi.mock('./create-bay-outbox.ts', () => ({
  createBayOutbox: (_: QueryClient, account: string) =>
    createOutbox({ store, commands, account, now: Date.now, isSignedIn: async () => isSignedIn }),
}))

const TAP = { ticketId: 412873, name: 'clockIn', input: { ticketId: 412873, jobNumber: 1 } } as const

const rosa = { id: 'rosa', name: 'Rosa Díaz' }
const ticketOf = (ticketId: number, sessions: readonly unknown[]) => ({
  ticketId,
  customerDetails: { firstName: 'June', lastName: 'Park', name: 'June Park' },
  parts: [],
  jobs: [{ jobNumber: 1, problem: 'Roof leak', photos: [], sessions }],
})

beforeEach(() => {
  store = createMemoryStore()
  commands = {}
  isSignedIn = false
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  closeBayOutbox()
  vi.unstubAllGlobals()
})

test('what is stored is never reported as not stored, whatever its callers do', async () => {
  const onError = vi.fn()
  const onStored = (): never => {
    throw new Error('The form is gone.')
  }
  await expect(tapInBay(new QueryClient(), rosa, TAP, { onStored, onError })).rejects.toThrow(
    'The form is gone.',
  )
  expect((await store.list('rosa')).entries).toHaveLength(1)
  expect(onError).not.toHaveBeenCalled()
})

test('what cannot be stored is reported, so that it can be sent directly', async () => {
  store = { ...store, add: () => Promise.reject(new BrokenStorageError()) }
  const onError = vi.fn()
  const onStored = vi.fn()
  const dana = { id: 'dana', name: 'Dana Reyes' }
  expect(await tapInBay(new QueryClient(), dana, TAP, { onStored, onError })).toBeNull()
  expect(onError.mock.calls[0]?.[0]).toMatchObject({ code: 'NOT_STORED' })
  expect(onStored).not.toHaveBeenCalled()
})

test('a Clock In that was sent stops the clock on another ticket before that is fetched again', async () => {
  isSignedIn = true
  commands = { clockIn: { send: async () => ({ stopped: { ticketId: 517204, jobNumber: 1 } }) } }
  const running = { sessionId: 'first', technicianId: 'rosa', clockInTime: new Date(), clockOutTime: null }
  const queries = new QueryClient()
  queries.setQueryData(ticketKey(TAP.ticketId), ticketOf(TAP.ticketId, []) as never)
  queries.setQueryData(ticketKey(517204), ticketOf(517204, [running]) as never)
  await new Promise(resolve => void tapInBay(queries, rosa, TAP, { onDone: resolve }))
  const isRunningOn = (ticketId: number) =>
    cachedTicket(queries, ticketId)?.jobs[0]?.sessions.some(({ clockOutTime }) => clockOutTime === null)
  expect(isRunningOn(517204)).toBe(false)
  expect(isRunningOn(TAP.ticketId)).toBe(true)
})

test('a clock that the desk stopped while its answer was lost does not run again when the answer comes', async () => {
  isSignedIn = true
  const queries = new QueryClient()
  const clocksKey = api.clocks.mine.queryKey()
  queries.setQueryData(clocksKey, { running: null })
  commands = {
    clockIn: {
      send: async ({ key }) => {
        const sessionId = idFromKey(key, 'f0000000-0000-4000-9fff-ffffffffffff')
        const stopped = { sessionId, technicianId: 'rosa', clockInTime: new Date(), clockOutTime: new Date() }
        queries.setQueryData(ticketKey(TAP.ticketId), ticketOf(TAP.ticketId, [stopped]) as never)
        return { stopped: null }
      },
    },
  }
  await new Promise(resolve => void tapInBay(queries, rosa, TAP, { onDone: resolve }))
  expect(queries.getQueryData(clocksKey)).toEqual({ running: null })
})

test('a form is sent directly unless the server is out of reach or earlier taps of its ticket wait', async () => {
  expect(mustStore(TAP.ticketId)).toBe(false)
  vi.stubGlobal('navigator', { onLine: false })
  expect(mustStore(TAP.ticketId)).toBe(true)
  vi.stubGlobal('navigator', { onLine: true })
  isSignedIn = true
  let answer = (): void => {}
  const isAnswered = new Promise<void>(resolve => {
    answer = resolve
  })
  commands = { clockIn: { send: () => isAnswered } }
  await tapInBay(new QueryClient(), rosa, TAP, {})
  expect(mustStore(TAP.ticketId)).toBe(true)
  expect(mustStore(517204)).toBe(false)
  answer()
  await expect.poll(() => mustStore(TAP.ticketId)).toBe(false)
  isSignedIn = false
  currentOutbox()?.close()
  closeBayOutbox()
  await tapInBay(new QueryClient(), rosa, TAP, {})
  await expect.poll(() => currentOutbox()?.state()).toBe('signed-out')
  expect(mustStore(517204)).toBe(true)
})

test('an arrival that was sent is shown on its ticket and stop before they are fetched again', async () => {
  isSignedIn = true
  commands = { checkIn: { send: async () => ({ state: 'active' }) } }
  const queries = new QueryClient()
  const stopsKey = api.bookings.listStops.queryKey()
  const { ticketId } = TAP
  const pending = { ...ticketOf(ticketId, []), state: 'pending', confirmedAt: new Date() }
  queries.setQueryData(ticketKey(ticketId), pending as never)
  queries.setQueryData(stopsKey, { stops: [{ ticketId, state: 'pending' }] } as never)
  const tap = { ticketId, name: 'checkIn', input: { ticketId, keys: 'Hook 12' } } as const
  await new Promise(resolve => void tapInBay(queries, rosa, tap, { onDone: resolve }))
  const shown = cachedTicket(queries, ticketId)
  expect(shown).toMatchObject({ state: 'active', checkIn: { keys: 'Hook 12' } })
  expect(shown).not.toHaveProperty('unsent')
  expect(queries.getQueryData(stopsKey)).toMatchObject({ stops: [{ state: 'active' }] })
})
