import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timestampOfLocalTime } from '#domain/lib/company-time.ts'
import { barsOf, hourLabels, hoursOfDay, hoursShown, MIN_BAR_HOURS, spanOfClock, timeAt } from './day-bars.ts'

const timeZone = 'America/Indiana/Indianapolis'
const MONDAY = { day: '2025-11-24', timeZone }
/** The clocks skip the hour at 2 AM. */
const SPRING = { day: '2026-03-08', timeZone }
/** The hour at 1 AM comes twice. */
const FALL = { day: '2025-11-02', timeZone }

const at = ({ day }: { day: string }, time: string): Date =>
  timestampOfLocalTime(`${day}T${time}`, timeZone) ?? new Date(Number.NaN)
const ticket = (day: { day: string }, time: string, hoursLeft: number) => ({ at: at(day, time), hoursLeft })

test.each([
  [MONDAY, 24, { from: 8, to: 18 }, 24],
  [SPRING, 23, { from: 7, to: 17 }, 23],
  [FALL, 25, { from: 9, to: 19 }, 25],
])('%j has %i hours, and those from 8 AM to 6 PM are %j', (day, hours, span, midnight) => {
  expect(hoursOfDay(day)).toBe(hours)
  expect(spanOfClock([8, 18], day)).toEqual(span)
  expect(spanOfClock([0, 24], day)).toEqual({ from: 0, to: midnight })
})

describe('a bar', () => {
  test.each([
    [MONDAY, '09:00', 2.5, { from: 9, to: 11.5, isCut: false }],
    // Nothing left or estimated.
    [MONDAY, '09:30', 0, { from: 9.5, to: 11, isCut: false }],
    // As long as its work on days on which the clocks change, too.
    [SPRING, '01:00', 3, { from: 1, to: 4, isCut: false }],
    [SPRING, '09:00', 3, { from: 8, to: 11, isCut: false }],
    [FALL, '00:30', 3, { from: 0.5, to: 3.5, isCut: false }],
    [FALL, '09:00', 3, { from: 10, to: 13, isCut: false }],
    // A visit across midnight ends with the day.
    [MONDAY, '22:00', 4, { from: 22, to: 24, isCut: true }],
    [FALL, '22:00', 2, { from: 23, to: 25, isCut: false }],
    // What starts late is as readable as the others.
    [MONDAY, '23:30', 0.5, { from: 22.5, to: 24, isCut: false }],
    [MONDAY, '23:30', 1, { from: 22.5, to: 24, isCut: true }],
  ])('on %j at %s with %d hours left is %j', (day, time, hoursLeft, bar) =>
    expect(barsOf([ticket(day, time, hoursLeft)], day)).toMatchObject([bar]),
  )

  test('belongs to its day', () => {
    const others = [ticket({ day: '2025-11-23' }, '23:30', 5), ticket({ day: '2025-11-25' }, '00:00', 1)]
    expect(barsOf(others, MONDAY)).toEqual([])
  })

  test('is below those that it overlaps, and beside those that it does not', () => {
    const bars = barsOf(
      [
        ticket(MONDAY, '13:00', 2),
        ticket(MONDAY, '09:00', 2),
        ticket(MONDAY, '10:00', 1),
        ticket(MONDAY, '09:00', 4),
        ticket(MONDAY, '11:00', 1.5),
      ],
      MONDAY,
    )
    expect(bars.map(({ from, to, level }) => [from, to, level])).toEqual([
      [9, 13, 0],
      [9, 11, 1],
      [10, 11.5, 2],
      [11, 12.5, 1],
      [13, 15, 0],
    ])
  })

  test('overlaps none on its line, is within the day, and each line is needed', () => {
    const days = fc.constantFrom(MONDAY, SPRING, FALL)
    const steps = fc.array(
      fc.record({ step: fc.integer({ min: 0, max: 49 }), quarters: fc.integer({ min: 0, max: 120 }) }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(days, steps, (day, tickets) => {
        const start = at(day, '00:00').getTime()
        const bars = barsOf(
          tickets.map(({ step, quarters }) => ({
            at: new Date(start + step * 30 * 60_000),
            hoursLeft: quarters / 4,
          })),
          day,
        )
        const end = hoursOfDay(day)
        expect(bars).toHaveLength(tickets.filter(({ step }) => step / 2 < end).length)
        for (const [index, bar] of bars.entries()) {
          expect(bar.from).toBeGreaterThanOrEqual(0)
          expect(bar.to).toBeLessThanOrEqual(end)
          expect(bar.to - bar.from).toBeGreaterThanOrEqual(MIN_BAR_HOURS)
          const before = bars.slice(0, index)
          const overlapping = before.filter(other => other.from < bar.to && bar.from < other.to)
          expect(overlapping.map(({ level }) => level)).not.toContain(bar.level)
          // Above it are only lines that are taken at its start.
          const taken = before.filter(other => other.from <= bar.from && bar.from < other.to)
          expect(new Set(taken.map(({ level }) => level)).size).toBeGreaterThanOrEqual(bar.level)
        }
      }),
    )
  })
})

test('a day shows the full hours of all that is on it', () => {
  expect(hoursShown([{ from: 8, to: 18 }])).toEqual({ from: 8, to: 18 })
  expect(
    hoursShown([
      { from: 8, to: 18 },
      { from: 6.5, to: 9 },
      { from: 17, to: 18.25 },
    ]),
  ).toEqual({
    from: 6,
    to: 19,
  })
})

test.each([
  [{ from: 10, to: 14 }, MONDAY, ['10 AM', '11 AM', '12 PM', '1 PM']],
  [{ from: 0, to: 4 }, SPRING, ['12 AM', '1 AM', '3 AM', '4 AM']],
  [{ from: 0, to: 4 }, FALL, ['12 AM', '1 AM', '1 AM', '2 AM']],
])('the hours of %j on %j are %j', (span, day, labels) => {
  const hours = hourLabels(span, day)
  expect(hours.map(({ label }) => label)).toEqual(labels)
  expect(hours.map(({ hour }) => hour - span.from)).toEqual([0, 1, 2, 3])
})

test.each([
  [9.7, MONDAY, '09:30'],
  [9.8, MONDAY, '10:00'],
  [9, SPRING, '10:00'],
  [2.2, SPRING, '03:00'],
  [9, FALL, '08:00'],
  [-1, MONDAY, '00:00'],
  [24, MONDAY, '23:30'],
  [25, FALL, '23:30'],
])('%d hours into %j it is %s', (hours, day, time) => expect(timeAt(hours, day)).toBe(time))
