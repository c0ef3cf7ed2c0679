import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconClockExclamation, IconClockPlay } from '@tabler/icons-react'
import type { Contract } from '#contract/index.ts'
import { timeTracked } from '#domain/clocks/clock.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { formatRunning } from '#domain/lib/hours.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { useNow } from '#web/api/use-now.ts'
import { PhoneNote } from '#web/features/bay/phone-note.tsx'
import { CorrectClockButton } from '#web/features/clocks/correct-clock-button.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Numbers } from '#web/ui/numbers.tsx'
import styles from './active-clocks-panel.module.css'

export type Clocks = InferContractRouterOutputs<Contract>['clocks']['list']
type Clock = Clocks['running'][number]
type LeftRunningClock = Clocks['leftRunning'][number]

const TICK_MS = 1000
const MINUTE_MS = 60_000

type RunningClockCardProps = { clock: Clock; timeZone: string; onDone: () => void }

/** A running clock without problems. */
export const RunningClockCard = ({ clock, timeZone, onDone }: RunningClockCardProps) => (
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

/** A missed clock-out or a press that arrived late, until it is reviewed. */
export function LeftRunningClockCard({ clock, timeZone, onDone }: LeftRunningClockCardProps) {
  const now = useNow(MINUTE_MS)
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
        {isLate ? 'Pressed more than 12 hours before' : `Closed ${formatWhen(closingTime, timeZone, now)}`}
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
