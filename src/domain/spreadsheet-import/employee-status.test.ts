import { expect, test } from 'vitest'
import { EMPLOYEE_SHEET } from './employee-columns.ts'
import { statusProblem } from './employee-status.ts'

const rowOf = (cells: Record<string, string>) =>
  EMPLOYEE_SHEET.toRow(Object.values(cells), EMPLOYEE_SHEET.guessColumns(Object.keys(cells)), 'month-first')

test.each([
  [{ Status: 'Active' }, 'Active'],
  [{ 'Employment Status': 'Full-time' }, 'Active'],
  [{ isActive: 'true' }, 'Active'],
  [{ 'Active Status': 'Not-active' }, 'Inactive'],
  [{ Status: 'Terminated' }, 'Inactive'],
  [{ Status: 'Former employee' }, 'Inactive'],
  [{ Active: 'No' }, 'Inactive'],
  [{ isActive: 'false' }, 'Inactive'],
  [{ Inactive: 'Yes' }, 'Inactive'],
  [{ Inactive: 'No' }, ''],
  [{ Disabled: 'x' }, 'Inactive'],
  [{ 'Termination Date': '05/03/2024' }, 'Inactive'],
  [{ 'Release Date': '' }, ''],
  [{ 'End Date': '12/31/9999' }, ''],
  [{ Status: 'Active', 'Term Date': '05/03/2024' }, 'Inactive'],
  [{ Status: 'Active', Inactive: 'Yes' }, 'Inactive'],
  [{ Status: 'Sunny' }, 'Sunny'],
  [{ Status: '' }, 'Unknown'],
  [{ Name: 'Bea Lund' }, ''],
])('a list that says %j is about someone who is %j', (cells, status) => {
  expect(rowOf(cells).status).toBe(status)
})

test('who has left is named with what the list says', () => {
  expect(rowOf({ Name: 'Bea Lund', Status: 'Active', 'Last Day': '5/3/2024' }).notes).toBe(
    'Left out: your list says “5/3/2024”.',
  )
})

test.each([
  ['', null],
  ['Active', null],
  ['Inactive', null],
  ['Unknown', 'Does this person still work here? Enter Active or Inactive.'],
])('the status %j has the problem %j', (status, problem) => {
  expect(statusProblem(status)).toBe(problem)
})
