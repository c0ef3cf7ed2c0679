// What Home's address asks for, and what came back. A place that nobody knows takes nothing away from the screen: the
// list stands as if no place had been named, and the field says what to try.

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SaidSearch } from '#domain/companies/directory.ts'
import { countFilters, firstPageOf, readSearch } from '#domain/companies/search-params.ts'
import { faultOf } from '#web/api/client.ts'
import { directoryQuery } from './directory.ts'

export type Change = (change: SaidSearch, isReplaced?: boolean) => void

/** What the address says, and how to make it say something else: every change can be gone back from. */
export function useSaidSearch(): readonly [SaidSearch, Change] {
  const address = useSearch({ from: '/' })
  const said = readSearch(name => address[name as keyof SaidSearch])
  const navigate = useNavigate()
  return [
    said,
    (change, isReplaced = false) =>
      void navigate({
        to: '/',
        search: before => ({ ...before, ...change }),
        replace: isReplaced,
        resetScroll: false,
      }),
  ]
}

const withoutPlace = ({ near: _, at: __, comes: ___, ...said }: SaidSearch): SaidSearch => said

export function useDirectory(said: SaidSearch) {
  const asked = { ...directoryQuery(firstPageOf(said)), placeholderData: keepPreviousData }
  const found = useInfiniteQuery(asked)
  const placeFault = found.error === null ? null : (faultOf(found.error).fields.place ?? null)
  const anywhere = useInfiniteQuery({
    ...directoryQuery(firstPageOf(placeFault === null ? said : withoutPlace(said))),
    enabled: placeFault !== null,
    placeholderData: keepPreviousData,
  })
  return { list: placeFault === null ? found : anywhere, placeFault }
}

export type List = ReturnType<typeof useDirectory>['list']

export const NOTHING: SaidSearch = {
  ...{ q: undefined, near: undefined, at: undefined, comes: undefined, open: undefined },
  ...{ trusted: undefined, verified: undefined, sort: undefined },
}

export const isSearching = (said: SaidSearch): boolean => said.q !== undefined || countFilters(said) > 0
