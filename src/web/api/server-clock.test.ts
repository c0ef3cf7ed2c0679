import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverClockOffset } from './server-clock.ts'

const NOW = new Date('2025-11-20T19:14:00Z')
const at = (offsetMs: number): string => new Date(NOW.getTime() + offsetMs).toUTCString()

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  noteServerTime(at(0), NOW.getTime())
})
afterEach(() => {
  vi.useRealTimers()
})

test('a quick response measures how far the device is off', () => {
  noteServerTime(at(5 * 60_000), NOW.getTime() - 100)
  expect(serverClockOffset()).toBe(5 * 60_000 + 50)
})

test('a page opened without a connection knows the difference of the last visit', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  noteServerTime(at(5 * 60_000), NOW.getTime())
  vi.resetModules()
  const reopened = await import('./server-clock.ts')
  expect(reopened.serverClockOffset()).toBe(5 * 60_000)
  vi.unstubAllGlobals()
})

test('two seconds are no difference', () => {
  noteServerTime(at(1000), NOW.getTime())
  expect(serverClockOffset()).toBe(0)
})

test.each([
  ['a response that took long', at(5 * 60_000), 30_000],
  ['a response without a date', null, 0],
])('%s changes nothing', (_, date, tookMs) => {
  noteServerTime(at(60_000), NOW.getTime())
  noteServerTime(date, NOW.getTime() - tookMs)
  expect(serverClockOffset()).toBe(60_000)
})
