import { expect, test } from 'vitest'
import { CUSTOMER_SHEET } from './customer-columns.ts'
import { EMPLOYEE_SHEET } from './employee-columns.ts'
import { chooseColumn, joinedSentences, missingSentence } from './sheet-columns.ts'
import { WORK_SHEET } from './work-columns.ts'

test('a choice takes its meaning from the column that had it, and says from which', () => {
  expect(chooseColumn(CUSTOMER_SHEET, ['email', 'phone', null], 2, 'email')).toEqual({
    mapping: [null, 'phone', 'email'],
    taken: [0],
  })
  expect(chooseColumn(CUSTOMER_SHEET, [null, null], 1, null)).toEqual({ mapping: [null, null], taken: [] })
})

test('several columns can hold the complaint: they are joined, which is said', () => {
  const { mapping, taken } = chooseColumn(WORK_SHEET, ['complaint', 'date', null], 2, 'complaint')
  expect([mapping, taken]).toEqual([['complaint', 'date', 'complaint'], []])
  expect(joinedSentences(WORK_SHEET, mapping, ['Concern', 'Date', ''])).toEqual([
    '“Concern” and “Column 3” are joined: Complaint.',
  ])
  expect(WORK_SHEET.toRow(['Leak', '', 'at the vent'], mapping, 'month-first')).toMatchObject({
    complaint: 'Leak\nat the vent',
  })
})

test.each([
  ['customers without a name', CUSTOMER_SHEET, ['phone', null], 'No column holds the name.'],
  ['customers with a last name', CUSTOMER_SHEET, ['lastName'], null],
  [
    'customers read as employees',
    EMPLOYEE_SHEET,
    ['fullName', 'phone'],
    'No column holds the email or the driver’s license number.',
  ],
  ['work with amounts of lines', WORK_SHEET, ['date', 'vin', 'complaint', 'lineAmount'], null],
  ['work without a VIN', WORK_SHEET, ['date', 'complaint', 'total'], 'No column holds the VIN.'],
])('of %s, the missing columns are said once', (_, sheet, mapping, sentence) => {
  expect(missingSentence(sheet, mapping)).toBe(sentence)
})
