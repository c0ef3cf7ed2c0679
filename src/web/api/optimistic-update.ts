import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { shareStructure } from './structural-sharing.ts'

/** Draws an answer as it will be; answers with what puts it back, unless something newer has come since. */
export function optimisticUpdate<View>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (view: View) => View,
): (() => void) | undefined {
  const before = queries.getQueryData<View>(queryKey)
  if (before === undefined) return undefined
  // An answer on its way is from before the press, and would bury it.
  void queries.cancelQueries({ queryKey })
  const optimistic = queries.setQueryData<View>(queryKey, change(before))
  return () => {
    // By what it says: one that was put back before is equal, and another object.
    if (shareStructure(optimistic, queries.getQueryData(queryKey)) === optimistic)
      queries.setQueryData<View>(queryKey, before)
    // Another press has drawn upon it meanwhile: only the server knows what is left.
    else void queries.invalidateQueries({ queryKey })
  }
}
