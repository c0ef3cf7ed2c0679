import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClockSession, clockIn } from '#domain/clocks/clock.ts'
import { toHundredths } from '#domain/lib/hours.ts'
import { cents } from '#domain/lib/money.ts'
import {
  CLOCK_DIRECTIONS,
  CLOCK_ROUNDINGS,
  CLOCK_STARTS,
  CLOCK_UNITS,
  chargedHundredths,
  describeClockRule,
  type LineClockRule,
} from '#domain/pricing/clock-rule.ts'
import { describeClockedTime, withClockedHours } from './clocked-hours.ts'
import { type Job, newJob } from './job.ts'
import { withSettledClock } from './labor.ts'

const RULE: LineClockRule = {
  ...{ minimum: 1, rounding: 'quarter', direction: 'up', start: 'clock-in', per: 'visit', otherPeople: 100 },
  timeZone: 'America/Chicago',
}

/** In Chicago on that day of November 2025, which is UTC−6 from the second. */
const at = (time: string, day = 10): Date =>
  new Date(`2025-11-${String(day).padStart(2, '0')}T${time}:00-06:00`)

const session = (
  from: Date,
  to: Date | null,
  technician = 'Rosa Díaz',
  sessionId = `${technician} ${from.toISOString()}`,
): ClockSession => ({
  ...clockIn(sessionId, { id: technician, name: technician }, from),
  clockOutTime: to,
})

const line = (
  jobNumber: number,
  sessions: readonly ClockSession[],
  clockRule: LineClockRule | null = RULE,
): Job => ({
  ...newJob({ problem: `Line ${jobNumber}`, estimatedTime: 3, estimate: false, clockRule }, jobNumber),
  sessions,
})

const hoursOf = (jobs: readonly Job[], arrivedAt: Date | null = null) =>
  withClockedHours(jobs, arrivedAt).map(({ clockedHours }) => clockedHours)

describe('the clock charges', () => {
  test.each([
    ['the minimum for less', [session(at('09:00'), at('09:20'))], RULE, [1]],
    ['the minimum for no time at all', [session(at('09:00'), at('09:00'))], RULE, [1]],
    ['nothing without a session', [], RULE, [null]],
    ['nothing while the only clock runs', [session(at('09:00'), null)], RULE, [null]],
    ['the next quarter hour', [session(at('09:00'), at('10:16'))], RULE, [1.5]],
    [
      'no quarter hour for seconds',
      [session(at('09:00'), new Date(at('10:15').getTime() + 20_000))],
      RULE,
      [1.25],
    ],
    [
      'the nearest half hour',
      [session(at('09:00'), at('10:14'))],
      { ...RULE, rounding: 'half', direction: 'nearest' },
      [1],
    ],
    [
      'a half hour that is as near up',
      [session(at('09:00'), at('10:15'))],
      { ...RULE, rounding: 'half', direction: 'nearest' },
      [1.5],
    ],
    ['full hours', [session(at('09:00'), at('11:01'))], { ...RULE, rounding: 'full' }, [3]],
    [
      'hundredths of an hour without a rounding',
      [session(at('09:00'), at('10:20'))],
      { ...RULE, rounding: 'none', direction: 'nearest' },
      [1.33],
    ],
    [
      'each day’s minimum',
      [session(at('09:00'), at('09:10')), session(at('09:00', 11), at('09:10', 11))],
      RULE,
      [2],
    ],
    [
      'one minimum for a line, if it is for that',
      [session(at('09:00'), at('09:10')), session(at('09:00', 11), at('09:10', 11))],
      { ...RULE, per: 'line' },
      [1],
    ],
    [
      'a session across midnight whole, on the day it began',
      [session(at('23:00'), at('01:00', 11))],
      RULE,
      [2],
    ],
    [
      'the repeated hour by its instants',
      [session(new Date('2025-11-02T06:00:00Z'), new Date('2025-11-02T08:00:00Z'))],
      RULE,
      [2],
    ],
    [
      'a second person at their share',
      [session(at('09:00'), at('11:00')), session(at('09:30'), at('10:30'), 'Sam Ortiz')],
      { ...RULE, otherPeople: 50 },
      [2.5],
    ],
    [
      'only the first person, if others are free',
      [session(at('09:30'), at('11:30')), session(at('09:00'), at('10:00'), 'Sam Ortiz')],
      { ...RULE, otherPeople: 0 },
      [1],
    ],
  ] as const)('%s', (_, sessions, rule, expected) => {
    expect(hoursOf([line(1, sessions, rule as LineClockRule)])).toEqual(expected)
  })

  test('a visit’s minimum once for its lines, shared by their time to the hundredth', () => {
    const jobs = [
      line(1, [session(at('09:00'), at('09:10'))]),
      line(2, [session(at('09:10'), at('09:30'))]),
      line(3, [session(at('09:30'), at('10:30'))], null),
    ]
    expect(hoursOf(jobs)).toEqual([0.33, 0.67, null])
  })

  test('from arrival on that day, for the line that was clocked first', () => {
    const rule = { ...RULE, start: 'arrival' } as const
    const jobs = (first: LineClockRule | null) => [
      line(1, [session(at('09:00'), at('10:00'))], first),
      line(2, [session(at('10:00'), at('11:00'))], rule),
    ]
    expect(hoursOf(jobs(rule), at('08:30'))).toEqual([1.5, 1])
    expect(hoursOf(jobs(rule), at('08:30', 9))).toEqual([1, 1])
    expect(hoursOf(jobs(rule), at('09:30'))).toEqual([1, 1])
    // What came before it was the time of another line.
    expect(hoursOf(jobs(null), at('08:30'))).toEqual([null, 1])
  })

  test('what is left of a visit, once an invoice has one of its lines', () => {
    const jobs = withClockedHours([line(1, [session(at('09:00'), at('09:30'))])], null)
    const billed = jobs.map(job => ({
      ...job,
      billed: { invoice: '1001', labor: cents(145_00), supplies: cents(0) },
    }))
    expect(hoursOf(billed)).toEqual([1])
    // The minimum has paid for its first half hour; the next 40 minutes are rounded with it.
    expect(hoursOf([...billed, line(2, [session(at('10:00'), at('10:30'))])])).toEqual([1, 0])
    expect(hoursOf([...billed, line(2, [session(at('10:00'), at('10:40'))])])).toEqual([1, 0.25])
  })
})

