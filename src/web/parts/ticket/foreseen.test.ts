import { describe, expect, test } from 'vitest'
import { technicianName } from '#domain/assignment.ts'
import { isRunning } from '#domain/clock.ts'
import * as foreseen from './foreseen.ts'
import type { JobView, TicketView } from './ticket-view.ts'

const now = new Date('2025-11-20T15:00:00Z')
const rosa = { id: 'rosa', name: 'Rosa Díaz', firstName: 'Rosa', lastName: 'Díaz' }

const jobOf = (jobNumber: number, more: Partial<JobView> = {}): JobView => ({
  ...{ jobNumber, problem: 'Roof leak', cause: '', correction: '', estimatedTime: 1, estimate: true },
  ...{ suggestedTime: 2, answer: 'none', isAsked: false, sessions: [], photos: [], totalBalance: null },
  ...more,
})
const ticket = {
  ...{ ticketId: 412873, assignedTechnician: null, assignedTechs: [], plannedTechs: [] },
  jobs: [jobOf(1), jobOf(2)],
  parts: [
    { partId: 'one', jobNumber: null },
    { partId: 'two', jobNumber: 2 },
  ],
} as unknown as TicketView

const runningOn = ({ jobs }: TicketView) =>
  jobs.filter(({ sessions }) => sessions.some(isRunning)).map(({ jobNumber }) => jobNumber)

describe('a clock', () => {
  test('runs on one line at a time, and stops where it ran', () => {
    const first = foreseen.clockedIn(ticket, { jobNumber: 1 }, rosa, now)
    expect(runningOn(first)).toEqual([1])
    const second = foreseen.clockedIn(first, { jobNumber: 2 }, rosa, now)
    expect(runningOn(second)).toEqual([2])
    expect(runningOn(foreseen.clockedOut(second, { jobNumber: 2 }, rosa, now))).toEqual([])
  })

  test('of somebody else goes on', () => {
    const hers = foreseen.clockedIn(ticket, { jobNumber: 1 }, rosa, now)
    expect(runningOn(foreseen.clockedIn(hers, { jobNumber: 2 }, { id: 'sam', name: 'Sam' }, now))).toEqual([
      1, 2,
    ])
  })
})

test('a line that nothing happened to stays the very same', () => {
  for (const after of [
    foreseen.clockedIn(ticket, { jobNumber: 1 }, rosa, now),
    foreseen.timeSuggested(ticket, { jobNumber: 1, suggestedTime: 3 }),
    foreseen.timeApproved(ticket, { jobNumber: 1 }),
  ]) {
    expect(after.jobs[0]).not.toBe(ticket.jobs[0])
    expect(after.jobs[1]).toBe(ticket.jobs[1])
  }
})

test('an approved time takes the place of the estimate', () => {
  const [job] = foreseen.timeApproved(ticket, { jobNumber: 1 }).jobs
  expect(job).toMatchObject({ estimatedTime: 2, estimate: false, suggestedTime: null })
})

test('whoever is assigned is on the ticket by name, and off it when released', () => {
  const after = foreseen.assigned(ticket, rosa, '2025-11-20', now)
  expect(technicianName(after)).toBe('Rosa Díaz')
  expect(technicianName(foreseen.released(after, {}))).toBeNull()
})

test('a part goes, or goes to another line', () => {
  expect(foreseen.partRemoved(ticket, { partId: 'one' }).parts).toMatchObject([{ partId: 'two' }])
  expect(foreseen.partMoved(ticket, { partId: 'two', jobNumber: null }).parts[1]?.jobNumber).toBeNull()
  expect(foreseen.partMoved(ticket, { partId: 'two' }).parts[1]?.jobNumber).toBe(2)
})
