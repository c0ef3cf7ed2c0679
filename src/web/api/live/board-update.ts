// Where a changed card belongs on a board that may hold only the newest of each section. A ticket
// stands by the moment at which it entered its state, so a card older than the last that is held and
// not among them has stood beyond them all along.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { SECTIONS } from '#domain/tickets/board-sections.ts'

export type Board = InferContractRouterOutputs<Contract>['tickets']['board']
export type Card = Board['active']['cards'][number]
export type Section = keyof Board

const newestFirst = (one: Card, other: Card): number =>
  other.since.getTime() - one.since.getTime() || other.ticketId - one.ticketId

const isWhole = ({ cards, total }: Board[Section]): boolean => cards.length >= total

const placeOf = ({ cards }: Board[Section], ticketId: number): number =>
  cards.findIndex(held => held.ticketId === ticketId)

function isBeyond({ cards, total }: Board[Section], card: Card): boolean {
  const last = cards.at(-1)
  return cards.length < total && last !== undefined && newestFirst(card, last) > 0
}

/** The board after one ticket's card changed, or (null) left this person's view. */
export function placeCard(board: Board, ticketId: number, card: Card | null): Board {
  const isHeld = SECTIONS.some(section => placeOf(board[section], ticketId) !== -1)
  const place = (section: Section): Board[Section] => {
    const { cards, total } = board[section]
    const at = placeOf(board[section], ticketId)
    if (card?.state !== section)
      return at === -1 ? board[section] : { cards: cards.toSpliced(at, 1), total: total - 1 }
    if (cards[at]?.since.getTime() === card.since.getTime()) return { cards: cards.with(at, card), total }
    if (at === -1 && isBeyond(board[section], card))
      return isHeld ? { cards, total: total + 1 } : board[section]
    const others = cards.filter(held => held.ticketId !== ticketId)
    const next = others.findIndex(held => newestFirst(card, held) < 0)
    const placed = others.toSpliced(next === -1 ? others.length : next, 0, card)
    return { cards: placed, total: total + Number(at === -1) }
  }
  const [pending, active, approval, completed] = SECTIONS.map(place) as [
    Board['pending'],
    Board['active'],
    Board['approval'],
    Board['completed'],
  ]
  return { pending, active, approval, completed }
}

/**
 * Whether placing a card may have left the board in doubt: it came from beyond what is held or went
 * there, and what lies there now stands one place further.
 */
export function isInDoubt(before: Board, after: Board, card: Card | null): boolean {
  if (SECTIONS.every(section => isWhole(before[section]))) return false
  const isSame = SECTIONS.every(
    section =>
      before[section].total === after[section].total &&
      before[section].cards.length === after[section].cards.length,
  )
  // One that changed where it stands, or stands beyond, has left all numbers as they were.
  return !isSame || card === null || !SECTIONS.some(section => section === card.state)
}
