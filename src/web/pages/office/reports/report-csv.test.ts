import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { moneyFigure, numberFigure } from '#domain/reports/report-figure.ts'
import { reportCsvRowsOf, reportTicketsCsvRowsOf } from './report-csv.ts'

const DAYS = { from: '2025-11-01', to: '2025-11-30' }
const COLUMNS = [
  { label: 'Margin', unit: 'money' },
  { label: 'Of sales', unit: 'percent' },
] as const

test('a report and its tickets have their figures with units, and negative amounts in parentheses', () => {
  const row = { key: '2025-11', label: 'November 2025', hint: '', ticketCount: 1 }
  const figures = [moneyFigure(cents(-1250_05)), numberFigure(100 / 3)]
  const unknown = { ...row, label: 'December 2025', figures: [moneyFigure(null), numberFigure(null)] }
  expect(
    reportCsvRowsOf('Parts Margin', {
      ...{ ...DAYS, report: 'parts-margin', columns: COLUMNS, notes: [] },
      rows: [{ ...row, figures }, unknown],
    }),
  ).toEqual([
    ['From', 'To', 'Parts Margin', 'Margin ($)', 'Of sales (%)'],
    ['2025-11-01', '2025-11-30', 'November 2025', '(1250.05)', '33.33'],
    ['2025-11-01', '2025-11-30', 'December 2025', '', ''],
  ])
  const ticket = { ticketId: 100_001, state: 'recorded' as const, customer: 'Park, June', rig: '2021 Jayco' }
  expect(
    reportTicketsCsvRowsOf({
      ...{ ...DAYS, columns: COLUMNS, isComplete: true, tickets: [{ ...ticket, figures }] },
    }),
  ).toEqual([
    ['Ticket', 'Customer', 'RV', 'Margin ($)', 'Of sales (%)'],
    ['100001', 'Park, June', '2021 Jayco', '(1250.05)', '33.33'],
  ])
})
