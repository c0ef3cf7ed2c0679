import { expect, test } from 'vitest'
import { CUSTOMER_SHEET } from './customer-columns.ts'
import { findTable } from './sheet-table.ts'
import { WORK_SHEET } from './work-columns.ts'

const linesOf = (...rows: string[][]) => rows.map((cells, index) => ({ number: index + 1, cells }))

test('the headings of a report are below its title, and its last line is no row', () => {
  const [shop, title, headings, june, footer] = linesOf(
    ['Desert RV Service'],
    ['Customer Contact List'],
    ['Name', 'Phone', 'Email'],
    ['June Park', '574 555 0201', ''],
    ['Wednesday, November 25, 2026 08:31 PM GMT-05:00', '', ''],
  ) as [never, never, never, never, never]
  expect(findTable(CUSTOMER_SHEET, [shop, title, headings, june, footer])).toEqual({
    headings: ['Name', 'Phone', 'Email'],
    rows: [['June Park', '574 555 0201', '']],
    rowLines: [4],
    headingsLine: 3,
    footerLine: 5,
    totalLines: [],
  })
})

test.each([
  [
    'known headings',
    [
      ['Name', 'Phone'],
      ['Phone', 'Name'],
    ],
  ],
  [
    'headings that nobody knows',
    [
      ['Kunde', 'Telefon'],
      ['Name', 'x'],
      ['Park', '1'],
    ],
  ],
])('a list begins with %s', (_, rows) => {
  const table = findTable(CUSTOMER_SHEET, linesOf(...rows))
  expect(table).toMatchObject({ headings: rows[0], headingsLine: null, footerLine: null })
  expect(table.rows).toEqual(rows.slice(1))
})

test('a date and a time in a row of work are no end of the file', () => {
  const lines = linesOf(['Date', 'VIN'], ['03/04/2024 10:15', 'ABC'], ['03/04/2024 10:15', 'ABC'])
  expect(findTable(WORK_SHEET, lines).rows).toHaveLength(2)
})

test('lines with totals are left out and named, and people are not', () => {
  const table = findTable(
    CUSTOMER_SHEET,
    linesOf(
      ['Customer', 'Email', 'Phone'],
      ['June Park', '', '574 555 0201'],
      ['Total for June Park', '', '$1,200.00'],
      ['Total', 'total@mail.example', '574 555 0202'],
      ['Total', '', '5745550203'],
      ['', 'TOTAL', '2'],
      ['Grand Total:', '', ''],
    ),
  )
  expect(table.totalLines).toEqual([3, 6, 7])
  expect(table.rowLines).toEqual([2, 4, 5])
})
