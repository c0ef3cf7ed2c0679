import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { isRunning } from '#domain/clocks/clock.ts'
import { cents } from '#domain/lib/money.ts'
import { technicianName } from '#domain/tickets/assignment.ts'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { type JobView, type TicketView, workableJobs } from '#web/features/tickets/ticket-view.ts'
import * as jobs from './optimistic-jobs.ts'
import * as parts from './optimistic-parts.ts'
import * as optimistic from './optimistic-ticket.ts'

const now = new Date('2025-11-20T15:00:00Z')
const rosa = { id: 'rosa', name: 'Rosa Díaz', firstName: 'Rosa', lastName: 'Díaz' }

const jobOf = (jobNumber: number, more: Partial<JobView> = {}): JobView => ({
  jobNumber,
  problem: 'Roof leak',
  cause: '',
  correction: '',
  estimatedTime: 1,
  estimate: true,
  suggestedTime: 2,
  namedRate: null,
  flatPrice: null,
  clockRule: null,
  clockedHours: null,
  clockDetails: [],
  namedTechnician: null,
  component: null,
  approvedSupplies: null,
  billed: null,
  price: null,
  answer: 'none',
  isAsked: false,
  approval: null,
  raisedTo: null,
  sessions: [],
  photos: [],
  totalBalance: null,
  ...more,
})
const ticket = {
  ticketId: 412873,
  assignedTechnician: null,
  assignedTechs: [],
  helpers: [],
  plannedTechs: [],
  customerDetails: { firstName: 'June', lastName: 'Park', phone: '(574) 555-0201' },
  customerRV: { vin: '1UJBJ0BN8M17X0042', make: 'Jayco' },
  totals: { totalPartsAmount: 27_50, shopSupplies: 2_75, totalLaborBalance: 290_00, totalBalance: 320_25 },
  jobs: [jobOf(1), jobOf(2)],
  parts: [
    { partId: 'one', jobNumber: null, perPartAmount: 13_75, isPriced: true, totalAmount: 27_50 },
    { partId: 'two', jobNumber: 2, perPartAmount: null, isPriced: false, totalAmount: null },
  ],
} as unknown as TicketView

const runningOn = ({ jobs }: TicketView) =>
  jobs.filter(({ sessions }) => sessions.some(isRunning)).map(({ jobNumber }) => jobNumber)

describe('a running clock, optimistically', () => {
  test('is on one line at a time, and the previous one stops', () => {
    const first = optimistic.clockedIn(ticket, { jobNumber: 1 }, rosa, now)
    expect(runningOn(first)).toEqual([1])
    const second = optimistic.clockedIn(first, { jobNumber: 2 }, rosa, now)
    expect(runningOn(second)).toEqual([2])
    expect(runningOn(optimistic.clockedOut(second, { jobNumber: 2 }, rosa, now))).toEqual([])
  })

  test('of someone else continues', () => {
    const hers = optimistic.clockedIn(ticket, { jobNumber: 1 }, rosa, now)
    expect(runningOn(optimistic.clockedIn(hers, { jobNumber: 2 }, { id: 'sam', name: 'Sam' }, now))).toEqual([
      1, 2,
    ])
  })
})

test('an unchanged line stays the same object', () => {
  for (const after of [
    optimistic.clockedIn(ticket, { jobNumber: 1 }, rosa, now),
    optimistic.timeSuggested(ticket, { jobNumber: 1, suggestedTime: 3 }),
    optimistic.timeApproved(ticket, { jobNumber: 1 }),
  ]) {
    expect(after.jobs[0]).not.toBe(ticket.jobs[0])
    expect(after.jobs[1]).toBe(ticket.jobs[1])
  }
})

test('an approved time replaces the estimate', () => {
  const [job] = optimistic.timeApproved(ticket, { jobNumber: 1 }).jobs
  expect(job).toMatchObject({ estimatedTime: 2, estimate: false, suggestedTime: null })
})

test('an assigned technician is on the ticket by name, and removed when released', () => {
  const after = optimistic.assigned(ticket, rosa, '2025-11-20', now)
  expect(technicianName(after)).toBe('Rosa Díaz')
  expect(technicianName(optimistic.released(after, {}))).toBeNull()
})

test('a plan replaces that of its day, and plans are sorted by day', () => {
  const later = optimistic.planned(ticket, 'rosa', '2025-11-24')
  const both = optimistic.planned(optimistic.planned(later, 'sam', '2025-11-22'), 'walt', '2025-11-24')
  expect(both.plannedTechs).toEqual([
    { date: '2025-11-22', uuid: 'sam' },
    { date: '2025-11-24', uuid: 'walt' },
  ])
})

test('unchanged details stay', () => {
  const phone = '(574) 555-0299'
  const after = optimistic.detailsChanged(ticket, { customerDetails: { phone, firstName: undefined } })
  expect(after.customerDetails).toMatchObject({ firstName: 'June', phone })
  expect(after.customerRV).toEqual(ticket.customerRV)
})

