import { describe, expect, test } from 'vitest'
import {
  arrivalDayOf,
  type Delay,
  moveFor,
  promiseDay,
  promisedDayErrors,
  promisedDaySentence,
} from './promised-day.ts'

const OPENING = { daysOfOperation: [1, 5], hoursOfOperation: [8, 18], weekdayHours: [] } as const
/** Wednesday. */
const TODAY = '2026-12-02'
const FIRST = { day: '2026-12-04', firstDay: '2026-12-04', reason: '', askedByCustomer: false }
const HOLIDAYS = { firstDay: '2026-12-24', lastDay: '2026-12-25', reason: 'Christmas' }

const errorsOf = (day: string, reason = '', changes: object = {}) =>
  promisedDayErrors(
    { day, reason },
    {
      ...{ before: null, today: TODAY, arrival: '2026-12-01', opening: OPENING, closedDays: [HOLIDAYS] },
      ...changes,
    },
  )

describe('a day is not promised', () => {
  test.each([
    ['2026-12-01', 'This date has passed. Choose today or a later date.'],
    ['2026-12-05', 'The shop is closed on Saturdays. Choose a day from Monday to Friday.'],
    ['2026-12-24', 'The shop is closed Thu, Dec 24 to Fri, Dec 25, 2026 (Christmas). Choose another day.'],
    ['2027-12-06', 'Choose a day within a year.'],
  ])('for %s: %s', (day, sentence) => {
    expect(errorsOf(day)).toEqual({ day: sentence })
  })

  test('before the RV comes', () => {
    const sentence = 'The appointment is on Mon, Dec 7. Choose that day or a later one.'
    expect(errorsOf('2026-12-04', '', { arrival: '2026-12-07' })).toEqual({ day: sentence })
    expect(errorsOf('2026-12-07', '', { arrival: '2026-12-07' })).toEqual({})
  })

  test('to be moved without a reason, nor to the same day', () => {
    expect(errorsOf('2026-12-08', '', { before: FIRST })).toEqual({
      reason: 'Say why the day moves. The customer reads it.',
    })
    expect(errorsOf('2026-12-04', 'Seal', { before: FIRST })).toEqual({
      day: 'It is promised for Fri, Dec 4 already.',
    })
  })
})

test('a day is promised from today on, when the shop is open', () => {
  for (const day of [TODAY, '2026-12-04', '2027-12-03']) expect(errorsOf(day)).toEqual({})
  expect(errorsOf('2026-12-08', 'The seal is late.', { before: FIRST })).toEqual({})
})

describe('the first day', () => {
  const move = (askedByCustomer: boolean, today: string, before = FIRST) =>
    promiseDay({ day: '2026-12-10', reason: 'Later', askedByCustomer }, before, today).firstDay

  test('is that of the first promise, which has no reason', () => {
    expect(promiseDay({ day: '2026-12-04', reason: 'x', askedByCustomer: true }, null, TODAY)).toEqual(FIRST)
  })

  test('stays when the shop moves it, and is new when the customer asked', () => {
    expect(move(false, TODAY)).toBe('2026-12-04')
    expect(move(true, TODAY)).toBe('2026-12-10')
  })

  test('stays missed, also if the customer then asks for a later one', () => {
    expect(move(true, '2026-12-04')).toBe('2026-12-10')
    expect(move(true, '2026-12-05')).toBe('2026-12-04')
    // The shop had moved it before the customer asked.
    expect(move(true, '2026-12-07', { ...FIRST, day: '2026-12-08', reason: 'Seal' })).toBe('2026-12-04')
  })
})

test('an RV comes on the typed day, else at Check In, else with its appointment', () => {
  const visit = {
    activeTimestamp: new Date('2026-12-02T03:00:00Z'),
    appointment: { day: '2026-11-30' },
    rigVisit: { arrivedOn: '2026-11-29' },
  }
  const zone = 'America/New_York'
  expect(arrivalDayOf(visit, zone)).toBe('2026-11-29')
  expect(arrivalDayOf({ ...visit, rigVisit: { arrivedOn: null } }, zone)).toBe('2026-12-01')
  const booked = { ...visit, rigVisit: { arrivedOn: null }, activeTimestamp: null }
  expect(arrivalDayOf(booked, zone)).toBe('2026-11-30')
  expect(arrivalDayOf({ ...booked, appointment: null }, zone)).toBeNull()
})

test('a promise is read as it is', () => {
  expect(promisedDaySentence(FIRST)).toBe('Promised for Fri, Dec 4')
  expect(promisedDaySentence({ day: '2026-12-08', reason: 'Seal' })).toBe('Promised day moved to Tue, Dec 8')
})

describe('a promise', () => {
  const moveOf = (delay: Delay) => moveFor(delay, FIRST, TODAY, OPENING, [HOLIDAYS])

  test('moves to the first open day after a part that comes later', () => {
    expect(moveOf({ by: 'part', day: '2026-12-04' })).toBeNull()
    expect(moveOf({ by: 'part', day: '2026-12-07' })).toEqual({
      ...{ day: '2026-12-08', reason: 'A part is expected Mon, Dec 7.', askedByCustomer: false },
    })
    // A weekend and the holidays before it.
    expect(moveOf({ by: 'part', day: '2026-12-23' })?.day).toBe('2026-12-28')
  })

  test('stays for a part that should have come before today', () => {
    const delay = { by: 'part', day: '2026-12-07' } as const
    expect(moveFor(delay, FIRST, '2026-12-08', OPENING, [])).toBeNull()
    expect(moveFor(delay, FIRST, '2026-12-07', OPENING, [])?.day).toBe('2026-12-08')
  })

  test('moves with an appointment, and takes as many days', () => {
    const move = { by: 'appointment', from: '2026-12-02', isByCustomer: true } as const
    expect(moveOf({ ...move, day: '2026-12-02' })).toBeNull()
    expect(moveOf({ ...move, day: '2026-12-04' })?.day).toBe('2026-12-07')
    expect(moveOf({ ...move, day: '2026-12-08' })).toEqual({
      ...{ day: '2026-12-10', reason: 'The appointment was moved to Tue, Dec 8.', askedByCustomer: true },
    })
    expect(moveOf({ ...move, day: '2026-12-10', isByCustomer: false })).toMatchObject({
      ...{ day: '2026-12-14', askedByCustomer: false },
    })
  })

  test('stays in a shop that is not open again', () => {
    const closed = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, opens: null, closes: null }))
    const delay = { by: 'part', day: '2026-12-07' } as const
    expect(moveFor(delay, FIRST, TODAY, { ...OPENING, weekdayHours: closed }, [])).toBeNull()
  })
})
