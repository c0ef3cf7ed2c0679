// Home's search parameters and their results. A location that is not found leaves the list as if none had been
// entered, and the field says what to try.

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchParams } from '#domain/companies/search-params.ts'
import { countFilters, firstPageInput, parseSearchParams } from '#domain/companies/search-params.ts'
import { toAppError } from '#web/api/client.ts'
import { directoryQuery } from '#web/api/paged-queries.ts'

export type ChangeSearch = (change: SearchParams, isReplaced?: boolean) => void

/** The search parameters in the address, and a function to change them. The Back button undoes each change. */
export function useSearchParams(): readonly [SearchParams, ChangeSearch] {
  const urlSearch = useSearch({ from: '/' })
  const params = parseSearchParams(name => urlSearch[name as keyof SearchParams])
  const navigate = useNavigate()
  return [
    params,
    (change, isReplaced = false) =>
      void navigate({
        to: '/',
        search: previous => ({ ...previous, ...change }),
        replace: isReplaced,
        resetScroll: false,
      }),
  ]
}

const withoutLocation = ({ near: _, at: __, comes: ___, ...params }: SearchParams): SearchParams => params

export function useDirectory(params: SearchParams) {
  const queryOptions = { ...directoryQuery(firstPageInput(params)), placeholderData: keepPreviousData }
  const query = useInfiniteQuery(queryOptions)
  const locationError = query.error === null ? null : (toAppError(query.error).fields.place ?? null)
  const unfilteredQuery = useInfiniteQuery({
    ...directoryQuery(firstPageInput(locationError === null ? params : withoutLocation(params))),
    enabled: locationError !== null,
    placeholderData: keepPreviousData,
  })
  return { list: locationError === null ? query : unfilteredQuery, locationError }
}

export type DirectoryQuery = ReturnType<typeof useDirectory>['list']

export const EMPTY_SEARCH: SearchParams = {
  q: undefined,
  near: undefined,
  at: undefined,
  comes: undefined,
  open: undefined,
  trusted: undefined,
  verified: undefined,
  sort: undefined,
}

export const isSearching = (params: SearchParams): boolean =>
  params.q !== undefined || countFilters(params) > 0
