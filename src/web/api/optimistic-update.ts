import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { shareStructure } from './structural-sharing.ts'

/** Updates a cached answer optimistically; returns the rollback, which keeps newer answers. */
export function optimisticUpdate<View>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (view: View) => View,
): (() => void) | undefined {
  const before = queries.getQueryData<View>(queryKey)
  if (before === undefined) return undefined
  // A pending response is from before the press, and would overwrite it.
  void queries.cancelQueries({ queryKey })
  const optimistic = queries.setQueryData<View>(queryKey, change(before))
  return () => {
    // Compared by content: after another rollback it is equal, but another object.
    if (shareStructure(optimistic, queries.getQueryData(queryKey)) === optimistic)
      queries.setQueryData<View>(queryKey, before)
    // Another update was applied on top: only the server knows the result.
    else void queries.invalidateQueries({ queryKey })
  }
}
