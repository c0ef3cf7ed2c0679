import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths } from '#domain/lib/calendar-date.ts'
import { componentAge, monthsSince, warrantyLabel, warrantyProblem } from './component-age.ts'

describe('months since a day', () => {
  test.each([
    ['2025-11-20', '2025-11-20', 0],
    ['2025-11-20', '2025-12-19', 0],
    ['2025-11-20', '2025-12-20', 1],
    ['2025-01-31', '2025-02-27', 0],
    ['2025-01-31', '2025-02-28', 1],
    ['2025-01-31', '2025-03-30', 1],
    ['2024-02-29', '2025-02-27', 11],
    ['2024-02-29', '2025-02-28', 12],
    ['2024-02-29', '2028-02-28', 47],
    ['2024-02-29', '2028-02-29', 48],
    ['2025-11-20', '2025-11-19', 0],
    ['2025-11-20', '2020-01-01', 0],
  ])('from %s to %s: %i', (from, to, months) => {
    expect(monthsSince(from, to)).toBe(months)
  })

  test('grow by one each month, and never while days go back', () => {
    const start = fc.nat({ max: 40_000 }).map(days => addDays('1980-01-01', days))
    fc.assert(
      fc.property(start, fc.nat({ max: 600 }), fc.nat({ max: 400 }), (from, months, days) => {
        expect(monthsSince(from, addMonths(from, months))).toBe(months)
        const to = addDays(from, days)
        expect(monthsSince(from, addDays(to, 1))).toBeGreaterThanOrEqual(monthsSince(from, to))
      }),
    )
  })
})

const TODAY = '2025-11-20'

describe('the age of a component', () => {
  test.each([
    [{ installedOn: '2025-11-01', modelYear: '' }, 'less than a month old'],
    [{ installedOn: '2025-10-20', modelYear: '' }, '1 month old'],
    [{ installedOn: '2024-01-01', modelYear: '2014' }, '22 months old'],
    [{ installedOn: '2023-11-20', modelYear: '' }, '2 years old'],
    [{ installedOn: '2014-05-01', modelYear: '' }, '11 years old'],
    [{ installedOn: null, modelYear: '2014' }, 'about 11 years old'],
    [{ installedOn: null, modelYear: '2024' }, 'about 1 year old'],
    [{ installedOn: null, modelYear: '2025' }, ''],
    [{ installedOn: null, modelYear: '2026' }, ''],
    [{ installedOn: null, modelYear: '' }, ''],
    [{ installedOn: '2025-11-21', modelYear: '2014' }, ''],
  ])('%o: %s', (component, age) => {
    expect(componentAge(component, TODAY)).toBe(age)
  })
})

describe('the maker’s warranty', () => {
  test.each([
    [null, ''],
    ['2027-03-03', 'Maker’s warranty until Mar 3, 2027'],
    [TODAY, 'Maker’s warranty until Nov 20, 2025'],
    ['2025-11-19', 'Maker’s warranty ended Nov 19, 2025'],
  ])('that ends on %s: %s', (warrantyUntil, label) => {
    expect(warrantyLabel({ warrantyUntil }, TODAY)).toBe(label)
  })

  test.each([
    [null, '2025-11-01', null],
    ['2020-01-01', null, null],
    ['2025-10-31', '2025-11-01', 'Enter the day it was installed or a later one.'],
    ['2025-11-01', '2025-11-01', null],
    ['2075-11-20', null, null],
    ['2207-03-03', null, 'Enter an earlier date.'],
  ])('cannot end on %s if it was installed on %s: %s', (until, installed, problem) => {
    expect(warrantyProblem(until, installed, TODAY)).toBe(problem)
  })
})