test('a line that nobody clocked on is billed at no hours, and says so', () => {
  const [settled] = withSettledClock([line(1, [])])
  expect(settled).toMatchObject({ estimatedTime: 3, clockedHours: 0 })
  expect(settled && describeClockedTime(settled, [settled], null)).toEqual([
    'Nobody has clocked on it: no labor is billed.',
  ])
})

test('says how the hours came about', () => {
  const rule = { ...RULE, start: 'arrival', otherPeople: 50 } as const
  const jobs = withClockedHours(
    [
      line(1, [session(at('09:00'), at('09:30')), session(at('09:00', 11), at('10:10', 11))], rule),
      line(2, [session(at('09:10'), at('09:40'), 'Sam Ortiz')], rule),
    ],
    at('08:45'),
  )
  expect(jobs.map(job => describeClockedTime(job, jobs, at('08:45')))).toEqual([
    [
      'Mon, Nov 10: Rosa Díaz 0h45m from arrival. Billed 0.75 h of the visit’s 1 h.',
      'Tue, Nov 11: Rosa Díaz 1h10m. Billed 1.25 h.',
      'Billed 2 h in all.',
    ],
    ['Mon, Nov 10: Sam Ortiz 0h30m at 50%. Billed 0.25 h of the visit’s 1 h.'],
  ])
})

test.each([
  [RULE, 'Billed by the clock: 1-hour minimum per visit, rounded up to the quarter hour'],
  [
    {
      ...RULE,
      minimum: 0.5,
      per: 'line',
      rounding: 'half',
      direction: 'nearest',
      start: 'arrival',
      otherPeople: 60,
    },
    'Billed by the clock: 0.5-hour minimum per job, rounded to the nearest half hour, from arrival, each other person at 60%',
  ],
  [{ ...RULE, minimum: 0, rounding: 'none' }, 'Billed by the clock: the time worked'],
] as const)('%j in words', (rule, words) => {
  expect(describeClockRule(rule)).toBe(words)
})

