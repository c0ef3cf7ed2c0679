import { expect, test } from 'vitest'
import { CUSTOMER_SHEET } from './customer-columns.ts'
import { chooseColumn, joinedSentences } from './sheet-columns.ts'
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
