// A board of which only the newest are held cannot always tell from one change what its numbers are, nor a change
// of a ticket whether its customer wrote. Then it is asked again, but in a busy company not for each of twenty
// changes a second.

import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'

const MIN_INTERVAL_MS = 1000

type ThrottleState = { last: number; isDue: boolean }

/** Asks for what stands under these keys, now or a moment later; however often it is told to. */
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

/** Asks for the board, and for what is on screen of longer lists. */
export const refetchBoard = throttledRefetch([api.tickets.board.key(), api.tickets.list.key()])

/** Asks whose messages nobody has seen. */
export const refetchUnread = throttledRefetch([api.messages.listUnread.key()])
