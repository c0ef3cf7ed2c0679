// Hydrates the query cache with the prefetched answers in the page, before the first render.

import type { FetchInfiniteQueryOptions, FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import type { OrderList } from '#domain/purchase-orders/purchase-order.ts'
import { api, serializer } from './client.ts'
import {
  directoryQuery,
  type FirstPageInput,
  historyQuery,
  ordersQuery,
  ownTicketsQuery,
} from './paged-queries.ts'
import type { StreamCursor } from './stream-cursor.ts'

export type PrefetchedQuery = {
  readonly name: string
  readonly input?: unknown
  readonly response: { readonly json: unknown; readonly meta?: [] }
}

type QueryProcedure = { readonly queryOptions: (options: { input: unknown }) => FetchQueryOptions }

export const queryOptionsOf = (name: string, input: unknown): FetchQueryOptions => {
  const procedure = name
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], api)
  return (procedure as QueryProcedure).queryOptions({ input })
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

/** The lists that are read page by page, by what the first page is requested with. */
export const PAGED_LISTS: Readonly<Record<string, (input: unknown) => FetchInfiniteQueryOptions>> = {
  'companies.list': input => directoryQuery(input as FirstPageInput) as FetchInfiniteQueryOptions,
  'purchaseOrders.list': input =>
    ordersQuery((input as { readonly show: OrderList }).show) as FetchInfiniteQueryOptions,
  'rvOwners.listTickets': () => ownTicketsQuery as FetchInfiniteQueryOptions,
  'workHistory.get': input =>
    historyQuery((input as { readonly vin: string }).vin) as FetchInfiniteQueryOptions,
}

export function hydrateQueries(queries: QueryClient, answers: readonly PrefetchedQuery[]): void {
  for (const { name, input, response } of answers) {
    const output = serializer.deserialize(response.json, response.meta ?? [])
    const list = PAGED_LISTS[name]?.(input)
    if (list === undefined) queries.setQueryData<unknown>(queryOptionsOf(name, input).queryKey, output)
    else
      queries.setQueryData<unknown>(list.queryKey, { pages: [output], pageParams: [list.initialPageParam] })
  }
}
