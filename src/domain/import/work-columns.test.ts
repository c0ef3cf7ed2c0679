import { describe, expect, test } from 'vitest'
import { EMPLOYEE_SHEET, toEmployee } from './employee-columns.ts'
import { guessDateOrder, readDate, readNumber } from './sheet-values.ts'
import { groupVisits, lineAmountProblem, visitFaults, WORK_SHEET, workDayProblem } from './work-columns.ts'

test.each([
  ['2024-03-04', 'month-first', '2024-03-04'],
  ['2024/3/4 10:15', 'day-first', '2024-03-04'],
  ['2024-03-04T10:15:00Z', 'month-first', '2024-03-04'],
  ['03/04/2024', 'month-first', '2024-03-04'],
  ['03/04/2024', 'day-first', '2024-04-03'],
  ['3/4/24 9:05 PM', 'month-first', '2024-03-04'],
  ['31.12.2023', 'day-first', '2023-12-31'],
  ['Mon, March 4, 2024', 'month-first', '2024-03-04'],
  ['4-Mar-24', 'month-first', '2024-03-04'],
  ['02/30/2024', 'month-first', null],
  ['13/13/2024', 'day-first', null],
  ['4 Foo 2024', 'month-first', null],
  ['45355', 'month-first', null],
  ['', 'month-first', null],
] as const)('the date %j, %s, is %j', (typed, order, day) => {
  expect(readDate(typed, order)).toBe(day)
})

test.each([
  [['03/25/2024', '03/04/2024'], { order: 'month-first', isAmbiguous: false }],
  [['25/03/2024', '03/04/2024'], { order: 'day-first', isAmbiguous: false }],
  [['03/04/2024', '', 'soon'], { order: 'month-first', isAmbiguous: true }],
  [['2024-03-04'], { order: 'month-first', isAmbiguous: false }],
  [[], { order: 'month-first', isAmbiguous: false }],
])('the dates %j are written %j', (cells, guess) => {
  expect(guessDateOrder(cells)).toEqual(guess)
})

test.each([
  ['$1,234.50', '1234.50'],
  [' 42 USD', '42'],
  ['1.5 hrs', '1.5'],
  ['1,23', '1,23'],
  ['-5', '-5'],
  ['free', 'free'],
])('the number %j is %j', (typed, plain) => {
  expect(readNumber(typed)).toBe(plain)
})

test.each([
  ['', 'Required.'],
  ['1999-12-31', 'Enter a date since 2000, such as 2024-03-04.'],
  ['soon', 'Enter a date since 2000, such as 2024-03-04.'],
  ['2025-11-21', 'This date is in the future.'],
  ['2025-11-20', null],
])('work on %j has the problem %j', (day, problem) => {
  expect(workDayProblem(day, '2025-11-20')).toBe(problem)
})

describe('the columns', () => {
  test.each([WORK_SHEET, EMPLOYEE_SHEET])('of a template are all known', ({ guessColumns, template }) => {
    expect(guessColumns(template)).not.toContain(null)
  })

  test('of past work are read as a row', () => {
    const headings = ['RO', 'Closed Date', 'Unit', 'Customer', 'Concern', 'Hrs', 'Invoice Total']
    const cells = ['7', '3/4/2024', '2021 Jayco Jay Flight', 'Park, June', 'Leak', '2 hrs', '$1,200']
    expect(WORK_SHEET.toRow(cells, WORK_SHEET.guessColumns(headings), 'month-first')).toMatchObject({
      invoice: '7',
      date: '2024-03-04',
      year: '2021',
      make: 'Jayco',
      firstName: 'June',
      lastName: 'Park',
      complaint: 'Leak',
      hours: '2',
      total: '1200',
    })
  })

  const REPORT = [
    'Date',
    'Num',
    'Product/Service',
    'Memo/Description',
    'Qty',
    'Sales Price',
    'Amount',
    'Balance',
  ]

  test('of a sales report join what was done, and have an amount for each line', () => {
    const mapping = WORK_SHEET.guessColumns(REPORT)
    expect(mapping).toEqual(['date', 'invoice', 'complaint', 'complaint', null, null, 'lineAmount', null])
    const cells = ['03/04/2024', '7', 'Labor', 'Reseal the roof', '2', '150', '$1,300.00', '1300']
    expect(WORK_SHEET.toRow(cells, mapping, 'month-first')).toMatchObject({
      complaint: 'Labor\nReseal the roof',
      lineAmount: '1300.00',
      total: '',
    })
    expect(WORK_SHEET.guessColumns(['Num', 'Memo', 'Amount'])).toEqual(['invoice', 'complaint', 'total'])
  })

  test.each([
    ['-$25.00', '-25.00', null],
    ['(25.00)', '-25.00', null],
    ['25', '25', null],
    ['- off', '- off', 'Enter an amount, such as 1234.50.'],
  ])('of amounts of lines are read: %j', (typed, read, problem) => {
    expect(WORK_SHEET.normalizeField('lineAmount', typed, 'month-first')).toBe(read)
    expect(lineAmountProblem(read)).toBe(problem)
  })

  test.each([
    [['Lead Tech'], { isServiceWriter: false, isTechnician: true }],
    [['Service Advisor'], { isServiceWriter: true, isTechnician: false }],
    [['technician, service writer'], { isServiceWriter: true, isTechnician: true }],
    [[''], { isServiceWriter: false, isTechnician: false }],
  ])('of employees say the roles %j', (cells, roles) => {
    const row = EMPLOYEE_SHEET.toRow(cells, ['roles'], 'month-first')
    expect(toEmployee(row as Parameters<typeof toEmployee>[0]).roles).toEqual(roles)
  })
})

describe('a visit', () => {
  test('is the rows with one invoice number, wherever they are; a row without one is its own', () => {
    const rows = ['A1', '', 'a1', '', 'B2'].map(invoice => ({ invoice }))
    expect(groupVisits(rows)).toEqual([[0, 2], [1], [3], [4]])
  })

  test('has its total once or repeated, in any notation', () => {
    const line = { invoice: '1', date: '2024-03-04', vin: 'V' }
    const totals = (...typed: string[]) => visitFaults(typed.map(total => ({ ...line, total })))
    expect(totals('', '12.50', '12.5')).toEqual([{}, {}, {}])
    expect(totals('', '')).toEqual([{ total: 'Required.' }, {}])
    expect(totals('1', '2')[1]).toHaveProperty('total')
  })

  test.each([
    ['the sum of its lines', ['100.10', '0.20', '-50'], ['', '', ''], ['50.30', '', '']],
    ['no total from lines without amounts', ['', ''], ['', ''], ['', '']],
    ['the total that it has', ['1', '2'], ['', '9.00'], ['', '9.00']],
    ['no total below zero', ['1', '-2'], ['', ''], ['', '']],
  ])('has %s', (_, amounts, typed, totals) => {
    const rows = amounts.map((lineAmount, index) => ({
      invoice: '1',
      lineAmount,
      total: typed[index] ?? '',
    }))
    expect(WORK_SHEET.completeRows(rows).map(({ total }) => total)).toEqual(totals)
  })

  test('has at most 50 rows', () => {
    const line = { invoice: '1', date: '2024-03-04', vin: 'V', total: '1' }
    expect(visitFaults(Array.from({ length: 51 }, () => line))[50]).toEqual({
      invoice: 'An invoice can have at most 50 rows.',
    })
  })
})
