import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOutbox } from '#web/api/outbox/outbox.ts'
import { BrokenStorageError, createMemoryStore } from '#web/api/outbox/outbox-store.ts'
import { pressInBay } from './bay-outbox.ts'

let store = createMemoryStore()

// The browser's store and tabs.
vi.mock('./create-bay-outbox.ts', () => ({
  createBayOutbox: (_: QueryClient, account: string) =>
    createOutbox({ store, commands: {}, account, now: Date.now, isSignedIn: async () => false }),
}))

const PRESS = { ticketId: 412873, name: 'clockIn', input: { ticketId: 412873, jobNumber: 1 } } as const

beforeEach(() => {
  store = createMemoryStore()
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

test('what is stored is never reported as not stored, whatever its callers do', async () => {
  const onError = vi.fn()
  const onStored = (): never => {
    throw new Error('The form is gone.')
  }
  const rosa = { id: 'rosa', name: 'Rosa Díaz' }
  await expect(pressInBay(new QueryClient(), rosa, PRESS, { onStored, onError })).rejects.toThrow(
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
  expect(await pressInBay(new QueryClient(), dana, PRESS, { onStored, onError })).toBeNull()
  expect(onError.mock.calls[0]?.[0]).toMatchObject({ code: 'NOT_STORED' })
  expect(onStored).not.toHaveBeenCalled()
})
