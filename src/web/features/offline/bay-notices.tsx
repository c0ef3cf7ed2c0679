import { Button } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dayOf, formatTime } from '#domain/lib/company-time.ts'
import { formatDateTime } from '#domain/lib/date-time.ts'
import { takeNewVersion, useNewVersion } from '#web/api/offline/bay-service-worker.ts'
import { useSessionEnded } from '#web/api/offline/session-end.ts'
import { startBay } from '#web/api/offline/start-bay.ts'
import { useStoredSince } from '#web/api/offline/use-stored-since.ts'
import { useAccount } from '#web/api/use-account.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { useNeedsHttps } from '#web/ui/use-needs-https.ts'
import styles from './bay-notices.module.css'

const MINUTE_MS = 60_000

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
  const now = useNow(MINUTE_MS)
  if (since === null) return null
  const isToday = dayOf(since, zone) === dayOf(now, zone)
  return (
    <p className={styles.notice}>As of {isToday ? formatTime(since, zone) : formatDateTime(since, zone)}</p>
  )
}
