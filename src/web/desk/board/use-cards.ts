// A lane shows a screenful and then more on request: first what the board already brought, then
// page after page of the list.

import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#web/api.ts'
import type { Board, Card } from '#web/live/refresh.ts'

const AT_FIRST = 25
const MORE = 100
const PAGE = 200

export function useCards(state: keyof Board, { cards: held, total }: Board[keyof Board]) {
  const [wanted, setWanted] = useState(AT_FIRST)
  const list = useInfiniteQuery({
    ...api.tickets.list.infiniteOptions({
      input: (after: string | undefined) => ({
        state,
        limit: PAGE,
        ...(after === undefined ? {} : { after }),
      }),
      initialPageParam: undefined,
      getNextPageParam: page => page.next ?? undefined,
    }),
    enabled: wanted > held.length && total > held.length,
  })
  const listed = list.data?.pages.flatMap(page => page.cards) ?? []
  const known = total > held.length ? merge(held, listed) : held
  const cards = known.slice(0, wanted)

  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  const isShort = known.length < wanted && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])

  const showMore = (): void => {
    setWanted(wanted + MORE)
    if (isError) void list.refetch()
  }
  return { cards, left: total - cards.length, isLoading: isFetching && known.length < wanted, showMore }
}

/** The board's cards are live, so they come first and win. */
function merge(held: readonly Card[], listed: readonly Card[]): readonly Card[] {
  const seen = new Set(held.map(card => card.ticketId))
  return [...held, ...listed.filter(card => !seen.has(card.ticketId))]
}
