import { describe, expect, test } from 'vitest'
import {
  correctedLength,
  occurrencesOf,
  toCorrection,
  toFormValues,
  validateCorrection,
} from './correction-form-values.ts'

const INDIANA = 'America/Indiana/Indianapolis'
const NOW = new Date('2025-11-20T20:00:00Z')
const recorded = {
  clockInTime: new Date('2025-11-20T14:14:33Z'),
  clockOutTime: new Date('2025-11-20T19:00:12Z'),
}
const running = { ...recorded, clockOutTime: null }
const typed = { ...toFormValues(recorded, INDIANA), reason: 'Forgot' }
const errors = (changes: object, session: typeof recorded | typeof running = recorded) =>
  validateCorrection(
    session,
    { ...toFormValues(session, INDIANA), reason: 'Forgot', ...changes },
    INDIANA,
    NOW,
  )

describe('a typed clock correction', () => {
  test('starts with the times of the session, in the company’s time zone', () => {
    expect(typed).toMatchObject({ clockInTime: '2025-11-20T09:14', clockOutTime: '2025-11-20T14:00' })
    expect(toFormValues(running, INDIANA).clockOutTime).toBe('')
  })

  test('sends only changed times, so the other keeps its seconds', () => {
    expect(toCorrection(recorded, { ...typed, clockOutTime: '2025-11-20T11:30' }, INDIANA)).toEqual({
      clockOutTime: new Date('2025-11-20T16:30:00Z'),
      reason: 'Forgot',
    })
  })

  test.each([
    [
      'a clock-out before the clock-in',
      { clockOutTime: '2025-11-20T09:00' },
      'clockOutTime',
      /must be after/,
    ],
    ['a clock-out that is no time', { clockOutTime: '' }, 'clockOutTime', /valid time/],
    ['a clock-out in the future', { clockOutTime: '2025-11-20T15:01' }, 'clockOutTime', /is in the future/],
    ['a clock-in in the future', { clockInTime: '2025-11-20T15:01' }, 'clockInTime', /is in the future/],
    ['a clock-in of another age', { clockInTime: '1999-11-20T15:01' }, 'clockInTime', /too long ago/],
    ['no reason', { clockOutTime: '2025-11-20T11:30', reason: ' ' }, 'reason', /Required/],
    ['nothing changed', {}, 'clockOutTime', /Time is correct/],
  ])('has errors beside its field: %s', (_, changes, field, words) => {
    expect(errors(changes)).toHaveProperty(field, expect.stringMatching(words))
  })

  test('can end a running session, or move its start', () => {
    expect(errors({ clockOutTime: '2025-11-20T11:30' }, running)).toEqual({})
    expect(errors({ clockInTime: '2025-11-20T09:00' }, running)).toEqual({})
  })
})

describe('a correction in the hour that comes twice', () => {
  const NEW_YORK = 'America/New_York'
  // 1:10 AM EDT to 1:40 AM EST.
  const session = {
    clockInTime: new Date('2025-11-02T05:10:00Z'),
    clockOutTime: new Date('2025-11-02T06:40:20Z'),
  }
  const values = { ...toFormValues(session, NEW_YORK), reason: 'Forgot' }

  test('names both, and starts with the one that was meant', () => {
    expect(values).toMatchObject({ clockInOccurrence: '0', clockOutOccurrence: '1' })
    expect(occurrencesOf(values.clockOutTime, NEW_YORK).map(({ label }) => label)).toEqual([
      '1:40 AM EDT',
      '1:40 AM EST',
    ])
    expect(occurrencesOf('2025-11-02T02:40', NEW_YORK)).toEqual([])
    expect(toCorrection(session, values, NEW_YORK)).toEqual({ reason: 'Forgot' })
  })

  test('sends the one that is chosen, and shows the length', () => {
    const chosen = { ...values, clockOutOccurrence: '0' }
    expect(toCorrection(session, chosen, NEW_YORK)).toMatchObject({
      clockOutTime: new Date('2025-11-02T05:40:00Z'),
    })
    expect([values, chosen].map(each => correctedLength(session, each, NEW_YORK))).toEqual(['1h30m', '0h30m'])
    expect(correctedLength(session, { ...values, clockOutTime: '' }, NEW_YORK)).toBeNull()
    expect(
      correctedLength({ ...session, clockOutTime: null }, { ...values, clockOutTime: '' }, NEW_YORK),
    ).toBeNull()
  })
})
