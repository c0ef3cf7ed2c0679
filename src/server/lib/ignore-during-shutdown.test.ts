import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ignoreDuringShutdown } from './ignore-during-shutdown.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function collectReports(...signals: AbortController[]): string[] {
  const heard: string[] = []
  for (const [number, { signal }] of signals.entries())
    ignoreDuringShutdown(signal, () => heard.push(`${number}`))
  return heard
}

test('errors while running are logged in order', () => {
  const running = new AbortController()
  const heard = collectReports(running, running)
  vi.runAllTimers()
  expect(heard).toEqual(['0', '1'])
})

test('errors during shutdown, or just before its signal, are not', () => {
  const [stopped, stopping] = [new AbortController(), new AbortController()]
  stopped.abort()
  const heard = collectReports(stopped, stopping)
  vi.advanceTimersByTime(50)
  stopping.abort()
  vi.runAllTimers()
  expect(heard).toEqual([])
})
