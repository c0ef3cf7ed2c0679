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

test('what breaks while nobody stops the server is told, in its order', () => {
  const running = new AbortController()
  const heard = collectReports(running, running)
  vi.runAllTimers()
  expect(heard).toEqual(['0', '1'])
})

test('what breaks during a stop, or just before its signal is heard, is not', () => {
  const [stopped, stopping] = [new AbortController(), new AbortController()]
  stopped.abort()
  const heard = collectReports(stopped, stopping)
  vi.advanceTimersByTime(50)
  stopping.abort()
  vi.runAllTimers()
  expect(heard).toEqual([])
})
