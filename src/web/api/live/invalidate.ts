// What a change makes stale. Lists redraw from the card that came with it; a page that shows more
// than the card asks for it again.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import type { CompanyChange } from '#contract/live.ts'
import { may } from '#domain/account/permission.ts'
import { newsSentence, wroteSentence } from '#domain/approvals/answer-notification.ts'
import { api } from '#web/api/client.ts'
import { meQuery } from '#web/api/session.ts'
import { isInSight } from '#web/features/messages/visible-thread.ts'
import { deskPlace } from '#web/features/tickets/ticket-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { type Board, type Card, isInDoubt, placeCard } from './board-update.ts'
import { lookForMessages, recount } from './throttled-refetch.ts'

type Outputs = InferContractRouterOutputs<Contract>

export type { Board, Card } from './board-update.ts'

export type Directory = InferContractRouterOutputs<Contract>['companies']['list']

/** A card of a long list is changed where it stands; every other stays the very same. */
function placeInLists(queries: QueryClient, card: Card): void {
  const change = (cards: readonly Card[]): readonly Card[] => {
    const at = cards.findIndex(held => held.ticketId === card.ticketId)
    const isInPlace = cards[at]?.since.getTime() === card.since.getTime()
    return isInPlace ? cards.with(at, card) : cards
  }
  queries.setQueriesData<Outputs['tickets']['list']>({ queryKey: api.tickets.list.key() }, page => {
    if (page === undefined) return page
    const cards = change(page.cards)
    return cards === page.cards ? page : { ...page, cards }
  })
}

/** Draws a card as it will be, wherever it is held; answers with what puts it back. */
export function showCard(queries: QueryClient, before: Card, after: Card): () => void {
  const put = (card: Card): void => {
    const draw = (board: Board | undefined) => board && placeCard(board, card.ticketId, card)
    queries.setQueryData(api.tickets.board.queryKey(), draw)
    placeInLists(queries, card)
  }
  put(after)
  return () => put(before)
}

/** Redraws one ticket on the board, and asks again only where that leaves a doubt. */
function placeOnBoard(queries: QueryClient, ticketId: number, card: Card | null): void {
  const queryKey = api.tickets.board.queryKey()
  const before = queries.getQueryData(queryKey)
  // An answer on its way is older than the change and would bury it.
  let isUnsure = queries.isFetching({ queryKey }) > 0
  if (before !== undefined) {
    const after = placeCard(before, ticketId, card)
    isUnsure ||= isInDoubt(before, after, card)
    queries.setQueryData(queryKey, after)
  }
  if (card !== null) placeInLists(queries, card)
  if (isUnsure) recount(queries)
}

const isSearch = ({ queryKey }: Query): boolean =>
  (queryKey[1] as { input?: { q?: string } } | undefined)?.input?.q !== undefined

/** A customer has answered, or written: whoever asks and hears customers is told, whatever page they are on. */
function tellDesk(queries: QueryClient, card: Extract<CompanyChange, { kind: 'ticket' }>['card']): void {
  const me = queries.getQueryData(meQuery.queryKey)
  if (card === null || me === undefined) return
  const { ticketId, state, answered, wrote } = card
  if (answered !== undefined && may(me, 'approval.ask')) notify.success(newsSentence(answered, card))
  if (wrote && may(me, 'message.hear') && !isInSight(ticketId))
    notify.leading(wroteSentence(card), {
      ...(deskPlace(state, ticketId) ?? { to: '/dashboard' }),
      words: 'Open the ticket',
    })
}

/** Brings what the page holds up to date with one change of the company. */
export function refreshCompany(queries: QueryClient, { kind, id, card }: CompanyChange): void {
  void queries.invalidateQueries({ queryKey: api.trail.deeds.key() })
  switch (kind) {
    case 'ticket': {
      const parsed = card === null ? null : { ...card, since: new Date(card.since) }
      placeOnBoard(queries, Number(id), parsed)
      tellDesk(queries, card)
      void queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId: Number(id) } }) })
      void queries.invalidateQueries({ queryKey: api.tickets.board.key({ input: { whose: 'mine' } }) })
      void queries.invalidateQueries({ queryKey: api.bookings.get.key({ input: { ticketId: Number(id) } }) })
      void queries.invalidateQueries({ queryKey: api.clocks.mine.key() })
      void queries.invalidateQueries({
        queryKey: api.tickets.activity.key({ input: { ticketId: Number(id) } }),
      })
      for (const asked of [api.messages.list, api.links.get, api.waiting.get, api.approvals.get])
        void queries.invalidateQueries({ queryKey: asked.key({ input: { ticketId: Number(id) } }) })
      void queries.invalidateQueries({ queryKey: api.rigs.deferred.key() })
      lookForMessages(queries)
      void queries.invalidateQueries({ queryKey: api.clocks.list.key() })
      void queries.invalidateQueries({ queryKey: api.tickets.list.key(), predicate: isSearch })
      void queries.invalidateQueries({ queryKey: api.schedule.week.key() })
      return
    }
    case 'company':
      void queries.invalidateQueries({ queryKey: api.companies.mine.key() })
      void queries.invalidateQueries({ queryKey: api.tickets.get.key() })
      void queries.invalidateQueries({ queryKey: api.approvals.get.key() })
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
