import { Button } from '@mantine/core'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconClockExclamation, IconClockPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useRef } from 'react'
import type { Contract } from '#contract/index.ts'
import { timeTracked } from '#domain/clocks/clock.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { formatRunning } from '#domain/lib/hours.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { api } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { CorrectClockButton } from '#web/features/clocks/correct-clock-button.tsx'
import { PhoneLine, PhoneNote, useNoteworthyPhones } from '#web/features/clocks/phone-note.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Numbers } from '#web/ui/numbers.tsx'
import styles from './active-clocks-panel.module.css'

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
              // The tapped button is gone with its line; focus stays here.
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

type Clocks = InferContractRouterOutputs<Contract>['clocks']['list']
type Clock = Clocks['running'][number]
type LeftRunningClock = Clocks['leftRunning'][number]

const TICK_MS = 1000

type RunningClockCardProps = { clock: Clock; timeZone: string; onDone: () => void }

/** A running clock without problems. */
const RunningClockCard = ({ clock, timeZone, onDone }: RunningClockCardProps) => (
  <li className={styles.clock}>
    <div className={styles.head}>
      <IconClockPlay size={18} className={styles.icon} aria-hidden />
      <span className={styles.technician}>{clock.technician}</span>
      <RunningTime since={clock.clockInTime} />
    </div>
    <ClockLocation clock={clock} />
    <PhoneNote
      technicianId={clock.technicianId}
      timeZone={timeZone}
      className={styles.line}
      onDismissed={onDone}
    />
  </li>
)

type LeftRunningClockCardProps = { clock: LeftRunningClock; timeZone: string; onDone: () => void }

/** A missed clock-out or a clock-in or -out that arrived late, until it is reviewed. */
function LeftRunningClockCard({ clock, timeZone, onDone }: LeftRunningClockCardProps) {
  const now = useNow()
  const { closingTime, clockOutTime, isLate } = clock
  return (
    <li className={styles.clock} data-tone="amber">
      <div className={styles.head}>
        <span className={styles.technician}>{clock.technician}</span>
        <StateBadge
          word={isLate ? 'Sent late' : 'Missed clock-out'}
          icon={IconClockExclamation}
          tone="amber"
        />
        {clockOutTime === null && <RunningTime since={clock.clockInTime} />}
      </div>
      <ClockLocation clock={clock} />
      <p className={styles.line}>
        {isLate ? 'Tapped more than 12 hours before' : `Closed ${formatWhen(closingTime, timeZone, now)}`}
        {clockOutTime !== null && ` · Stopped ${formatWhen(clockOutTime, timeZone, now)}`}
      </p>
      {clockOutTime === null && (
        <PhoneNote
          technicianId={clock.technicianId}
          timeZone={timeZone}
          className={styles.line}
          onDismissed={onDone}
        />
      )}
      <CorrectClockButton session={clock} timeZone={timeZone} onDone={onDone} />
    </li>
  )
}

/** On which job, for whom. */
function ClockLocation({ clock }: { clock: Clock }) {
  const { customer, ticketId, state, isClockInReported, isClockOutReported } = clock
  const path = ticketPath(state, ticketId)
  return (
    <p className={styles.line}>
      {path === null ? (
        jobLabel(clock)
      ) : (
        <TextLink inherit to={path}>
          {jobLabel(clock)}
        </TextLink>
      )}
      {` · ${customer} · ${ticketId}`}
      {(isClockInReported || isClockOutReported) && ' · Time from the phone'}
    </p>
  )
}

function RunningTime({ since }: { since: Date }) {
  const now = useNow(TICK_MS)
  return (
    <Numbers strong>{formatRunning(timeTracked([{ clockInTime: since, clockOutTime: null }], now))}</Numbers>
  )
}
