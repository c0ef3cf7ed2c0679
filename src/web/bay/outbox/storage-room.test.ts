import { afterEach, expect, test, vi } from 'vitest'
import { persistStorage, roomForPhoto } from './storage-room.ts'

const MB = 1024 * 1024

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['much room', { quota: 1000 * MB, usage: 900 * MB }, true],
  ['little room', { quota: 1000 * MB, usage: 980 * MB }, false],
  ['a browser that does not say', {}, true],
])('%s', async (_, estimate, expected) => {
  vi.stubGlobal('navigator', { storage: { estimate: async () => estimate } })
  expect(await roomForPhoto()).toBe(expected)
})

test('a full disk, which no estimate shows, has no room', async () => {
  const estimate = async () => ({ quota: 1000 * MB, usage: 10 * MB })
  vi.stubGlobal('navigator', { storage: { estimate } })
  const transaction = {
    error: new DOMException('Failed to write blobs (IOError)', 'DataError'),
    onabort: (): void => {},
    objectStore: () => ({ put: () => setTimeout(() => transaction.onabort()) }),
  }
  const request: { result: object; onsuccess?: () => void } = {
    result: { transaction: () => transaction, close: () => {} },
  }
  const open = () => {
    setTimeout(() => request.onsuccess?.())
    return request
  }
  vi.stubGlobal('indexedDB', { open })
  expect(await roomForPhoto()).toBe(false)
})

test('without storage estimates there is room until storing fails', async () => {
  vi.stubGlobal('navigator', {})
  expect(await roomForPhoto()).toBe(true)
  expect(await persistStorage()).toBe(false)
})

test('persistence is asked for once, whatever the answer', async () => {
  const persist = vi.fn(async () => false)
  const stored = new Map<string, string>()
  vi.stubGlobal('navigator', { storage: { persisted: async () => false, persist } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  expect([await persistStorage(), await persistStorage()]).toEqual([false, false])
  expect(persist).toHaveBeenCalledTimes(1)
})
