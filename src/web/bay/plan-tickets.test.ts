import { describe, expect, test } from 'vitest'
import { photosOf, planTickets, ticketIdsOf } from './plan-tickets.ts'
import type { BayRecord, Ticket } from './stored-bay.ts'

const ROSA = 'a0000000-0000-4000-8000-000000000001'
const SAM = 'a0000000-0000-4000-8000-000000000002'

const sectionOf = (
  ...tickets: readonly (readonly [ticketId: number, technician: string | null, helper?: string])[]
) => ({
  cards: tickets.map(([ticketId, assignedTechnician, helper]) => ({
    ticketId,
    assignedTechnician,
    // A card that was stored before there were helpers has none.
    ...(helper !== undefined && { helpers: [{ id: helper, name: '' }] }),
  })),
  total: tickets.length,
})

const boardOf = (sections: object) =>
  ({
    pending: sectionOf(),
    active: sectionOf(),
    approval: sectionOf(),
    completed: sectionOf(),
    ...sections,
  }) as unknown as BayRecord['board']

const stopsAt = (...ticketIds: readonly number[]) =>
  ({ stops: ticketIds.map(ticketId => ({ ticketId })) }) as unknown as BayRecord['stops']

describe('the tickets to store', () => {
  test('are those that the person works on, in progress first', () => {
    const board = boardOf({
      pending: sectionOf([1, ROSA]),
      active: sectionOf([5, ROSA], [4, SAM], [3, null]),
      approval: sectionOf([6, ROSA], [8, SAM, ROSA]),
      completed: sectionOf([7, ROSA], [9, ROSA, SAM]),
    })
    expect(ticketIdsOf({ board, stops: stopsAt() }, ROSA)).toEqual([5, 6, 8, 7, 9])
  })

  test('are first those of today’s stops, also before Check In', () => {
    const board = boardOf({ pending: sectionOf([1, ROSA]), active: sectionOf([5, ROSA], [6, ROSA]) })
    expect(ticketIdsOf({ board, stops: stopsAt(1, 6) }, ROSA)).toEqual([1, 6, 5])
  })

  test('are at most 200', () => {
    const many = Array.from({ length: 201 }, (_, index) => [index, ROSA] as const)
    const board = boardOf({ active: sectionOf(...many) })
    expect(ticketIdsOf({ board, stops: stopsAt() }, ROSA)).toHaveLength(200)
  })
})

describe('of the stored tickets', () => {
  const nothing = { isAll: false, ticketIds: new Set<number>() }

  const bothOf = (...ids: readonly number[]) => ({ stored: ids, complete: ids })

  test('only those that changed or are new are fetched', () => {
    const changes = { ...nothing, ticketIds: new Set([2, 9]) }
    expect(planTickets([1, 2, 3], bothOf(1, 2), changes)).toEqual({
      current: [1],
      outdated: [2, 3],
      removed: [],
    })
  })

  test('all are fetched if anything may have changed', () => {
    expect(planTickets([1, 2], bothOf(1, 2), { ...nothing, isAll: true }).outdated).toEqual([1, 2])
  })

  test('those that are no longer assigned are removed', () => {
    expect(planTickets([2], bothOf(1, 2), nothing)).toEqual({ current: [2], outdated: [], removed: [1] })
  })

  test('those of a round that did not end are fetched again, or removed', () => {
    const stored = { stored: [1, 2, 3], complete: [2] }
    expect(planTickets([1, 2], stored, nothing)).toEqual({ current: [2], outdated: [1], removed: [3] })
  })
})

describe('the photos to store', () => {
  const ticketOf = (id: number, photoCount: number) =>
    ({
      customerDetails: { profileImageUrl: null },
      customerRV: { rvImage: `/rig/${id}` },
      jobs: [
        { photos: Array.from({ length: photoCount }, (_, index) => ({ small: `/photo/${id}/${index}` })) },
      ],
    }) as unknown as Ticket

  test('are the small images, by ticket', () => {
    expect(photosOf([ticketOf(1, 2), ticketOf(2, 0)])).toEqual([
      '/rig/1',
      '/photo/1/0',
      '/photo/1/1',
      '/rig/2',
    ])
  })

  test('are at most 300', () => {
    expect(photosOf([ticketOf(1, 200), ticketOf(2, 200)])).toHaveLength(300)
  })
})
