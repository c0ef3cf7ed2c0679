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

/** Features whose answers no ticket changes. */
const NOT_OF_TICKETS: ReadonlySet<string> = new Set<keyof Contract>([
  ...([
    'me',
    'account',
    'companies',
    'employees',
    'preferences',
    'vendors',
    'markups',
    'serviceBays',
  ] as const),
  ...(['imports', 'companyExports', 'downloads', 'reviews', 'addressSearch', 'workHistory'] as const),
])

const UPDATED_OTHERWISE: ReadonlySet<string> = new Set([
  // Their cards are updated, their totals are refetched at intervals, and a report is read again when it is opened.
  ...['tickets.board', 'tickets.list', 'tickets.balances', 'messages.listUnread'],
  ...['bookings.listCancellations', 'reports.get', 'reports.listTickets'],
  // Asked anew with each letter that is typed.
  ...['rigs.suggest', 'rigs.decode', 'customers.suggest', 'customers.find'],
])

type TicketQueryInput = { readonly ticketId?: number; readonly whose?: string; readonly q?: string }

/**
 * Whether a ticket's change makes a query's answer stale. A question about one ticket is changed by that ticket, all others
 * by each, so that a new feature's queries follow without being named here.
 */
function isChangedByTicket({ queryKey: [path, question] }: Query, ticketId: number): boolean {
  if (!Array.isArray(path)) return false
  const input = (question as { input?: TicketQueryInput } | undefined)?.input
  if (input?.ticketId !== undefined) return input.ticketId === ticketId
  if (input?.whose === 'mine') return true
  const procedure = path.join('.')
  if (procedure === 'tickets.list') return input?.q !== undefined
  return !NOT_OF_TICKETS.has(path[0]) && !UPDATED_OTHERWISE.has(procedure)
}

const featureOf = ({ queryKey: [path] }: Query): string => (Array.isArray(path) ? String(path[0]) : '')

/** Updates the cache for one change of the company. */
export function invalidateCompany(queries: QueryClient, { kind, id, card }: CompanyChange): void {
  if (kind === 'reset') return void queries.invalidateQueries()
  // Read again when they are opened: one may be made of all tickets of a year.
  void queries.invalidateQueries({ queryKey: api.reports.key(), refetchType: 'none' })
  if (kind !== 'ticket')
    return void queries.invalidateQueries({ predicate: query => featureOf(query) !== 'reports' })
  const ticketId = Number(id)
  updateOnBoard(queries, ticketId, card === null ? null : { ...card, since: new Date(card.since) })
  void queries.invalidateQueries({ predicate: query => isChangedByTicket(query, ticketId) })
  refetchUnread(queries)
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
