// What the page would ask first came with it. Taken up before anything is drawn, so that it is not asked again.

import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { api } from './client.ts'
import { directoryQuery, type FirstPageInput } from './directory.ts'
import type { StreamCursor } from './stream-cursor.ts'

export type PrefetchedQuery = {
  readonly name: string
  readonly input?: unknown
  readonly response: { readonly json: unknown; readonly meta?: [] }
}

type QueryProcedure = { readonly queryKey: (options: { input: unknown }) => QueryKey }

/** Where the cache keeps what was answered to a name of the contract. */
function queryKeyOf(name: string, input: unknown): QueryKey {
  const procedure = name
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], api)
  return (procedure as QueryProcedure).queryKey({ input })
}

/** A page that the browser had kept may be of another day, or of before somebody signed in. */
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

/** What came with the page, taken off it. */
export const takePrefetchedAnswers = () => takeEmbeddedJson<PrefetchedQuery>('prefetched-queries')

/** How far the live streams had come when it was answered. */
export const takeStreamCursors = () => takeEmbeddedJson<StreamCursor>('stream-cursors')

export function hydrateQueries(queries: QueryClient, answers: readonly PrefetchedQuery[]): void {
  const serializer = new StandardRPCJsonSerializer()
  for (const { name, input, response } of answers) {
    const output = serializer.deserialize(response.json, response.meta ?? [])
    if (name === 'companies.list') {
      const pages = { pages: [output], pageParams: [null] }
      queries.setQueryData<unknown>(directoryQuery(input as FirstPageInput).queryKey, pages)
    } else if (name === 'rvOwners.listTickets') {
      const first = { input: () => input as object, initialPageParam: undefined }
      const key = api.rvOwners.listTickets.infiniteKey(first)
      queries.setQueryData<unknown>(key, { pages: [output], pageParams: [undefined] })
    } else queries.setQueryData<unknown>(queryKeyOf(name, input), output)
  }
}
