import { describe, expect, test } from 'vitest'
import { type Board, needsRefetch, replaceOnBoard, type TicketSummary, updateBoard } from './update-board.ts'

const cardOf = (ticketId: number, state: TicketSummary['state'], minute: number): TicketSummary => ({
  ticketId,
  state,
  firstName: 'June',
  lastName: 'Park',
  make: '',
  model: '',
  year: '',
  assignedTechnician: null,
  helpers: [],
  technician: null,
  jobCount: 0,
  hold: null,
  isClockRunning: false,
  askedCount: 0,
  approvedCount: 0,
  declinedCount: 0,
  bookedDay: null,
  appointmentAt: null,
  confirmedAt: null,
  plannedDay: null,
  serviceBay: null,
  since: new Date(Date.UTC(2025, 10, 20, 15, minute)),
})

const none = { cards: [], total: 0 }
/** Three active tickets are loaded of `total`, one is in approval. */
const boardOf = (total: number): Board => ({
  pending: none,
  completed: none,
  active: { cards: [9, 8, 7].map(minute => cardOf(minute, 'active', minute)), total },
  approval: { cards: [cardOf(20, 'approval', 5)], total: 1 },
})
const idsOf = ({ cards }: Board['active']) => cards.map(({ ticketId }) => ticketId)

describe('on a board that is loaded completely', () => {
  const before = boardOf(3)

  test('a changed card leaves all others the same objects', () => {
    const changed = { ...cardOf(8, 'active', 8), jobCount: 4 }
    const after = updateBoard(before, 8, changed)
    expect(after.active.cards[1]).toBe(changed)
    expect(after.active.cards[0]).toBe(before.active.cards[0])
    expect(after.approval).toBe(before.approval)
    expect(needsRefetch(before, after, changed)).toBe(false)
  })

  test('a card that changes state is counted in the new section and no longer in the old', () => {
    const moved = cardOf(8, 'approval', 30)
    const after = updateBoard(before, 8, moved)
    expect([idsOf(after.active), after.active.total]).toEqual([[9, 7], 2])
    expect([idsOf(after.approval), after.approval.total]).toEqual([[8, 20], 2])
    expect(needsRefetch(before, after, moved)).toBe(false)
  })

  test('a card that leaves this view is removed, and a new one is first', () => {
    expect(updateBoard(before, 9, null).active).toMatchObject({ total: 2 })
    expect(idsOf(updateBoard(before, 40, cardOf(40, 'active', 40)).active)).toEqual([40, 9, 8, 7])
    expect(needsRefetch(before, updateBoard(before, 9, null), null)).toBe(false)
  })
})

describe('on a board with only the newest loaded', () => {
  const before = boardOf(500)

  test('a change beyond them changes nothing here', () => {
    const old = cardOf(1, 'active', 1)
    const after = updateBoard(before, 1, old)
    expect(after).toEqual(before)
    expect(needsRefetch(before, after, old)).toBe(false)
  })

  test('a card that moves beyond them is counted there', () => {
    const old = cardOf(20, 'active', 1)
    const after = updateBoard(before, 20, old)
    expect([after.active.total, after.approval.total]).toEqual([501, 0])
    expect(idsOf(after.active)).toEqual([9, 8, 7])
    expect(needsRefetch(before, after, old)).toBe(true)
  })

  test.each([
    ['a newcomer, who may come from beyond', 40, cardOf(40, 'approval', 40)],
    ['one that is done and may have been beyond', 40, cardOf(40, 'recorded', 40)],
    ['one that left this view and may have been beyond', 40, null],
    ['one that was held and moved on', 9, cardOf(9, 'approval', 40)],
  ])('%s requires a refetch', (_, ticketId, card) => {
    expect(needsRefetch(before, updateBoard(before, ticketId, card), card)).toBe(true)
  })
})

describe('on a board in another order', () => {
  const [first, second, third] = [7, 9, 8].map(minute => cardOf(minute, 'active', minute))
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('Expected three cards.')
  const before: Board = { ...boardOf(3), active: { cards: [first, second, third], total: 3 } }

  test('a changed card stays in its place, and all others are the same objects', () => {
    const after = replaceOnBoard(before, { ...second, jobCount: 4 })
    expect(idsOf(after.active)).toEqual([7, 9, 8])
    expect(after.active.cards[1]?.jobCount).toBe(4)
    expect(after.active.cards[0]).toBe(first)
  })

  test('a card that is not among them, or no longer open, changes nothing', () => {
    expect(replaceOnBoard(before, cardOf(40, 'active', 40))).toBe(before)
    expect(replaceOnBoard(before, cardOf(9, 'recorded', 9))).toBe(before)
  })
})
