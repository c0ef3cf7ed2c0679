import type { QueryClient } from '@tanstack/react-query'
import { queriesOf } from '#contract/pages/page-queries.ts'
import { matchPage } from '#contract/pages/page-routes.ts'
import { may } from '#domain/account/permission.ts'
import { PAGED_LISTS, queryOptionsOf } from './hydrate-queries.ts'
import { meQuery } from './session.ts'

/** Requests what the page at an address starts with, except what its route waits for. */
export function prefetchPage(queries: QueryClient, path: string, search: string): void {
  const page = matchPage(path, new URLSearchParams(search))
  const actor = queries.getQueryData(meQuery.queryKey) ?? { kind: 'visitor' }
  if (page === null || (page.needs !== undefined && !may(actor, page.needs))) return
  for (const { name, input, mayBeRefused, isRequired } of queriesOf(page, actor)) {
    if (mayBeRefused || isRequired) continue
    const list = PAGED_LISTS[name]?.(input)
    if (list === undefined) void queries.prefetchQuery(queryOptionsOf(name, input))
    else void queries.prefetchInfiniteQuery(list)
  }
}
