import { expect, test } from 'vitest'
import { daysOfPeriod, parseReportSearch, reportDaysErrors, reportSearchOf } from './report-period.ts'

test.each([
  ['this-month', '2026-03-31', '2026-03-01', '2026-03-31'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2028-03-01', '2028-02-01', '2028-02-29'],
  ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['last-90-days', '2026-03-31', '2026-01-01', '2026-03-31'],
  ['this-year', '2026-01-01', '2026-01-01', '2026-01-01'],
] as const)('%s of %s is from %s to %s', (period, today, from, to) => {
  expect(daysOfPeriod(period, {}, today)).toEqual({ from, to })
})

test.each([
  ['', '2026-03-01', { from: 'Enter the first day.' }],
  ['2026-02-30', '2026-03-01', { from: 'Enter the first day.' }],
  ['1999-12-31', '2000-01-01', { from: 'Enter the first day.' }],
  ['2026-03-01', '', { to: 'Enter the last day.' }],
  ['2026-03-02', '2026-03-01', { to: 'Choose the first day or a later one.' }],
  ['2026-01-01', '2027-01-02', { to: 'Choose at most 366 days.' }],
  ['2026-01-01', '2027-01-01', {}],
  ['2026-03-01', '2026-03-01', {}],
])('from %s to %s is answered with %o', (from, to, errors) => {
  expect(reportDaysErrors({ from, to })).toEqual(errors)
})

test('an address that asks for nothing known asks for the first report of this month', () => {
  expect(parseReportSearch({ report: 'horoscope', period: 7, firstDay: '2026-01-01' })).toEqual({
    ...{ report: 'cycle-time', period: 'this-month' },
  })
  expect(parseReportSearch({ period: 'own', firstDay: '2026-01-01' })).toEqual({
    ...{ report: 'cycle-time', period: 'own', from: '2026-01-01', to: '' },
  })
  // What is open now has no days.
  const own = { period: 'own', firstDay: '2026-03-01', lastDay: '2026-03-31' }
  expect(parseReportSearch({ report: 'work-in-progress', ...own })).toEqual({
    ...{ report: 'work-in-progress', period: 'own', from: '2026-03-01', to: '2026-03-31' },
  })
  expect(parseReportSearch({ report: 'work-in-progress', period: 'own', firstDay: 'x' })).toEqual({
    ...{ report: 'work-in-progress', period: 'this-month' },
  })
})

test('a request is read from the address that asks for it', () => {
  const own = { report: 'sales', period: 'own', from: '2026-01-01', to: '2026-01-31' } as const
  const month = { report: 'technicians', period: 'last-month' } as const
  for (const request of [own, month]) expect(parseReportSearch(reportSearchOf(request))).toEqual(request)
})
