// The newest cards of a section come with the board and are live; the ones beyond come a page at a
// time, when they are about to be in sight.

import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api } from '#web/api/client.ts'
import type { Board, Card } from '#web/api/live/invalidate.ts'

const PAGE = 100
/** So many places before they are in sight they are asked for. */
const AHEAD = 40

const NOTHING: readonly Card[] = []

export function useLaneCards(state: keyof Board, { cards: held, total }: Board[keyof Board]) {
  const [sight, setSight] = useState({ first: 0, last: 0 })
  const begin = Math.max(sight.first - AHEAD, held.length)
  const end = Math.min(sight.last + AHEAD, total - 1)
  const first = Math.floor(begin / PAGE)
  const count = begin > end ? 0 : Math.floor(end / PAGE) - first + 1
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, place) =>
      api.tickets.list.queryOptions({ input: { state, skip: (first + place) * PAGE, limit: PAGE } }),
    ),
    combine: answers => answers.map(({ data }) => data?.cards ?? NOTHING),
  })
  const onSight = useCallback((from: number, to: number) => setSight({ first: from, last: to }), [])
  const cardAt = (index: number): Card | undefined =>
    index < held.length ? held[index] : pages[Math.floor(index / PAGE) - first]?.[index % PAGE]
  return { cardAt, onSight }
}
