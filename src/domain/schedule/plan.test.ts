import { describe, expect, test } from 'vitest'
import { duePlan, planTimingOf } from './plan.ts'

test.each([
  ['2026-11-21', 'today'],
  ['2026-11-22', 'later'],
  ['2027-11-22', 'later'],
  ['2027-11-23', 'never'],
  ['2026-11-20', 'never'],
] as const)('on 2026-11-21, %s is %s', (date, when) => expect(planTimingOf(date, '2026-11-21')).toBe(when))

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
