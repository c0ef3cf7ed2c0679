import { notifyManager, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { meQuery } from '#web/api/session.ts'
import { useDelayedOffline } from '#web/api/use-delayed-offline.ts'
import { currentChangeLog } from './ticket-changes.ts'

/**
 * From when the shown answer to this query is, if it could not be refreshed; null if it is current. Without a
 * connection the page asks again who is logged in, so that shows it too.
 */
export function useStoredSince(queryKey: QueryKey): Date | null {
  const cache = useQueryClient().getQueryCache()
  const stateOf = (key: QueryKey) => cache.find({ queryKey: key, exact: true })?.state
  const subscribe = useCallback(
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  )
  const isConfirmed = useSyncExternalStore(subscribe, () =>
    [queryKey, meQuery.queryKey].every(key => {
      const state = stateOf(key)
      return state === undefined || (state.status !== 'error' && state.fetchStatus === 'idle')
    }),
  )
  const isShown = useDelayedOffline(isConfirmed)
  const state = stateOf(queryKey)
  if (!isShown || state?.data === undefined) return null
  const log = currentChangeLog()
  const { isAll = true, ticketIds } = log?.current() ?? {}
  // The live stream would have said what changed.
  const contactAt = isAll || ticketIds?.size !== 0 ? 0 : (log?.lastContactAt() ?? 0)
  return new Date(Math.max(state.dataUpdatedAt, contactAt))
}
