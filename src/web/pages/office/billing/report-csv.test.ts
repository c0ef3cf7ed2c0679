import { expect, test } from 'vitest'
import { cents, NO_MONEY } from '#domain/lib/money.ts'
import { endOfDayCsvRowsOf, receivablesCsvRowsOf } from './report-csv.ts'

const DAY = {
  ...{ today: '2025-12-02', day: '2025-12-02', nextDay: '2025-12-03', timeZone: 'America/New_York' },
  tickets: { opened: 2, finalized: 1, completed: 0 },
  ...{ hoursSold: 2.5, clockedMs: 5_400_000, hoursAsked: 6, hoursApproved: 4, money: null },
  appointments: [
    {
      ...{ at: new Date('2025-12-03T15:00:00Z'), ticketId: 100_001, state: 'pending' as const },
      ...{ customer: 'Park, June', rig: '2021 Jayco Jay Flight' },
    },
  ],
}

test('a day without billing has its figures with their units, and the next day’s appointments', () => {
  expect(endOfDayCsvRowsOf(DAY)).toEqual([
    ['Day', 'Section', 'Figure', 'Value', 'Unit'],
    ['2025-12-02', 'Tickets', 'Opened', '2', ''],
    ['2025-12-02', 'Tickets', 'Finalized', '1', ''],
    ['2025-12-02', 'Tickets', 'Completed', '0', ''],
    ['2025-12-02', 'Hours', 'Hours sold', '2.50', 'hours'],
    ['2025-12-02', 'Hours', 'Hours clocked', '1.50', 'hours'],
    ['2025-12-02', 'Approvals', 'Hours asked for', '6.00', 'hours'],
    ['2025-12-02', 'Approvals', 'Hours approved', '4.00', 'hours'],
    ['2025-12-02', 'Approvals', 'Close ratio', '67', '%'],
    ['2025-12-03', 'Appointments', 'Park, June, 2021 Jayco Jay Flight, ticket 100001', '10:00 AM', ''],
  ])
})

test('money is in dollars, and what is negative in parentheses, which spreadsheets read as a number', () => {
  const money = {
    ...{ invoiced: cents(1000_00), credited: cents(1000_05), sales: cents(-5), exemptSales: NO_MONEY },
    ...{ tax: NO_MONEY, averageOrder: null, methods: [], owed: cents(1234_50), held: NO_MONEY },
    credit: NO_MONEY,
  }
  const cells = endOfDayCsvRowsOf({ ...DAY, hoursAsked: 0, hoursApproved: 0, money })
  const valueIn = (label: string) => cells.find(row => row[2] === label)?.[3]
  expect(['Owed by customers', 'Billed', 'Average repair order', 'Close ratio'].map(valueIn)).toEqual([
    '1234.50',
    '(0.05)',
    '',
    '',
  ])
})

test('a customer’s credit has its own line beside what is owed', () => {
  const credits = [
    { ticketId: 100_001, state: 'completed' as const, customer: 'June Park', credit: cents(1875) },
  ]
  expect(receivablesCsvRowsOf({ customers: [], credits })[1]).toEqual([
    'June Park',
    '',
    '',
    '100001',
    '',
    '',
    '',
    'Credit',
    '(18.75)',
  ])
})
