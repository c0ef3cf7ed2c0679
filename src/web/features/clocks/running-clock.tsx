import { Button, VisuallyHidden } from '@mantine/core'
import { IconClockPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { timeTracked } from '#domain/clocks/clock.ts'
import { formatRunning } from '#domain/lib/hours.ts'
import { useNow } from '#web/api/use-now.ts'
import { useTicketPath } from '#web/features/tickets/ticket-path.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Numbers } from '#web/ui/numbers.tsx'
import { clockOut } from './clock-calls.ts'
import styles from './running-clock.module.css'
import type { Clock } from './use-running-clock.ts'

const TICK_MS = 1000

/** In the header of every page: the running clock's job, its time, and a stop button. */
export function RunningClock({ clock }: { clock: Clock }) {
  const { ticketId, jobNumber, problem, customer, clockInTime } = clock
  const now = useNow(TICK_MS)
  const path = useTicketPath()('active', ticketId)
  const { run, isRunning } = useTicketCommand(ticketId, clockOut, {
    waitForRefetch: true,
    basis: clockInTime.toISOString(),
    inBay: 'clockOut',
  })
  return (
    <section className={styles.clock} aria-label="Your running clock">
      <Link to={path ?? '/'} className={styles.location} title={`${problem} (${customer})`}>
        <IconClockPlay size={20} stroke={1.75} aria-hidden />
        <span className={styles.words}>
          <span className={styles.problem}>{problem}</span>
          <span className={styles.customer}>{customer}</span>
        </span>
      </Link>
      <Numbers strong>{formatRunning(timeTracked([{ clockInTime, clockOutTime: null }], now))}</Numbers>
      <Button
        className={styles.stop}
        leftSection={<IconPlayerStop size={18} aria-hidden />}
        disabled={isRunning}
        onClick={ignoreDoubleClick(() => run({ ticketId, jobNumber }))}
      >
        Clock Out
        <VisuallyHidden>, it runs on {problem}</VisuallyHidden>
      </Button>
    </section>
  )
}
