import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { shareStructure } from './structural-sharing.ts'

/** What follows an optimistic update once its command has a response; `refused` rolls it back. */
export type SettleOptimistic = (outcome: 'confirmed' | 'refused') => void

type Pending = { commands: number; mustRefetch: boolean }

const pendingByClient = new WeakMap<QueryClient, Map<string, Pending>>()

/**
 * The commands that each query waits for. Meanwhile no response for it is used: the server may have made it before
 * the command, and it would bring back what was changed. It is fetched after the last command's response.
 */
function pendingCommands(queries: QueryClient): Map<string, Pending> {
  const known = pendingByClient.get(queries)
  if (known !== undefined) return known
  const pendingByQuery = new Map<string, Pending>()
  pendingByClient.set(queries, pendingByQuery)
  queries.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return
    const pending = pendingByQuery.get(event.query.queryHash)
    if (pending === undefined) return
    pending.mustRefetch = true
    // The event precedes the request.
    queueMicrotask(() => void event.query.cancel({ revert: true }))
  })
  return pendingByQuery
}

/** Updates a cached answer optimistically; a rollback keeps newer answers. */
export function optimisticUpdate<View>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (view: View) => View,
): SettleOptimistic | undefined {
  const before = queries.getQueryData<View>(queryKey)
  if (before === undefined) return undefined
  const pendingByQuery = pendingCommands(queries)
  const hash = hashKey(queryKey)
  const pending = pendingByQuery.get(hash) ?? { commands: 0, mustRefetch: false }
  pendingByQuery.set(hash, pending)
  pending.commands++
  pending.mustRefetch ||= queries.isFetching({ queryKey, exact: true }) > 0
  void queries.cancelQueries({ queryKey, exact: true })
  const optimistic = queries.setQueryData<View>(queryKey, change(before))
  return outcome => {
    if (outcome === 'refused')
      if (shareStructure(optimistic, queries.getQueryData(queryKey)) === optimistic)
        // Compared by content: after another rollback it is equal, but another object.
        queries.setQueryData<View>(queryKey, before)
      // Another update was applied on top: only the server knows the result.
      else pending.mustRefetch = true
    pending.commands--
    if (pending.commands > 0) return
    pendingByQuery.delete(hash)
    if (pending.mustRefetch) void queries.invalidateQueries({ queryKey, exact: true })
  }
}
