import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#domain/lib/calendar-date.ts'
import { cycleTimeReport, visitDaysOf } from './cycle-time.ts'
import { formatReportFigure } from './report-figure.ts'

const visit = (ticketId: number, arrival: string, labor: readonly [string, string] | null, done: string) => ({
  ...{ ticketId, arrival, done },
  ...{ firstLabor: labor?.[0] ?? null, lastLabor: labor?.[1] ?? null },
})

/** The rows as a reader sees them. */
const read = (visits: Parameters<typeof cycleTimeReport>[0]) => {
  const { columns, rows } = cycleTimeReport(visits)
  return rows.map(({ label, figures }) =>
    [label, ...figures.map((figure, at) => formatReportFigure(figure, columns[at]?.unit ?? 'count'))].join(
      ' | ',
    ),
  )
}

test('visits that were worked out by hand', () => {
  const visits = [
    // 10 days: 2 until work, 5 of work, 3 until done.
    visit(1, '2026-03-02', ['2026-03-04', '2026-03-09'], '2026-03-12'),
    // 31 days across a leap day’s month end: 20, 0 and 11.
    visit(2, '2028-02-10', ['2028-03-01', '2028-03-01'], '2028-03-12'),
    // 4 days, and nobody clocked in.
    visit(3, '2026-03-02', null, '2026-03-06'),
    // Done the day it came.
    visit(4, '2026-03-08', ['2026-03-08', '2026-03-08'], '2026-03-08'),
  ]
  expect(read(visits)).toEqual([
    'Cycle time | 7 days | 11.3 days | 34 days | 4',
    'Start days | 2 days | 7.3 days | – | 3',
    'Job days | 0 days | 1.7 days | – | 3',
    'Delivery days | 3 days | 4.7 days | – | 3',
  ])
  const { entries } = cycleTimeReport(visits)
  expect(
    entries
      .filter(({ row }) => row === 'delivery')
      .map(({ ticketId, figures }) => [ticketId, figures[0]?.number]),
  ).toEqual([
    [1, 3],
    [2, 11],
    [4, 0],
  ])
  expect(read([])).toEqual([])
})

test('a day that was typed after the work began counts as none', () => {
  expect(visitDaysOf(visit(1, '2026-03-05', ['2026-03-04', '2026-03-09'], '2026-03-08'))).toEqual({
    ...{ whole: 3, start: 0, job: 5, delivery: 0 },
  })
})

test('the parts of a visit add up to it, however its days lie', () => {
  const gap = fc.nat({ max: 400 })
  fc.assert(
    fc.property(gap, gap, gap, (start, job, delivery) => {
      const [arrival, first] = ['2026-01-15', addDays('2026-01-15', start)]
      const last = addDays(first, job)
      const parts = visitDaysOf(visit(1, arrival, [first, last], addDays(last, delivery)))
      expect(parts).toEqual({ whole: start + job + delivery, start, job, delivery })
    }),
  )
})
