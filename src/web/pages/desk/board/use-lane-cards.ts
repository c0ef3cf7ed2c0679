// The newest cards of a section come with the board and are live; further ones are loaded in pages on scrolling.

import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api } from '#web/api/client.ts'
import type { Board, TicketSummary } from '#web/api/live/invalidate.ts'

const PAGE_SIZE = 100
/** Cards are requested this many positions before they become visible. */
const PREFETCH_COUNT = 40

const NO_CARDS: readonly TicketSummary[] = []

export function useLaneCards(state: keyof Board, { cards: loaded, total }: Board[keyof Board]) {
  const [visibleRange, setVisibleRange] = useState({ first: 0, last: 0 })
  const begin = Math.max(visibleRange.first - PREFETCH_COUNT, loaded.length)
  const end = Math.min(visibleRange.last + PREFETCH_COUNT, total - 1)
  const first = Math.floor(begin / PAGE_SIZE)
  const count = begin > end ? 0 : Math.floor(end / PAGE_SIZE) - first + 1
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, pageIndex) =>
      api.tickets.list.queryOptions({
        input: { state, skip: (first + pageIndex) * PAGE_SIZE, limit: PAGE_SIZE },
      }),
    ),
    combine: answers => answers.map(({ data }) => data?.cards ?? NO_CARDS),
  })
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange({ first: from, last: to }),
    [],
  )
  const cardAt = (index: number): TicketSummary | undefined =>
    index < loaded.length ? loaded[index] : pages[Math.floor(index / PAGE_SIZE) - first]?.[index % PAGE_SIZE]
  return { cardAt, onVisibleRange }
}
