import { Button } from '@mantine/core'
import { notifyManager, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { dayOf, formatDateTime, formatTime } from '#domain/lib/company-time.ts'
import { meQuery, useAccount } from '#web/api/session.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { useDelayedOffline } from '#web/api/use-delayed-offline.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { takeNewVersion, useNewVersion } from '#web/bay/bay-service-worker.ts'
import { useSessionEnded } from '#web/bay/session-end.ts'
import { startBay } from '#web/bay/start-bay.ts'
import { currentChangeLog } from '#web/bay/ticket-changes.ts'
import { useNeedsHttps } from '#web/ui/use-needs-https.ts'
import styles from './bay-notices.module.css'

/** Keeps the bay on this device, and says what is not as it should be: the answers' age, the session, the version. */
export function BayNotices({ queryKey }: { queryKey: QueryKey }) {
  const queries = useQueryClient()
  const account = useAccount()
  const isBay = usePermission()('bay.see')
  const hasEnded = useSessionEnded()
  const isNewVersionReady = useNewVersion()
  const needsHttps = useNeedsHttps()
  useEffect(() => {
    if (account !== null && isBay) startBay(queries, account)
  }, [queries, account, isBay])
  return (
    <div className={styles.notices} role="status">
      {needsHttps && <p className={styles.notice}>Working without a connection needs an https address.</p>}
      <StoredSince queryKey={queryKey} />
      {hasEnded && (
        <p className={styles.notice}>
          Your session has ended. Log in to send your work.
          {/* A new page: this one still shows what is stored. */}
          <Button component="a" size="compact-sm" href="/login?to=%2Fbay">
            Log in
          </Button>
        </p>
      )}
      {isNewVersionReady && (
        <p className={styles.notice}>
          A new version is ready.
          <Button size="compact-sm" onClick={takeNewVersion}>
            Reload
          </Button>
        </p>
      )}
    </div>
  )
}

function StoredSince({ queryKey }: { queryKey: QueryKey }) {
  const since = useStoredSince(queryKey)
  const zone = useBrowserTimeZone()
  const now = useNow()
  if (since === null) return null
  const isToday = dayOf(since, zone) === dayOf(now, zone)
  return (
    <p className={styles.notice}>As of {isToday ? formatTime(since, zone) : formatDateTime(since, zone)}</p>
  )
}

/**
 * From when the shown answer to this query is, if it could not be refreshed; null if it is current. Without a
 * connection the page asks again who is logged in, so that shows it too.
 */
function useStoredSince(queryKey: QueryKey): Date | null {
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
