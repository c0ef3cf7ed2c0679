import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { lazyPage } from '#web/api/lazy-page.ts'
import { meQuery } from '#web/api/session.ts'
import { useDelayedOffline } from '#web/api/use-delayed-offline.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import { useSessionEnded } from '#web/bay/session-end.ts'
import { RunningClock } from '#web/features/clocks/running-clock.tsx'
import { requestIdle } from '#web/ui/request-idle.ts'
import { BayOutboxProvider } from './bay-outbox-provider.tsx'
import styles from './bay-strip.module.css'
import {
  countOfTaps,
  useIsVisitor,
  useLostCount,
  usePerson,
  useShownClock,
  useUnsentCounts,
} from './use-bay-outbox.ts'

const loadDialog = lazyPage(() => import('./unsent-dialog.tsx'))
const UnsentDialog = lazy(() => loadDialog().then(({ UnsentDialog }) => ({ default: UnsentDialog })))

/** What was tapped before that was not sent at once. */
const MIN_WAIT_MS = 2000

/** On every page of a device with a bay: the clock as it runs here, and how much was not sent. */
export function BayStrip() {
  const user = usePerson()
  useErasure()
  return (
    <BayOutboxProvider>
      {user !== null && (
        <>
          <ShownClock />
          <UnsentButton />
        </>
      )}
    </BayOutboxProvider>
  )
}

/** When a session has ended, erases what deleted accounts left on this device: its own, too, which the bay still shows. */
function useErasure(): void {
  const queries = useQueryClient()
  const isVisitor = useIsVisitor()
  const hasEnded = useSessionEnded()
  useEffect(() => {
    if (!isVisitor && !hasEnded) return
    const erase = async (): Promise<void> => {
      const { eraseDeletedAccounts } = await import('#web/bay/outbox/unsent.ts')
      const erased = await eraseDeletedAccounts(null)
      if (erased.length > 0) await queries.invalidateQueries({ queryKey: meQuery.queryKey })
    }
    // Asked again at the next visit.
    erase().catch(() => {})
  }, [queries, isVisitor, hasEnded])
}

function ShownClock() {
  const clock = useShownClock()
  return clock === null ? null : <RunningClock clock={clock} />
}

/** The number that is always in sight while there is one; it opens the list. */
function UnsentButton() {
  const { waiting, waitingCount, refusedCount } = useUnsentCounts()
  // What is sent at once is never counted.
  const isDelayed = useDelayedOffline(waitingCount === 0)
  const isOld = waiting.some(({ tappedAt }) => Date.now() - tappedAt > MIN_WAIT_MS)
  const isWaiting = waitingCount > 0 && (isDelayed || isOld || !navigator.onLine)
  const [isLoaded, setLoaded] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { isLoading, load } = useLazyModule(loadDialog)
  const lostCount = useLostCount()
  const isShown = isWaiting || refusedCount + lostCount > 0
  // Loaded in advance: without a signal it could not be.
  useEffect(() => requestIdle(() => loadDialog().catch(() => {})), [])
  const open = () =>
    void load(() => {
      setLoaded(true)
      setOpen(true)
    })
  return (
    <>
      <VisuallyHidden role="status">
        {lostCount > 0 && `The browser deleted ${countOfTaps(lostCount)}. `}
        {refusedCount > 0 ? `${refusedCount} not accepted` : isWaiting ? 'Some work is not sent yet.' : ''}
      </VisuallyHidden>
      {isShown && (
        <Button
          className={styles.number}
          size="compact-md"
          aria-haspopup="dialog"
          aria-busy={isLoading || undefined}
          onClick={open}
        >
          {isWaiting && (
            <span className={styles.count}>
              <IconCloudUp size={18} aria-hidden />
              {waitingCount.toLocaleString('en-US')} not sent
            </span>
          )}
          {refusedCount > 0 && (
            <span className={styles.count} data-refused>
              <IconAlertTriangle size={18} aria-hidden />
              {refusedCount.toLocaleString('en-US')} not accepted
            </span>
          )}
          {lostCount > 0 && (
            <span className={styles.count} data-refused>
              <IconAlertTriangle size={18} aria-hidden />
              {lostCount.toLocaleString('en-US')} lost
            </span>
          )}
        </Button>
      )}
      {isLoaded && (
        <Suspense fallback={null}>
          <UnsentDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