const MINUTE_MS = 60_000
const rules = fc.record({
  minimum: fc.nat({ max: 32 }).map(quarters => quarters / 4),
  rounding: fc.constantFrom(...CLOCK_ROUNDINGS),
  direction: fc.constantFrom(...CLOCK_DIRECTIONS),
  start: fc.constantFrom(...CLOCK_STARTS),
  per: fc.constantFrom(...CLOCK_UNITS),
  otherPeople: fc.nat({ max: 100 }),
  timeZone: fc.constantFrom('America/Chicago', 'America/St_Johns', 'Pacific/Auckland'),
})
const visits = fc.array(
  fc.record({
    line: fc.integer({ min: 1, max: 4 }),
    technician: fc.constantFrom('Rosa', 'Sam', 'Wyatt'),
    /** Around the night in which the clocks go back. */
    start: fc.nat({ max: 4 * 24 * 60 }),
    minutes: fc.nat({ max: 600 }),
    isRunning: fc.boolean(),
  }),
  { maxLength: 12 },
)
const ARRIVAL = new Date('2025-11-01T15:00:00Z')

const jobsOf = (sessions: typeof visits extends fc.Arbitrary<infer V> ? V : never, rule: LineClockRule) =>
  [1, 2, 3, 4].map(jobNumber =>
    line(
      jobNumber,
      sessions.flatMap(({ line: of, technician, start, minutes, isRunning }, index) => {
        const from = new Date(ARRIVAL.getTime() + (start - 120) * MINUTE_MS)
        const to = isRunning ? null : new Date(from.getTime() + minutes * MINUTE_MS)
        return of === jobNumber ? [session(from, to, technician, `${index}`)] : []
      }),
      rule,
    ),
  )

const percentMinutesOf = (jobs: readonly Job[], percent: number): number =>
  jobs
    .flatMap(({ sessions }) => sessions)
    .reduce((all, { clockInTime, clockOutTime }) => {
      return (
        all +
        (clockOutTime === null ? 0 : ((clockOutTime.getTime() - clockInTime.getTime()) / MINUTE_MS) * percent)
      )
    }, 0)

const hundredthsOf = (jobs: readonly Job[]): number =>
  hoursOf(jobs, ARRIVAL).reduce<number>((all, hours) => all + toHundredths(hours ?? 0), 0)

describe('whatever was clocked', () => {
  test('rounding up never charges less than the time at the lowest share', () => {
    fc.assert(
      fc.property(visits, rules, (sessions, rule) => {
        const jobs = jobsOf(sessions, { ...rule, direction: 'up' })
        expect(hundredthsOf(jobs) * 60).toBeGreaterThanOrEqual(percentMinutesOf(jobs, rule.otherPeople))
      }),
    )
  })

  test('the order of sessions does not matter', () => {
    fc.assert(
      fc.property(visits, rules, (sessions, rule) => {
        const jobs = jobsOf(sessions, rule)
        const reversed = jobs.map(job => ({ ...job, sessions: job.sessions.toReversed() }))
        expect(hoursOf(reversed, ARRIVAL)).toEqual(hoursOf(jobs, ARRIVAL))
      }),
    )
  })

  test('a visit’s lines add up to what it is charged', () => {
    fc.assert(
      fc.property(visits, rules, (sessions, rule) => {
        const sameDay = sessions.map(each => ({ ...each, start: each.start % 300, isRunning: false }))
        const visit = {
          ...rule,
          start: 'clock-in',
          per: 'visit',
          otherPeople: 100,
          timeZone: 'America/Chicago',
        } as const
        const jobs = jobsOf(sameDay, visit)
        const charged = sameDay.length === 0 ? 0 : chargedHundredths(percentMinutesOf(jobs, 100), visit)
        expect(hundredthsOf(jobs)).toBe(charged)
      }),
    )
  })

  test('lines that are billed one after the other come to what they do together', () => {
    fc.assert(
      fc.property(visits, rules, fc.nat({ max: 4 }), (sessions, rule, count) => {
        const visit = { ...rule, per: 'visit' } as const
        const jobs = withClockedHours(jobsOf(sessions, visit), ARRIVAL)
        const billed = jobs.map((job, index) =>
          index < count ? { ...job, billed: { invoice: '1001', labor: cents(0), supplies: cents(0) } } : job,
        )
        expect(hundredthsOf(billed)).toBe(hundredthsOf(jobs))
      }),
    )
  })
})
