import { Button, VisuallyHidden } from '@mantine/core'
import { IconClockPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { timeTracked } from '#domain/clock.ts'
import { printRunning } from '#domain/hours.ts'
import { client } from '#web/api.ts'
import { Figures } from '#web/ui/figures.tsx'
import { firstClick } from './first-click.ts'
import styles from './running-clock.module.css'
import { clockWords } from './ticket/clock-faults.ts'
import { useTicketCommand } from './ticket/ticket-view.ts'
import { useNow } from './use-now.ts'
import type { Clock } from './use-running-clock.ts'
import { useTicketPath } from './use-ticket-path.ts'

const TICK_MS = 1000

/** Stands on the sign on every page: what the clock runs on, for how long, and the way to stop it. */
export function RunningClock({ clock }: { clock: Clock }) {
  const { ticketId, jobNumber, problem, customer, clockInTime } = clock
  const now = useNow(TICK_MS)
  const path = useTicketPath()('active', ticketId)
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.clockOut, {
    untilSeen: true,
    basis: clockInTime.toISOString(),
    ...clockWords('Clock Out'),
  })
  return (
    <section className={styles.clock} aria-label="Your running clock">
      <Link to={path ?? '/'} className={styles.place} title={`${problem} (${customer})`}>
        <IconClockPlay size={20} stroke={1.75} aria-hidden />
        <span className={styles.words}>
          <span className={styles.problem}>{problem}</span>
          <span className={styles.customer}>{customer}</span>
        </span>
      </Link>
      <Figures strong>{printRunning(timeTracked([{ clockInTime, clockOutTime: null }], now))}</Figures>
      <Button
        className={styles.stop}
        leftSection={<IconPlayerStop size={18} aria-hidden />}
        disabled={isRunning}
        onClick={firstClick(() => run({ ticketId, jobNumber }))}
      >
        Clock Out
        <VisuallyHidden>, it runs on {problem}</VisuallyHidden>
      </Button>
    </section>
  )
}
