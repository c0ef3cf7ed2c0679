import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useRef } from 'react'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { PhoneLine, useNoteworthyPhones } from '#web/features/bay/phone-note.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import styles from './active-clocks-panel.module.css'
import { type Clocks, LeftRunningClockCard, RunningClockCard } from './clock-cards.tsx'

/** For changes over time: a clock that runs past closing. */
const POLL_INTERVAL_MS = 5 * 60_000

/** Running clocks, and missed clock-outs. */
export function ActiveClocksPanel({ timeZone }: { timeZone: string }) {
  const may = usePermission()
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const maySee = may('clock.correct')
  const { data, isError, refetch } = useQuery({
    ...api.clocks.list.queryOptions(),
    enabled: maySee,
    refetchInterval: POLL_INTERVAL_MS,
  })
  if (!maySee) return null
  return (
    <section className={styles.bay} ref={panel} tabIndex={-1} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        On the clock
      </h2>
      {data === undefined && !isError && <PanelSkeleton lines={1} label="Loading clocks..." />}
      {data === undefined && isError && (
        <p className={styles.line}>
          Couldn’t load the clocks.{' '}
          <Button size="compact-sm" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data !== undefined && <ClockList clocks={data} timeZone={timeZone} panel={panel} />}
    </section>
  )
}

type ListProps = { clocks: Clocks; timeZone: string; panel: RefObject<HTMLElement | null> }

function ClockList({ clocks: { running, leftRunning }, timeZone, panel }: ListProps) {
  const leftRunningIds = new Set(leftRunning.map(({ sessionId }) => sessionId))
  const onTime = running.filter(({ sessionId }) => !leftRunningIds.has(sessionId))
  const { phones, now } = useNoteworthyPhones()
  // Those that hold something while their technicians are not clocked in.
  const others = phones.filter(
    ({ technicianId }) => !running.some(clock => clock.technicianId === technicianId),
  )
  return (
    <>
      {running.length === 0 && <p className={styles.line}>No one is clocked in.</p>}
      {running.length + leftRunning.length + others.length > 0 && (
        <ul className={styles.clocks}>
          {leftRunning.map(clock => (
            <LeftRunningClockCard
              key={clock.sessionId}
              clock={clock}
              timeZone={timeZone}
              // The pressed button is gone with its line; focus stays here.
              onDone={() => panel.current?.focus()}
            />
          ))}
          {onTime.map(clock => (
            <RunningClockCard
              key={clock.sessionId}
              clock={clock}
              timeZone={timeZone}
              onDone={() => panel.current?.focus()}
            />
          ))}
          {others.map(phone => (
            <li key={phone.technicianId} className={styles.clock}>
              <span className={styles.technician}>{phone.technician}</span>
              <PhoneLine
                phone={phone}
                timeZone={timeZone}
                now={now}
                className={styles.line}
                onDismissed={() => panel.current?.focus()}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
