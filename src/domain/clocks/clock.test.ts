import { describe, expect, test } from 'vitest'
import { Refusal } from '#domain/refusals/refusal.ts'
import {
  clockIn,
  correctClock,
  isLateTap,
  isRunning,
  timeOfTap,
  timeTracked,
  wasTappedBefore,
} from './clock.ts'

const ROSA = { id: 'rosa', name: 'Rosa Díaz' }

const at = (time: string) => new Date(`2025-11-20T${time}Z`)
const session = (clockedIn: string, clockedOut: string | null, checked: string | null = null) => ({
  ...clockIn('a', ROSA, at(clockedIn)),
  clockOutTime: clockedOut === null ? null : at(clockedOut),
  checkedAt: checked === null ? null : at(checked),
})

test('a session runs until it has a clock-out', () => {
  expect(isRunning(session('14:00:00', null))).toBe(true)
  expect(isRunning(session('14:00:00', '14:00:00'))).toBe(false)
})

test('tracked time is the sum of the sessions, a running one up to now', () => {
  const sessions = [session('14:00:00', '14:30:00'), session('15:00:00', null)]
  expect(timeTracked(sessions, at('15:10:00'))).toBe(40 * 60_000)
  expect(timeTracked([], at('15:10:00'))).toBe(0)
})

test('a clock that started slightly in the future counts zero, never less', () => {
  expect(timeTracked([session('15:00:01', null)], at('15:00:00'))).toBe(0)
})

test.each([
  ['an hour ago, without a signal', '14:00:00', 0, '14:00:00'],
  ['by a phone that is ten minutes behind', '13:50:00', 10, '14:00:00'],
  ['by a phone that is ten minutes ahead', '14:10:00', -10, '14:00:00'],
  ['a moment ago', '14:59:55', 0, '15:00:00'],
  ['six seconds ago', '14:59:54', 0, '14:59:54'],
  ['in the future', '15:30:00', 0, '15:00:00'],
])('a tap %s counts when it was made', (_, tapped, minutes, counts) => {
  const tap = { tappedAt: at(tapped), clockOffset: minutes * 60_000 }
  expect(timeOfTap(tap, at('15:00:00'))).toEqual(at(counts))
})

test('a tap without a time counts now', () => {
  expect(timeOfTap({ clockOffset: 0 }, at('15:00:00'))).toEqual(at('15:00:00'))
})

test('a tap that took more than twelve hours is late', () => {
  expect(isLateTap(at('02:00:00'), at('14:00:00'))).toBe(false)
  expect(isLateTap(at('02:00:00'), at('14:00:01'))).toBe(true)
})

test('a tap counts as made before a clock that started more than five seconds later', () => {
  expect(wasTappedBefore(at('15:00:00'), at('14:59:00'))).toBe(false)
  expect(wasTappedBefore(at('15:00:00'), at('15:00:05'))).toBe(false)
  expect(wasTappedBefore(at('15:00:00'), at('15:00:06'))).toBe(true)
})

describe('a clock correction', () => {
  const now = at('20:00:00')
  const stored = session('14:00:00', '19:00:00')
  const codesOf = (correct: () => unknown): string[] => {
    try {
      correct()
    } catch (error) {
      if (error instanceof Refusal) return error.obstacles.map(({ code }) => code)
      throw error
    }
    return []
  }

  test.each([
    ['ends before it starts', { clockOutTime: at('13:00:00') }, ['clock.backwards']],
    ['ends when it starts', { clockOutTime: at('14:00:00') }, ['clock.backwards']],
    ['starts after it ends', { clockInTime: at('19:30:00') }, ['clock.backwards']],
    ['ends in the future', { clockOutTime: at('20:00:01') }, ['clock.in-the-future']],
    ['starts in the future', { clockInTime: at('20:30:00') }, ['clock.in-the-future', 'clock.backwards']],
  ])('is refused when it %s', (_, times, codes) => {
    expect(codesOf(() => correctClock(stored, times, now))).toEqual(codes)
  })

  test('changes the given times, keeps the other, and marks the session as reviewed', () => {
    expect(correctClock(stored, { clockOutTime: at('17:00:00') }, now)).toEqual({
      ...stored,
      clockOutTime: at('17:00:00'),
      isCorrected: true,
      checkedAt: now,
    })
    expect(correctClock(session('14:00:00', null), { clockInTime: at('13:00:00') }, now)).toMatchObject({
      clockInTime: at('13:00:00'),
      clockOutTime: null,
      isCorrected: true,
    })
  })

  test('with the same times, or none, confirms without marking it corrected; a corrected one stays corrected', () => {
    for (const times of [{}, { clockInTime: at('14:00:00'), clockOutTime: at('19:00:00') }])
      expect(correctClock(stored, times, now)).toEqual({ ...stored, isCorrected: false, checkedAt: now })
    expect(correctClock({ ...stored, isCorrected: true }, {}, now).isCorrected).toBe(true)
  })

  test('makes a time that it changes no device’s time any more', () => {
    const reported = { ...stored, isClockInReported: true, isClockOutReported: true }
    expect(correctClock(reported, { clockOutTime: at('17:00:00') }, now)).toMatchObject({
      isClockInReported: true,
      isClockOutReported: false,
    })
    expect(correctClock(reported, {}, now)).toMatchObject({
      isClockInReported: true,
      isClockOutReported: true,
    })
  })
})
