import { expect, test } from 'vitest'
import { modelYearError } from './model-year.ts'

const NOW = new Date('2025-11-24T12:00:00Z')

test.each(['', '1900', '1978', '2025', '2026'])('%j can be the year of an RV', year => {
  expect(modelYearError(year, NOW)).toBeNull()
})

test.each(['1899', '2027', '20255', '85', 'abc', '2021a', '-2021', '2021.5', '２０２１', '1e3', '0000'])(
  '%j is no year of an RV',
  year => {
    expect(modelYearError(year, NOW)).toBe('Enter a year from 1900 to 2026.')
  },
)
