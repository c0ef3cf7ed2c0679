import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconClockExclamation, IconClockPlay } from '@tabler/icons-react'
import type { Contract } from '#contract/index.ts'
import { timeTracked } from '#domain/clocks/clock.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { formatRunning } from '#domain/lib/hours.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { useNow } from '#web/api/use-now.ts'
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

/** A running clock without problems. */
export const RunningClockRow = ({ clock }: { clock: Clock }) => (
  <li className={styles.clock}>
    <IconClockPlay size={18} className={styles.icon} aria-hidden />
    <RunningTime since={clock.clockInTime} />
    <ClockLocation clock={clock} />
  </li>
)

type LeftRunningClockRowProps = { clock: LeftRunningClock; timeZone: string; onDone: () => void }

/** A missed clock-out or a press that arrived late, until it is reviewed. */
export function LeftRunningClockRow({ clock, timeZone, onDone }: LeftRunningClockRowProps) {
  const now = useNow(MINUTE_MS)
  const { closingTime, clockOutTime, isLate } = clock
  return (
    <li className={styles.clock}>
      <span className={styles.leftRunning}>
        <StateBadge
          word={isLate ? 'Sent late' : 'Missed clock-out'}
          icon={IconClockExclamation}
          tone="amber"
        />{' '}
        {isLate
          ? '(pressed more than 12 hours before)'
          : `(closed ${formatWhen(closingTime, timeZone, now)})`}
        {clockOutTime !== null && `, stopped ${formatWhen(clockOutTime, timeZone, now)}`}
      </span>
      {clockOutTime === null && <RunningTime since={clock.clockInTime} />}
      <ClockLocation clock={clock} />
      <CorrectClockButton session={clock} timeZone={timeZone} onDone={onDone} />
    </li>
  )
}

/** Who, on which job and rig. */
function ClockLocation({ clock }: { clock: Clock }) {
  const { technician, customer, ticketId, state } = clock
  const path = ticketPath(state, ticketId)
  return (
    <span className={styles.where}>
      <span className={styles.technician}>{technician}</span>
      {path === null ? (
        jobLabel(clock)
      ) : (
        <TextLink inherit to={path}>
          {jobLabel(clock)}
        </TextLink>
      )}
      <span className={styles.customer}>
        {customer} · {ticketId}
      </span>
    </span>
  )
}

function RunningTime({ since }: { since: Date }) {
  const now = useNow(TICK_MS)
  return (
    <Numbers strong>{formatRunning(timeTracked([{ clockInTime: since, clockOutTime: null }], now))}</Numbers>
  )
}