describe('a part, optimistically', () => {
  test('is removed, or moved to another line', () => {
    expect(parts.partRemoved(ticket, { partId: 'one' }).parts).toMatchObject([{ partId: 'two' }])
    expect(parts.partChanged(ticket, { partId: 'two', jobNumber: null }).parts[1]?.jobNumber).toBeNull()
    expect(parts.partChanged(ticket, { partId: 'two' }).parts[1]?.jobNumber).toBe(2)
  })

  test('is added last, as typed, without a total', () => {
    const added = { quantity: 2, description: ' Sealant ', perPartAmount: cents(9_50), jobNumber: 1 }
    expect(parts.partAdded(ticket, added).parts[2]).toMatchObject({
      quantity: 2,
      description: 'Sealant',
      perPartAmount: cents(9_50),
      jobNumber: 1,
      isPriced: true,
      totalAmount: null,
      optimistic: 'adding',
    })
    expect(parts.partAdded(ticket, { quantity: 2 }).parts[2]).toMatchObject({
      description: '',
      perPartAmount: null,
      jobNumber: null,
      isPriced: false,
    })
  })

  test('has its new price, without the old total', () => {
    expect(parts.partChanged(ticket, { partId: 'one', perPartAmount: cents(20_00) }).parts[0]).toMatchObject({
      perPartAmount: 20_00,
      isPriced: true,
      totalAmount: null,
    })
    expect(parts.partChanged(ticket, { partId: 'one', perPartAmount: null }).parts[0]?.isPriced).toBe(false)
  })
})

describe('a job line, optimistically', () => {
  test('is added last with the next number, not editable yet', () => {
    const after = jobs.jobAdded(ticket, { problem: ' Furnace ', estimatedTime: 1.5 })
    expect(after.jobs[2]).toMatchObject({
      jobNumber: 3,
      problem: 'Furnace',
      estimatedTime: 1.5,
      estimate: false,
      optimistic: 'adding',
    })
    expect(workableJobs(after.jobs).map(({ jobNumber }) => jobNumber)).toEqual([1, 2])
  })

  test('that is being deleted stays complete until the server has deleted it', () => {
    const after = jobs.jobRemoved(ticket, { jobNumber: 1 })
    expect(after.jobs[0]).toEqual({ ...ticket.jobs[0], optimistic: 'removing' })
    expect(workableJobs(after.jobs).map(({ jobNumber }) => jobNumber)).toEqual([2])
  })

  test('has its new text or time, and the other unchanged', () => {
    expect(jobs.jobChanged(ticket, { jobNumber: 1, problem: 'Skylight ' }).jobs[0]).toMatchObject({
      problem: 'Skylight',
      estimatedTime: 1,
    })
    expect(jobs.jobChanged(ticket, { jobNumber: 1, estimatedTime: 0 }).jobs[0]).toMatchObject({
      problem: 'Roof leak',
      estimatedTime: 0,
    })
  })

  test('is answered and no longer requested; approving applies a suggested time', () => {
    const asked = { ...ticket, jobs: [jobOf(1, { isAsked: true }), jobOf(2, { estimate: false })] }
    expect(jobs.jobAnswered(asked, { jobNumber: 1, answer: 'approved' }).jobs[0]).toMatchObject({
      answer: 'approved',
      isAsked: false,
      approval: null,
      raisedTo: null,
      estimatedTime: 2,
      estimate: false,
      suggestedTime: null,
    })
    expect(jobs.jobAnswered(asked, { jobNumber: 1, answer: 'declined' }).jobs[0]).toMatchObject({
      answer: 'declined',
      isAsked: false,
      approval: null,
      raisedTo: null,
      estimatedTime: 1,
      estimate: true,
      suggestedTime: 2,
    })
    expect(jobs.jobAnswered(asked, { jobNumber: 2, answer: 'approved' }).jobs[1]?.estimatedTime).toBe(1)
    expect(jobs.approvalRequestWithdrawn(asked, { jobNumber: 1 }).jobs[0]?.isAsked).toBe(false)
  })
})

const TAPS: Readonly<Record<string, (before: TicketView) => TicketView>> = {
  clockedIn: before => optimistic.clockedIn(before, { jobNumber: 1 }, rosa, now),
  timeSuggested: before => optimistic.timeSuggested(before, { jobNumber: 1, suggestedTime: 3 }),
  timeApproved: before => optimistic.timeApproved(before, { jobNumber: 1 }),
  assigned: before => optimistic.assigned(before, rosa, '2025-11-20', now),
  planned: before => optimistic.planned(before, 'rosa', '2025-11-24'),
  detailsChanged: before => optimistic.detailsChanged(before, { customerRV: { make: 'Airstream' } }),
  partAdded: before => parts.partAdded(before, { quantity: 1, perPartAmount: cents(5_00) }),
  partChanged: before => parts.partChanged(before, { partId: 'one', perPartAmount: cents(20_00) }),
  partRemoved: before => parts.partRemoved(before, { partId: 'one' }),
  jobAdded: before => jobs.jobAdded(before, { problem: 'Furnace' }),
  jobChanged: before => jobs.jobChanged(before, { jobNumber: 1, problem: 'Skylight' }),
  jobRemoved: before => jobs.jobRemoved(before, { jobNumber: 1 }),
  lineAnswered: before => jobs.jobAnswered(before, { jobNumber: 1, answer: 'declined' }),
}

test.each(Object.entries(TAPS))('a refused %s is rolled back, and totals never change', (_, tap) => {
  const queries = new QueryClient()
  const queryKey = ['ticket']
  const before = structuredClone(ticket)
  queries.setQueryData(queryKey, ticket)
  const settle = optimisticUpdate(queries, queryKey, tap)
  const shown = queries.getQueryData<TicketView>(queryKey)
  expect(shown).not.toEqual(before)
  expect(shown?.totals).toEqual(before.totals)
  settle?.('refused')
  expect(queries.getQueryData(queryKey)).toEqual(before)
})
