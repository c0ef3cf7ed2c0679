// What a change makes stale. Lists are updated from its card; a page that shows more refetches it.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import type { CompanyChange } from '#contract/live-changes.ts'
import { api } from '#web/api/client.ts'
import type { SettleOptimistic } from '#web/api/optimistic-update.ts'
import { isFilteredBoard } from './board-query.ts'
import { type Board, needsRefetch, replaceOnBoard, type TicketSummary, updateBoard } from './update-board.ts'

type Outputs = InferContractRouterOutputs<Contract>

export type { Board, TicketSummary } from './update-board.ts'

export type Stops = Outputs['bookings']['listStops']

export type Directory = InferContractRouterOutputs<Contract>['companies']['list']

const FILTERED_BOARDS = { queryKey: api.tickets.board.key(), predicate: isFilteredBoard }

/** Updates a card in loaded lists; all other cards stay the same objects. */
function updateInLists(queries: QueryClient, summary: TicketSummary): void {
  const replaceSummary = (cards: readonly TicketSummary[]): readonly TicketSummary[] => {
    const index = cards.findIndex(other => other.ticketId === summary.ticketId)
    const isInPlace = cards[index]?.since.getTime() === summary.since.getTime()
    return isInPlace ? cards.with(index, summary) : cards
  }
  queries.setQueriesData<Outputs['tickets']['list']>({ queryKey: api.tickets.list.key() }, page => {
    if (page === undefined) return page
    const cards = replaceSummary(page.cards)
    return cards === page.cards ? page : { ...page, cards }
  })
  queries.setQueriesData<Board>(FILTERED_BOARDS, board => board && replaceOnBoard(board, summary))
}

/** Updates a card optimistically wherever it is loaded. */
export function showTicketSummary(
  queries: QueryClient,
  before: TicketSummary,
  after: TicketSummary,
): SettleOptimistic {
  const apply = (summary: TicketSummary): void => {
    const update = (board: Board | undefined) => board && updateBoard(board, summary.ticketId, summary)
    queries.setQueryData(api.tickets.board.queryKey(), update)
    updateInLists(queries, summary)
  }
  apply(after)
  return outcome => {
    if (outcome === 'refused') apply(before)
  }
}

/** Updates one ticket on the board, and refetches only if that leaves it incomplete. */
function updateOnBoard(queries: QueryClient, ticketId: number, summary: TicketSummary | null): void {
  const queryKey = api.tickets.board.queryKey()
  const before = queries.getQueryData(queryKey)
  // A pending response is older than the change and would overwrite it.
  let mustRefetch = queries.isFetching({ queryKey }) > 0
  if (before !== undefined) {
    const after = updateBoard(before, ticketId, summary)
    mustRefetch ||= needsRefetch(before, after, summary)
    queries.setQueryData(queryKey, after)
  }
  if (summary !== null) updateInLists(queries, summary)
  // Whether the card still belongs there, and where, only the server knows.
  mustRefetch ||= queries.getQueryCache().findAll({ ...FILTERED_BOARDS, type: 'active' }).length > 0
  if (mustRefetch) refetchBoard(queries)
  refetchBalances(queries)
}

const isSearch = ({ queryKey }: Query): boolean =>
  (queryKey[1] as { input?: { q?: string } } | undefined)?.input?.q !== undefined

