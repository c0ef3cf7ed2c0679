import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { formatReportFigure } from './report-figure.ts'
import { type OpenTicket, workInProgressReport } from './work-in-progress.ts'

const ticket = (ticketId: number, arrival: string, changes: Partial<OpenTicket> = {}): OpenTicket => ({
  ...{ ticketId, arrival, hold: null, isInApproval: false, isAsked: false },
  ...{ hasTechnician: true, isWorkedOn: false, amount: cents(100_00) },
  ...changes,
})

test('work in progress, worked out by hand', () => {
  const { columns, rows, entries } = workInProgressReport(
    [
      // 7, 8, 30, 31, 90 and 91 days.
      ticket(1, '2026-03-24', { hold: 'part' }),
      ticket(2, '2026-03-23', { hold: 'part', amount: cents(1_250_50) }),
      ticket(3, '2026-03-01', { hold: 'part', isInApproval: true }),
      ticket(4, '2026-02-28', { isAsked: true }),
      ticket(5, '2025-12-31', { hasTechnician: false }),
      ticket(6, '2025-12-30', { hold: 'part' }),
      // Work comes before waiting; a typed arrival may be later than today.
      ticket(7, '2026-04-02', { hold: 'part', isWorkedOn: true }),
      ticket(8, '2026-03-31', { isInApproval: true }),
      ticket(9, '2026-03-31', { hold: 'warranty' }),
      ticket(10, '2026-03-31'),
    ],
    '2026-03-31',
  )
  expect(
    rows.map(({ label, figures }) =>
      [label, ...figures.map((figure, at) => formatReportFigure(figure, columns[at]?.unit ?? 'count'))].join(
        ' | ',
      ),
    ),
  ).toEqual([
    'Waiting for a part | 4 | 1 | 2 | 0 | 1 | $1,550.50',
    'Waiting for approval | 2 | 2 | 0 | 0 | 0 | $200.00',
    'Work | 1 | 1 | 0 | 0 | 0 | $100.00',
    'Waiting for the customer | 1 | 0 | 0 | 1 | 0 | $100.00',
    'Waiting for a technician | 1 | 0 | 0 | 1 | 0 | $100.00',
    'In the shop | 1 | 1 | 0 | 0 | 0 | $100.00',
  ])
  expect(entries.find(({ ticketId }) => ticketId === 6)).toEqual({
    ...{ row: 'part', ticketId: 6 },
    figures: [
      { number: 91, amount: null },
      { number: null, amount: 100_00 },
    ],
  })
  expect(workInProgressReport([], '2026-03-31').rows).toEqual([])
})
