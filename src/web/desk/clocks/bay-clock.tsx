import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconClockExclamation, IconClockPlay } from '@tabler/icons-react'
import type { Contract } from '#contract/index.ts'
import { printWhen } from '#domain/calendar.ts'
import { timeTracked } from '#domain/clock.ts'
import { printRunning } from '#domain/hours.ts'
import { jobLabel } from '#domain/job.ts'
import { ticketPath } from '#web/parts/ticket-state.tsx'
import { useNow } from '#web/parts/use-now.ts'
import { Figures } from '#web/ui/figures.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { CorrectClock } from './correct-clock.tsx'
import styles from './in-the-bay.module.css'

export type Clocks = InferContractRouterOutputs<Contract>['clocks']['list']
type Clock = Clocks['running'][number]
type LeftClock = Clocks['leftRunning'][number]

const TICK_MS = 1000
const MINUTE_MS = 60_000

/** A clock that runs as it should. */
export const Running = ({ clock }: { clock: Clock }) => (
  <li className={styles.clock}>
    <IconClockPlay size={18} className={styles.icon} aria-hidden />
    <RunningTime since={clock.clockInTime} />
    <Where clock={clock} />
  </li>
)

type LeftRunningProps = { clock: LeftClock; timeZone: string; onDone: () => void }

/** A clock that ran past closing, until somebody has looked at it. */
export function LeftRunning({ clock, timeZone, onDone }: LeftRunningProps) {
  const now = useNow(MINUTE_MS)
  const { closingTime, clockOutTime } = clock
  return (
    <li className={styles.clock}>
      <span className={styles.left}>
        <StateBadge word="Left running" icon={IconClockExclamation} tone="amber" /> past closing (
        {printWhen(closingTime, timeZone, now)})
        {clockOutTime !== null && `, stopped ${printWhen(clockOutTime, timeZone, now)}`}
      </span>
      {clockOutTime === null && <RunningTime since={clock.clockInTime} />}
      <Where clock={clock} />
      <CorrectClock session={clock} timeZone={timeZone} onDone={onDone} />
    </li>
  )
}

/** Who, on what, on whose rig. */
function Where({ clock }: { clock: Clock }) {
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
    <Figures strong>{printRunning(timeTracked([{ clockInTime: since, clockOutTime: null }], now))}</Figures>
  )
}
