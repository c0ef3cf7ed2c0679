import { expect, test } from 'vitest'
import { isRunning, timeTracked } from './clock.ts'

const at = (time: string) => new Date(`2025-11-20T${time}Z`)
const session = (clockedIn: string, clockedOut: string | null) => ({
  sessionId: 'a',
  technicianId: 'rosa',
  clockInTime: at(clockedIn),
  clockOutTime: clockedOut === null ? null : at(clockedOut),
})

test('a session runs until it has a clock-out', () => {
  expect(isRunning(session('14:00:00', null))).toBe(true)
  expect(isRunning(session('14:00:00', '14:00:00'))).toBe(false)
})

test('time tracked is the sum of the sessions, a running one up to now', () => {
  const sessions = [session('14:00:00', '14:30:00'), session('15:00:00', null)]
  expect(timeTracked(sessions, at('15:10:00'))).toBe(40 * 60_000)
  expect(timeTracked([], at('15:10:00'))).toBe(0)
})

test('a clock that began a moment ahead of this machine counts nothing, never less', () => {
  expect(timeTracked([session('15:00:01', null)], at('15:00:00'))).toBe(0)
})
