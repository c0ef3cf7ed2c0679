import { describe, expect, test } from 'vitest'
import { EMPLOYEE_SHEET, toEmployee } from './employee-columns.ts'
import { amountProblem, guessDateOrder, readDate, readNumber } from './sheet-values.ts'
import {
  groupVisits,
  lineAmountProblem,
  visitErrors,
  visitKey,
  WORK_SHEET,
  workDayProblem,
} from './work-columns.ts'

test.each([
  ['2024-03-04', 'month-first', '2024-03-04'],
  ['2024/3/4 10:15', 'day-first', '2024-03-04 10:15'],
  ['11/20/2025 2:14 PM', 'month-first', '2025-11-20 14:14'],
  ['11/20/2025\u202f2:14:05 pm', 'month-first', '2025-11-20 14:14:05'],
  ['2024-03-04 10:15', 'month-first', '2024-03-04 10:15'],
  ['3/4/2024 12:00:00 AM', 'month-first', '2024-03-04'],
  ['3/4/2024 25:10', 'month-first', null],
  ['2024-03-04T10:15:00Z', 'month-first', '2024-03-04'],
  ['03/04/2024', 'month-first', '2024-03-04'],
  ['03/04/2024', 'day-first', '2024-04-03'],
  ['3/4/24 9:05 PM', 'month-first', '2024-03-04 21:05'],
  ['31.12.2023', 'day-first', '2023-12-31'],
  ['Mon, March 4, 2024', 'month-first', '2024-03-04'],
  ['4-Mar-24', 'month-first', '2024-03-04'],
  ['02/30/2024', 'month-first', null],
  ['13/13/2024', 'day-first', null],
  ['4 Foo 2024', 'month-first', null],
  ['45355', 'month-first', '2024-03-04'],
  ['45355.5931', 'day-first', '2024-03-04 14:14'],
  ['46516.25', 'day-first', '2027-05-09 06:00'],
  ['12345', 'month-first', null],
  ['99999', 'month-first', null],
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
  [' $ 1,407.45 ', '1407.45'],
  ['187.10 USD', '187.10'],
  [' $ -   ', '0'],
  ['-', '0'],
  [' $ (25.00)', '-25.00'],
  ['($1,025.00)', '-1025.00'],
  ['-$25', '-25'],
  ['25.00-', '-25.00'],
  ['(0.00)', '0.00'],
  ['- hours', '- hours'],
  ['574-555', '574-555'],
  ['free', 'free'],
])('the number %j is %j', (typed, plain) => {
  expect(readNumber(typed)).toBe(plain)
})

test.each([
  ['-25.00', 'An amount here is not below zero. Leave refunds and credits out.'],
  ['free', 'Enter an amount, such as 1234.50.'],
  ['0', null],
])('the amount %j has the problem %j', (amount, problem) => {
  expect(amountProblem(amount)).toBe(problem)
})

test.each([
  ['', 'Required.'],
  ['1999-12-31', 'Enter a date since 2000, such as 2024-03-04.'],
  ['soon', 'Enter a date since 2000, such as 2024-03-04.'],
  ['2025-11-21', 'This date is in the future.'],
  ['2025-11-20', null],
  ['2025-11-20 14:14', null],
  ['2025-11-20 25:14', 'Enter a date since 2000, such as 2024-03-04.'],
  ['45355', 'Enter a date since 2000, such as 2024-03-04.'],
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

  test('of Excel’s leftovers are read: text in formulas, days as numbers, nothing as NULL', () => {
    const headings = [
      'Invoice Number',
      'Date',
      'VIN',
      'Customer',
      'Phone',
      'Complaint',
      'Labor Hours',
      'Total',
    ]
    const read = (...cells: string[]) =>
      WORK_SHEET.toRow(cells, WORK_SHEET.guessColumns(headings), 'month-first')
    const vin = '573TE2520N6603421'
    expect(
      read('="00412"', '45355', `="${vin}"`, 'June Park', '="5745550142"', 'Jacks', '2', ' $ -   '),
    ).toMatchObject({ invoice: '00412', date: '2024-03-04', vin, phone: '5745550142', total: '0' })
    expect(read('1', '45357', vin, 'Ann Lee', 'NULL', 'n/a', '#N/A', ' $ (25.00)')).toMatchObject({
      phone: '',
      complaint: '',
      hours: '',
      total: '-25.00',
    })
    const utc = read('1', '2024-03-04T10:15:00Z', vin, 'Ann Lee', '', 'Leak', '', '1')
    expect([utc.date, utc.notes]).toEqual([
      '2024-03-04',
      'The time of day is left out: it is in a time zone of its own.',
    ])
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
  test('is of one day, at whatever times its lines say, and the same visit with and without them', () => {
    const line = { invoice: '1', vin: 'V', total: '5', complaint: '' }
    const [morning, evening, day] = ['2024-03-04 09:10', '2024-03-04 17:30', '2024-03-04'].map(date => ({
      ...line,
      date,
    }))
    if (morning === undefined || evening === undefined || day === undefined)
      throw new Error('There are three.')
    expect(visitErrors([morning, evening, day])).toEqual([{}, {}, {}])
    expect(visitKey([morning])).toBe(visitKey([day]))
    expect(visitErrors([morning, { ...day, date: '2024-03-05' }])[1]?.date).toBe(
      'The first row of invoice 1 has another date: 2024-03-04.',
    )
  })

  test('is the rows with one invoice number, wherever they are; a row without one is its own', () => {
    const rows = ['A1', '', 'a1', '', 'B2'].map(invoice => ({ invoice }))
    expect(groupVisits(rows)).toEqual([[0, 2], [1], [3], [4]])
  })

  test('has its total once or repeated, in any notation', () => {
    const line = { invoice: '1', date: '2024-03-04', vin: 'V' }
    const totals = (...typed: string[]) => visitErrors(typed.map(total => ({ ...line, total })))
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
    expect(visitErrors(Array.from({ length: 51 }, () => line))[50]).toEqual({
      invoice: 'An invoice can have at most 50 rows.',
    })
  })
})
