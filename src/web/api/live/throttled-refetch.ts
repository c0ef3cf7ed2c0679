// A board with only the newest cards cannot always compute its counts from a change, nor the unread messages from a
// ticket's change. Then it is refetched, but throttled in a busy company.

import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'

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
export const refetchBoard = throttledRefetch([api.tickets.board.key(), api.tickets.list.key()])

/** Refetches the totals on the cards. */
export const refetchBalances = throttledRefetch([api.tickets.balances.key()])

/** Refetches what customers did that nobody has seen: unread messages, and canceled appointments. */
export const refetchUnread = throttledRefetch([
  api.messages.listUnread.key(),
  api.bookings.listCancellations.key(),
])
