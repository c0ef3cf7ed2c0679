// A board of which only the newest are held cannot always tell from one change what its numbers are.
// Then it is asked again, but in a busy company not for each of twenty changes a second.

import type { QueryClient } from '@tanstack/react-query'
import { api } from '#web/api.ts'

const PAUSE_MS = 1000

type Counting = { last: number; isDue: boolean }
const counting = new WeakMap<QueryClient, Counting>()

/** Asks for the board, and for what is on screen of longer lists, now or a moment later. */
export function recount(queries: QueryClient): void {
  const state = counting.get(queries) ?? { last: 0, isDue: false }
  counting.set(queries, state)
  if (state.isDue) return
  state.isDue = true
  setTimeout(
    () => {
      Object.assign(state, { last: Date.now(), isDue: false })
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      void queries.invalidateQueries({ queryKey: api.tickets.list.key() })
    },
    Math.max(0, state.last + PAUSE_MS - Date.now()),
  )
}
