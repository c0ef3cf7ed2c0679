import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '#domain/lib/calendar-date.ts'
import { DAY_CAUSES, dayCauseLabel } from '#domain/on-hold/day-cause.ts'
import { HOLD_REASONS } from '#domain/on-hold/hold.ts'
import {
  correctionErrors,
  daysByCause,
  daysOfCauses,
  daysSentence,
  formatDayCount,
  WAITING_ACTIONS,
} from './ticket-days.ts'

const VISIT = {
  arrival: '2026-12-01',
  end: '2026-12-31',
  events: [],
  requests: [],
  workedDays: new Set<string>(),
  hasTechnician: true,
  corrections: [],
}
const event = (day: string, action: string, reason: (typeof HOLD_REASONS)[number] | null = null) => ({
  ...{ day: `2026-12-${day}`, action, reason },
})

/** `2 work, 3 part` */
const read = (changes: Partial<Parameters<typeof daysByCause>[0]>) =>
  daysByCause({ ...VISIT, ...changes })
    .map(({ cause, days }) => `${days} ${cause}`)
    .join(', ')

describe('the days of a visit', () => {
  test('that was worked by hand', () => {
    // Came on the 1st without a technician, who had it from the 3rd and worked that day and the next. A part was missing from
    // the 4th to the 10th, it was worked on and done on the 11th, and picked up on the 14th.
    const spans = daysByCause({
      ...VISIT,
      ...{ end: '2026-12-14', hasTechnician: false },
      workedDays: new Set(['2026-12-03', '2026-12-04', '2026-12-11']),
      events: [
        event('03', 'assign'),
        event('04', 'hold', 'part'),
        event('10', 'resume'),
        event('11', 'finalize'),
      ],
    })
    expect(spans).toEqual([
      { cause: 'technician', firstDay: '2026-12-01', days: 2 },
      { cause: 'work', firstDay: '2026-12-03', days: 2 },
      { cause: 'part', firstDay: '2026-12-05', days: 5 },
      { cause: 'none', firstDay: '2026-12-10', days: 1 },
      { cause: 'work', firstDay: '2026-12-11', days: 1 },
      { cause: 'pickup', firstDay: '2026-12-12', days: 2 },
    ])
    expect(daysOfCauses(spans)).toEqual([
      { cause: 'part', days: 5 },
      { cause: 'work', days: 3 },
      { cause: 'technician', days: 2 },
      { cause: 'pickup', days: 2 },
      { cause: 'none', days: 1 },
    ])
  })

  test.each<[string, Partial<typeof VISIT> & object, string]>([
    ['on which it came and left are none', { end: '2026-12-01' }, ''],
    ['on which it left before it came are none', { end: '2026-11-30' }, ''],
    ['before anything was noted are in the shop', { end: '2026-12-03' }, '2 none'],
  ])('%s', (_, changes, expected) => {
    expect(read(changes)).toBe(expected)
  })

  test('are what the desk said, last, until it says that they are as noted', () => {
    const end = '2026-12-08'
    const workedDays = new Set(['2026-12-03'])
    const correction = (first: string, last: string, cause: 'bay' | 'weather' | null) => ({
      ...{ firstDay: `2026-12-${first}`, lastDay: `2026-12-${last}`, cause },
    })
    const bay = correction('02', '05', 'bay')
    expect(read({ end, workedDays, corrections: [bay] })).toBe('1 none, 4 bay, 2 none')
    expect(read({ end, workedDays, corrections: [bay, correction('05', '09', 'weather')] })).toBe(
      '1 none, 3 bay, 3 weather',
    )
    expect(read({ end, workedDays, corrections: [bay, correction('03', '03', null)] })).toBe(
      '1 none, 1 bay, 1 work, 2 bay, 2 none',
    )
  })

  test.each([
    ['2026-11-30', '2026-12-02', { firstDay: 'The RV came on Tue, Dec 1. Enter that day or a later one.' }],
    ['2026-12-05', '2026-12-04', { lastDay: 'Enter the first day or a later one.' }],
    [
      ...(['2026-12-05', '2026-12-31'] as const),
      { lastDay: 'Enter Wed, Dec 30 or an earlier day: later ones are not over, or the RV had left.' },
    ],
    ['2026-12-01', '2026-12-30', {}],
  ])('from %s to %s are corrected, or why not', (firstDay, lastDay, errors) => {
    expect(correctionErrors({ firstDay, lastDay }, VISIT)).toEqual(errors)
  })

  test('wait for the customer from the request to the answer', () => {
    const end = '2026-12-08'
    expect(read({ end, requests: [{ from: '2026-12-02', until: '2026-12-05' }] })).toBe(
      '1 none, 3 customer, 3 none',
    )
    expect(read({ end, requests: [{ from: '2026-12-02', until: null }] })).toBe('1 none, 6 customer')
    // Answered on the day.
    expect(read({ end, requests: [{ from: '2026-12-02', until: '2026-12-02' }] })).toBe('7 none')
  })

  test('wait for approval while the ticket is sent for it, or the warranty company answers', () => {
    const end = '2026-12-06'
    expect(read({ end, events: [event('02', 'askApproval'), event('04', 'approve')] })).toBe(
      '1 none, 2 authorization, 2 none',
    )
    expect(read({ end, events: [event('02', 'hold', 'warranty')] })).toBe('1 none, 4 authorization')
  })

  test('wait for a technician again after a release, and are worked on after a reopen', () => {
    const end = '2026-12-06'
    expect(read({ end, events: [event('03', 'release')] })).toBe('2 none, 3 technician')
    expect(read({ end, events: [event('02', 'finalize'), event('04', 'reopen')] })).toBe(
      '1 none, 2 pickup, 2 none',
    )
  })

  test('wait for nothing that was noted before the ticket was closed and reopened', () => {
    const events = [event('03', 'hold', 'part'), event('05', 'close'), event('06', 'reopen')]
    expect(read({ end: '2026-12-08', events })).toBe('2 none, 2 part, 3 none')
  })

  test('are one for each day from arrival to pickup, whatever happened', () => {
    const day = fc.integer({ min: -5, max: 60 }).map(days => addDays(VISIT.arrival, days))
    const events = fc.array(
      fc.record({
        day,
        action: fc.constantFrom(...WAITING_ACTIONS),
        reason: fc.constantFrom(...HOLD_REASONS),
      }),
    )
    fc.assert(
      fc.property(
        events,
        day,
        fc.array(day),
        fc.array(fc.record({ from: day, until: fc.option(day) })),
        fc.boolean(),
        fc.array(fc.record({ firstDay: day, lastDay: day, cause: fc.constantFrom(null, ...DAY_CAUSES) })),
        (unsorted, end, worked, requests, hasTechnician, corrections) => {
          const inOrder = unsorted.toSorted((one, other) => one.day.localeCompare(other.day))
          const workedDays = new Set(worked)
          const spans = daysByCause({
            ...{ ...VISIT, end, events: inOrder, requests, workedDays, hasTechnician, corrections },
          })
          const total = spans.reduce((sum, { days }) => sum + days, 0)
          expect(total).toBe(Math.max(0, daysBetween(VISIT.arrival, end)))
          // In a row, without a gap, and each with another cause than the one before.
          let next = VISIT.arrival
          for (const [index, { cause, firstDay, days }] of spans.entries()) {
            expect([firstDay, days > 0, cause !== spans[index - 1]?.cause]).toEqual([next, true, true])
            next = addDays(firstDay, days)
          }
          expect(daysOfCauses(spans).reduce((sum, { days }) => sum + days, 0)).toBe(total)
        },
      ),
    )
  })
})

test('days and causes are read as they are', () => {
  expect([formatDayCount(1), formatDayCount(12)]).toEqual(['1 day', '12 days'])
  expect(dayCauseLabel('part')).toBe('Waiting for a part')
  expect(daysSentence([])).toBeNull()
  const spans = [
    { cause: 'work', firstDay: '2026-12-01', days: 1 },
    { cause: 'part', firstDay: '2026-12-02', days: 7 },
    { cause: 'work', firstDay: '2026-12-09', days: 2 },
    { cause: 'customer', firstDay: '2026-12-11', days: 1 },
  ] as const
  expect(daysSentence(spans)).toBe(
    '11 days at the shop: 7 waiting for a part, 3 of work, 1 waiting for your reply',
  )
})
