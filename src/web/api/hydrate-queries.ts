// Hydrates the query cache with the prefetched answers in the page, before the first render.

import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { api, serializer } from './client.ts'
import { directoryQuery, type FirstPageInput, historyQuery } from './paged-queries.ts'
import type { StreamCursor } from './stream-cursor.ts'

export type PrefetchedQuery = {
  readonly name: string
  readonly input?: unknown
  readonly response: { readonly json: unknown; readonly meta?: [] }
}

type QueryProcedure = { readonly queryKey: (options: { input: unknown }) => QueryKey }

/** The query key of a procedure's answer. */
function queryKeyOf(name: string, input: unknown): QueryKey {
  const procedure = name
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], api)
  return (procedure as QueryProcedure).queryKey({ input })
}

/** A page from the browser's cache may be from another day, or from before logging in. */
const isRestoredPage = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some(entry => (entry as PerformanceNavigationTiming).type === 'back_forward')

function takeEmbeddedJson<Item>(id: string): readonly Item[] {
  const block = document.getElementById(id)
  if (block === null || isRestoredPage()) return []
  block.remove()
  return JSON.parse(block.textContent)
}

/** The answers embedded in the page, which are then removed from it. */
export const takePrefetchedAnswers = () => takeEmbeddedJson<PrefetchedQuery>('prefetched-queries')

/** The versions of the live streams when the page was rendered. */
export const takeStreamCursors = () => takeEmbeddedJson<StreamCursor>('stream-cursors')

type PagedList = { readonly key: QueryKey; readonly firstParam: null | undefined }

/** The lists that are read page by page: the key and the parameter of the first page, by what it was asked with. */
const PAGED_LISTS: Readonly<Record<string, (input: unknown) => PagedList>> = {
  'companies.list': input => ({
    key: directoryQuery(input as FirstPageInput).queryKey,
    firstParam: null,
  }),
  'rvOwners.listTickets': input => ({
    key: api.rvOwners.listTickets.infiniteKey({ input: () => input as object, initialPageParam: undefined }),
    firstParam: undefined,
  }),
  'workHistory.get': input => ({
    key: historyQuery((input as { readonly vin: string }).vin).queryKey,
    firstParam: undefined,
  }),
}

export function hydrateQueries(queries: QueryClient, answers: readonly PrefetchedQuery[]): void {
  for (const { name, input, response } of answers) {
    const output = serializer.deserialize(response.json, response.meta ?? [])
    const list = PAGED_LISTS[name]?.(input)
    if (list === undefined) queries.setQueryData<unknown>(queryKeyOf(name, input), output)
    else queries.setQueryData<unknown>(list.key, { pages: [output], pageParams: [list.firstParam] })
  }
}
