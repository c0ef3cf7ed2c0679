// The query of the dashboard's board.

import type { Query } from '@tanstack/react-query'
import { type BoardFilter, type BoardSearch, boardFilter } from '#domain/tickets/board-search.ts'
import { api } from '#web/api/client.ts'

export function boardQuery(search: BoardSearch) {
  const input = boardFilter(search)
  return api.tickets.board.queryOptions(input === undefined ? {} : { input })
}

/** Whether a query of the board has a filter, so that only the server knows what a change does to it. */
export function isFilteredBoard({ queryKey }: Query): boolean {
  const { input } = (queryKey[1] ?? {}) as { input?: BoardFilter }
  return input !== undefined && boardFilter(input) !== undefined
}
