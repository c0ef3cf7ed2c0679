import { expect, test } from 'vitest'
import { comebacksReport, type LaterVisit } from './comebacks.ts'

const visit = (
  ticketId: number,
  laterTicketId: number,
  arrival: string,
  changes: Partial<LaterVisit> = {},
): LaterVisit => ({
  ...{ ticketId, done: '2026-03-01', laterTicketId, arrival, isSameComponent: false, hasComponents: false },
  ...changes,
})

test('comebacks, worked out by hand', () => {
  const same = { isSameComponent: true, hasComponents: true }
  const { rows, entries } = comebacksReport(20, [
    visit(1, 11, '2026-03-02'),
    visit(8, 21, '2026-03-01'),
    // The last of the 30 days, and the first after them.
    visit(2, 12, '2026-03-31'),
    visit(3, 13, '2026-04-01'),
    // For another component.
    visit(4, 14, '2026-03-05', { hasComponents: true }),
    // Twice: once for the same component.
    visit(5, 15, '2026-03-05'),
    visit(5, 16, '2026-03-20', same),
    visit(6, 17, '2026-03-10', same),
    visit(6, 18, '2026-03-09', same),
    // An arrival that was typed before the ticket was done.
    visit(7, 19, '2026-02-28'),
  ])
  expect(rows.map(({ key, figures }) => [key, ...figures.map(({ number }) => number)])).toEqual([
    ['component', 2, 10, 20],
    ['rig', 2, 10, 20],
  ])
  expect(
    entries.map(({ row, ticketId, figures }) => [row, ticketId, ...figures.map(each => each.number)]),
  ).toEqual([
    ['component', 6, 8, 18],
    ['component', 5, 19, 16],
    ['rig', 1, 1, 11],
    ['rig', 2, 30, 12],
  ])
  expect(comebacksReport(0, []).rows).toEqual([])
})
