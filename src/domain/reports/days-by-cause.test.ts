import { expect, test } from 'vitest'
import { daysByCauseReport } from './days-by-cause.ts'
import { formatReportFigure } from './report-figure.ts'

test('days by cause, worked out by hand', () => {
  const span = (cause: 'work' | 'part' | 'pickup', days: number) => ({ cause, firstDay: '2026-03-01', days })
  const { columns, rows, entries } = daysByCauseReport([
    { ticketId: 1, spans: [span('part', 5), span('work', 2), span('part', 4)] },
    { ticketId: 2, spans: [span('work', 1), span('pickup', 3)] },
    { ticketId: 3, spans: [] },
  ])
  expect(
    rows.map(({ label, figures }) => [
      label,
      ...figures.map((figure, at) => formatReportFigure(figure, columns[at]?.unit ?? 'count')),
    ]),
  ).toEqual([
    ['Waiting for a part', '9 days', '60%', '9 days', '1'],
    ['Work', '3 days', '20%', '1.5 days', '2'],
    ['Ready for pickup', '3 days', '20%', '3 days', '1'],
  ])
  expect(entries.find(({ row, ticketId }) => row === 'part' && ticketId === 1)?.figures[0]?.number).toBe(9)
  expect(daysByCauseReport([]).rows).toEqual([])
})
