// What a change makes stale. Lists redraw from the card that came with it; a page that shows more
// than the card asks for it again.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import type { CompanyChange, DirectoryChange } from '#contract/live.ts'
import { api } from '#web/api.ts'

type Outputs = InferContractRouterOutputs<Contract>
export type Board = Outputs['tickets']['board']
export type Card = Board['active']['cards'][number]
type Section = keyof Board
export type Directory = Outputs['companies']['list']

const SECTIONS: readonly Section[] = ['pending', 'active', 'approval', 'completed']

/** The board after one ticket's card changed, or (null) left this person's view. */
export function placeCard(board: Board, ticketId: number, card: Card | null): Board {
  const place = (section: Section): Board[Section] => {
    const { cards, total } = board[section]
    const others = cards.filter(other => other.ticketId !== ticketId)
    const wasHere = others.length < cards.length
    const isHere = card?.state === section
    const placed = isHere ? [...others, card].sort(newestFirst) : others
    return { cards: placed, total: total + Number(isHere) - Number(wasHere) }
  }
  const [pending, active, approval, completed] = SECTIONS.map(place) as [
    Board['pending'],
    Board['active'],
    Board['approval'],
    Board['completed'],
  ]
  return { pending, active, approval, completed }
}

const newestFirst = (one: Card, other: Card): number =>
  other.since.getTime() - one.since.getTime() || other.ticketId - one.ticketId

/**
 * Whether placing a card was enough: an answer on its way is older than the change and would bury
 * it, and what lies beyond the cards that are held cannot be counted from them.
 */
function isWholeBoard(queries: QueryClient): boolean {
  if (queries.isFetching({ queryKey: api.tickets.board.key() }) > 0) return false
  const board = queries.getQueryData(api.tickets.board.queryKey())
  return (
    board === undefined || SECTIONS.every(section => board[section].total === board[section].cards.length)
  )
}

/** Brings what the page holds up to date with one change of the company. */
export function refreshCompany(queries: QueryClient, { kind, id, card }: CompanyChange): void {
  void queries.invalidateQueries({ queryKey: api.trail.deeds.key() })
  switch (kind) {
    case 'ticket': {
      const parsed = card === null ? null : { ...card, since: new Date(card.since) }
      queries.setQueryData(api.tickets.board.queryKey(), board =>
        board === undefined ? board : placeCard(board, Number(id), parsed),
      )
      if (!isWholeBoard(queries)) void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      void queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId: Number(id) } }) })
      void queries.invalidateQueries({ queryKey: api.tickets.board.key({ input: { whose: 'mine' } }) })
      void queries.invalidateQueries({ queryKey: api.clocks.mine.key() })
      void queries.invalidateQueries({
        queryKey: api.tickets.activity.key({ input: { ticketId: Number(id) } }),
      })
      void queries.invalidateQueries({ queryKey: api.clocks.list.key() })
      void queries.invalidateQueries({ queryKey: api.tickets.list.key() })
      void queries.invalidateQueries({ queryKey: api.schedule.week.key() })
      return
    }
    case 'company':
      void queries.invalidateQueries({ queryKey: api.companies.mine.key() })
      void queries.invalidateQueries({ queryKey: api.tickets.get.key() })
      void queries.invalidateQueries({ queryKey: api.clocks.list.key() })
      return
    case 'employee':
      void queries.invalidateQueries({ queryKey: api.employees.list.key() })
      void queries.invalidateQueries({ queryKey: api.schedule.week.key() })
      void queries.invalidateQueries({ queryKey: api.companies.mine.key() })
      return
    case 'reset':
      void queries.invalidateQueries()
  }
}

/** Brings the public list up to date with one change of the directory. */
export function refreshDirectory(queries: QueryClient, _change: DirectoryChange): void {
  void queries.invalidateQueries({ queryKey: api.companies.list.key() })
}
