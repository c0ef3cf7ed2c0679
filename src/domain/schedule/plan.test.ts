import { describe, expect, test } from 'vitest'
import { addDays, duePlan, isDay, mondayOf, planTimingOf } from './plan.ts'

test.each([
  ['2026-11-21', 1, '2026-11-22'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-03-08', 7, '2026-03-15'],
])('%s plus %i days is %s', (date, days, expected) => expect(addDays(date, days)).toBe(expected))

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-21', '2026-11-16'],
  ['2026-11-22', '2026-11-16'],
  ['2026-11-23', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s begins on Monday %s', (date, monday) => expect(mondayOf(date)).toBe(monday))

test.each([
  ['2026-11-21', 'today'],
  ['2026-11-22', 'later'],
  ['2027-11-22', 'later'],
  ['2027-11-23', 'never'],
  ['2026-11-20', 'never'],
] as const)('on 2026-11-21, %s is %s', (date, when) => expect(planTimingOf(date, '2026-11-21')).toBe(when))

test.each(['2026-02-29', '2026-13-01', '20261121', 'today', ''])('%j is not a date', text =>
  expect(isDay(text)).toBe(false),
)
test.each(['2028-02-29', '2026-11-21'])('%j is a date', text => expect(isDay(text)).toBe(true))

describe('in the morning', () => {
  const plans = [
    { date: '2026-11-23', uuid: 'later' },
    { date: '2026-11-21', uuid: 'rosa' },
    { date: '2026-11-20', uuid: 'sam' },
  ]
  const free = { assignedTechnician: null }

  test("today's plan assigns an unassigned ticket", () => {
    expect(duePlan(plans, free, '2026-11-21')?.uuid).toBe('rosa')
    expect(duePlan(plans, free, '2026-11-22')?.uuid).toBe('rosa')
    expect(duePlan(plans, free, '2026-11-20')?.uuid).toBe('sam')
  })

  test('a plan does nothing before its day', () => expect(duePlan(plans, free, '2026-11-19')).toBeNull())

  test('an assigned ticket keeps its technician', () =>
    expect(duePlan(plans, { assignedTechnician: 'walt' }, '2026-11-21')).toBeNull())
})
