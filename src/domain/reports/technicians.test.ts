import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatReportFigure } from './report-figure.ts'
import { type BilledLine, sharedHours, techniciansReport } from './technicians.ts'

const HOUR = 3_600_000
const rosa = { technicianId: 'rosa', technician: 'Rosa Diaz' }
const sam = { technicianId: 'sam', technician: 'Sam Ortiz' }
const line = (person: typeof rosa, ticketId: number, jobNumber: number, hours: number, clocked: number) => ({
  ...person,
  ...{ ticketId, jobNumber, hours, clockedMs: clocked * HOUR },
})

test('efficiency, worked out by hand', () => {
  const clocked = [
    { ...rosa, ticketId: 1, clockedMs: 3 * HOUR },
    { ...rosa, ticketId: 2, clockedMs: 1 * HOUR },
    { ...sam, ticketId: 1, clockedMs: 1 * HOUR },
  ]
  // Rosa did three quarters of a line of 4 hours, and all of one of 1.5; Sam the other quarter of the first.
  const lines = [line(rosa, 1, 1, 4, 3), line(sam, 1, 1, 4, 1), line(rosa, 1, 2, 1.5, 1)]
  const { columns, rows, entries } = techniciansReport(clocked, lines, null)
  expect(
    rows.map(({ label, figures }) => [
      label,
      ...figures.map((figure, at) => formatReportFigure(figure, columns[at]?.unit ?? 'count')),
    ]),
  ).toEqual([
    // 4.5 of 4.
    ['Rosa Diaz', '112.5%', '4h30m', '4h00m', '4h00m', '2'],
    ['Sam Ortiz', '100%', '1h00m', '1h00m', '1h00m', '1'],
  ])
  expect(
    entries.map(({ row, ticketId, figures }) => [row, ticketId, ...figures.map(each => each.number)]),
  ).toEqual([
    ['rosa', 1, 3, 4.5],
    ['rosa', 2, 1, 0],
    ['sam', 1, 1, 1],
  ])
})

test('what was clocked on other days counts for the work that is billed', () => {
  const [row] = techniciansReport([], [line(rosa, 1, 1, 2.25, 3)], null).rows
  expect(row?.figures.map(each => each.number)).toEqual([75, 2.25, 3, 0, 1])
})

test('productivity and proficiency by the shop clock, worked out by hand', () => {
  // Of 8 hours in the shop Rosa clocked 6 on jobs, and 7 were billed; Sam clocked nothing.
  const clocked = [
    { ...rosa, ticketId: 1, clockedMs: 4 * HOUR },
    { ...rosa, ticketId: 2, clockedMs: 2 * HOUR },
  ]
  const attended = [
    { ...rosa, attendedMs: 8 * HOUR },
    { ...sam, attendedMs: 4 * HOUR },
  ]
  const report = techniciansReport(clocked, [line(rosa, 1, 1, 7, 5)], attended)
  expect(report.columns.map(({ label }) => label)).toEqual([
    ...['Efficiency', 'Productivity', 'Proficiency', 'Hours billed', 'Clocked on that', 'All hours clocked'],
    ...['Hours in the shop', 'Tickets'],
  ])
  expect(report.rows.map(({ label, figures }) => [label, ...figures.map(each => each.number)])).toEqual([
    ['Rosa Diaz', 140, 75, 87.5, 7, 5, 6, 8, 2],
    ['Sam Ortiz', null, 0, 0, 0, 0, 0, 4, 0],
  ])
  // Without attendance there is nothing to divide by.
  const [row] = techniciansReport(clocked, [], []).rows
  expect(row?.figures.map(each => each.number)).toEqual([null, null, null, 0, 0, 6, 0, 2])
})

test('the shares of a line add up to its hours, also if nobody clocked a second', () => {
  const time = fc.integer({ min: 0, max: 1000 })
  fc.assert(
    fc.property(
      fc.array(time, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 400 }),
      (times, quarters) => {
        const hours = quarters / 4
        const lines: BilledLine[] = times.map((clocked, at) =>
          line({ technicianId: `${at}`, technician: `${at}` }, 1, 1, hours, clocked),
        )
        const total = sharedHours(lines).reduce((sum, share) => sum + share.hours, 0)
        expect(total).toBeCloseTo(hours, 6)
      },
    ),
  )
})
