// Where a changed card belongs on a board that may have only the newest of each section loaded. Tickets are sorted by
// when they entered their state, so a card older than the last loaded one was never loaded.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { BOARD_SECTIONS } from '#domain/tickets/board-sections.ts'

export type Board = InferContractRouterOutputs<Contract>['tickets']['board']
export type TicketSummary = Board['active']['cards'][number]
export type Section = keyof Board

const compareNewestFirst = (one: TicketSummary, other: TicketSummary): number =>
  other.since.getTime() - one.since.getTime() || other.ticketId - one.ticketId

const isComplete = ({ cards, total }: Board[Section]): boolean => cards.length >= total

const indexOfTicket = ({ cards }: Board[Section], ticketId: number): number =>
  cards.findIndex(summary => summary.ticketId === ticketId)

function isPastLoaded({ cards, total }: Board[Section], summary: TicketSummary): boolean {
  const last = cards.at(-1)
  return cards.length < total && last !== undefined && compareNewestFirst(summary, last) > 0
}

/** The board after a ticket's card changed, or (null) is no longer visible to the user. */
export function updateBoard(board: Board, ticketId: number, summary: TicketSummary | null): Board {
  const isLoaded = BOARD_SECTIONS.some(section => indexOfTicket(board[section], ticketId) !== -1)
  const updateSection = (section: Section): Board[Section] => {
    const { cards, total } = board[section]
    const index = indexOfTicket(board[section], ticketId)
    if (summary?.state !== section)
      return index === -1 ? board[section] : { cards: cards.toSpliced(index, 1), total: total - 1 }
    if (cards[index]?.since.getTime() === summary.since.getTime())
      return { cards: cards.with(index, summary), total }
    if (index === -1 && isPastLoaded(board[section], summary))
      return isLoaded ? { cards, total: total + 1 } : board[section]
    const others = cards.filter(other => other.ticketId !== ticketId)
    const next = others.findIndex(other => compareNewestFirst(summary, other) < 0)
    const inserted = others.toSpliced(next === -1 ? others.length : next, 0, summary)
    return { cards: inserted, total: total + Number(index === -1) }
  }
  const [pending, active, approval, completed] = BOARD_SECTIONS.map(updateSection) as [
    Board['pending'],
    Board['active'],
    Board['approval'],
    Board['completed'],
  ]
  return { pending, active, approval, completed }
}

/** A board in another order or with some of its tickets, with this card in its place, if it has stayed there. */
export function replaceOnBoard(board: Board, summary: TicketSummary): Board {
  const { state } = summary
  if (state === 'recorded' || state === 'declined' || state === 'closed') return board
  const { cards, total } = board[state]
  const index = indexOfTicket(board[state], summary.ticketId)
  return index === -1 ? board : { ...board, [state]: { cards: cards.with(index, summary), total } }
}

/**
 * Whether the update may have left the board incomplete: the card came from or went to the unloaded part, whose first
 * card is then unknown.
 */
export function needsRefetch(before: Board, after: Board, summary: TicketSummary | null): boolean {
  if (BOARD_SECTIONS.every(section => isComplete(before[section]))) return false
  const isSame = BOARD_SECTIONS.every(
    section =>
      before[section].total === after[section].total &&
      before[section].cards.length === after[section].cards.length,
  )
  // A card that stayed in its section, or outside the loaded part, changed no counts.
  return !isSame || summary === null || !BOARD_SECTIONS.some(section => section === summary.state)
}