/** Updates the cache for one change of the company. */
export function invalidateCompany(queries: QueryClient, { kind, id, card }: CompanyChange): void {
  void queries.invalidateQueries({ queryKey: api.audit.list.key() })
  switch (kind) {
    case 'ticket': {
      const parsed = card === null ? null : { ...card, since: new Date(card.since) }
      updateOnBoard(queries, Number(id), parsed)
      void queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId: Number(id) } }) })
      void queries.invalidateQueries({ queryKey: api.tickets.board.key({ input: { whose: 'mine' } }) })
      void queries.invalidateQueries({ queryKey: api.bookings.get.key({ input: { ticketId: Number(id) } }) })
      void queries.invalidateQueries({ queryKey: api.clocks.mine.key() })
      void queries.invalidateQueries({
        queryKey: api.tickets.activity.key({ input: { ticketId: Number(id) } }),
      })
      for (const query of [
        api.messages.list,
        api.customerLinks.get,
        api.onHold.get,
        api.promisedDays.get,
        api.ticketDays.get,
        api.approvals.get,
        api.signatures.list,
        api.components.list,
        api.walkarounds.get,
        api.billing.getTicket,
      ])
        void queries.invalidateQueries({ queryKey: query.key({ input: { ticketId: Number(id) } }) })
      void queries.invalidateQueries({ queryKey: api.purchaseOrders.key() })
      void queries.invalidateQueries({ queryKey: api.stock.list.key() })
      void queries.invalidateQueries({ queryKey: api.stock.listMovements.key() })
      void queries.invalidateQueries({ queryKey: api.billing.getReceivables.key() })
      void queries.invalidateQueries({ queryKey: api.billing.getDay.key() })
      void queries.invalidateQueries({ queryKey: api.endOfDay.key() })
      // Read again when they are opened: one may be made of all tickets of a year.
      void queries.invalidateQueries({ queryKey: api.reports.key(), refetchType: 'none' })
      void queries.invalidateQueries({ queryKey: api.rigs.deferred.key() })
      void queries.invalidateQueries({ queryKey: api.rigs.openTickets.key() })
      void queries.invalidateQueries({ queryKey: api.customers.get.key() })
      void queries.invalidateQueries({ queryKey: api.billing.getOfCustomer.key() })
      void queries.invalidateQueries({ queryKey: api.customers.ofRig.key() })
      void queries.invalidateQueries({ queryKey: api.messages.ofCustomer.key() })
      refetchUnread(queries)
      void queries.invalidateQueries({ queryKey: api.clocks.list.key() })
      void queries.invalidateQueries({ queryKey: api.bay.handOvers.key() })
      void queries.invalidateQueries({ queryKey: api.tickets.list.key(), predicate: isSearch })
      void queries.invalidateQueries({ queryKey: api.schedule.key() })
      void queries.invalidateQueries({ queryKey: api.bookings.listStops.key() })
      void queries.invalidateQueries({ queryKey: api.bookings.times.key() })
      void queries.invalidateQueries({ queryKey: api.bookings.timesForMoving.key() })
      void queries.invalidateQueries({ queryKey: api.bookings.getRules.key() })
      return
    }
    case 'company':
      void queries.invalidateQueries({ queryKey: api.bookings.key() })
      void queries.invalidateQueries({ queryKey: api.customers.key() })
      void queries.invalidateQueries({ queryKey: api.companies.mine.key() })
      void queries.invalidateQueries({ queryKey: api.companyExports.get.key() })
      void queries.invalidateQueries({ queryKey: api.billing.key() })
      void queries.invalidateQueries({ queryKey: api.endOfDay.key() })
      void queries.invalidateQueries({ queryKey: api.reports.key(), refetchType: 'none' })
      void queries.invalidateQueries({ queryKey: api.tickets.get.key() })
      void queries.invalidateQueries({ queryKey: api.tickets.balances.key() })
      void queries.invalidateQueries({ queryKey: api.approvals.get.key() })
      void queries.invalidateQueries({ queryKey: api.signatures.list.key() })
      void queries.invalidateQueries({ queryKey: api.components.list.key() })
      void queries.invalidateQueries({ queryKey: api.walkarounds.get.key() })
      void queries.invalidateQueries({ queryKey: api.promisedDays.get.key() })
      void queries.invalidateQueries({ queryKey: api.ticketDays.get.key() })
      void queries.invalidateQueries({ queryKey: api.clocks.list.key() })
      void queries.invalidateQueries({ queryKey: api.schedule.week.key() })
      void queries.invalidateQueries({ queryKey: api.serviceBays.key() })
      void queries.invalidateQueries({ queryKey: api.vendors.key() })
      void queries.invalidateQueries({ queryKey: api.markups.key() })
      void queries.invalidateQueries({ queryKey: api.purchaseOrders.key() })
      void queries.invalidateQueries({ queryKey: api.stock.key() })
      // Cards have the name of their bay.
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      return
    case 'employee':
      void queries.invalidateQueries({ queryKey: api.employees.key() })
      void queries.invalidateQueries({ queryKey: api.tickets.get.key() })
      void queries.invalidateQueries({ queryKey: api.schedule.week.key() })
      void queries.invalidateQueries({ queryKey: api.companies.mine.key() })
      return
    case 'reset':
      void queries.invalidateQueries()
  }
}

// A board with only the newest cards cannot always compute its counts from a change, nor the unread messages from a
// ticket's change. Then it is refetched, but throttled in a busy company.

const MIN_INTERVAL_MS = 1000

type ThrottleState = { last: number; isDue: boolean }

/** Refetches these keys, now or a moment later, however often it is called. */
function throttledRefetch(keys: readonly QueryKey[]): (queries: QueryClient) => void {
  const states = new WeakMap<QueryClient, ThrottleState>()
  return queries => {
    const state = states.get(queries) ?? { last: 0, isDue: false }
    states.set(queries, state)
    if (state.isDue) return
    state.isDue = true
    setTimeout(
      () => {
        Object.assign(state, { last: Date.now(), isDue: false })
        for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
      },
      Math.max(0, state.last + MIN_INTERVAL_MS - Date.now()),
    )
  }
}

/** Refetches the board, and the visible part of longer lists. */
const refetchBoard = throttledRefetch([api.tickets.board.key(), api.tickets.list.key()])

/** Refetches the totals on the cards. */
const refetchBalances = throttledRefetch([api.tickets.balances.key()])

/** Refetches what customers did that nobody has seen: unread messages, and canceled appointments. */
const refetchUnread = throttledRefetch([api.messages.listUnread.key(), api.bookings.listCancellations.key()])
