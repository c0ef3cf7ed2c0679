import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconUserCog } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isRunning, timeTracked } from '#domain/clocks/clock.ts'
import { printRunning } from '#domain/lib/hours.ts'
import { nameOnTicket } from '#domain/tickets/assignment.ts'
import { client } from '#web/api/client.ts'
import { meQuery } from '#web/api/session.ts'
import { useAccount } from '#web/api/use-account.ts'
import { useNow } from '#web/api/use-now.ts'
import { useMay } from '#web/api/use-permission.ts'
import { clockedIn, clockedOut } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import { useThisTicket } from '#web/features/tickets/ticket-context.ts'
import { type JobView, useTicketCommand } from '#web/features/tickets/ticket-queries.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import { Figures } from '#web/ui/numbers.tsx'
import { clockWords } from './clock-errors.ts'
import styles from './job-clock.module.css'

type Session = JobView['sessions'][number]

const TICK_MS = 1000

/** One's own clock on a job line of an active ticket, and whoever else's runs there. */
export function JobClock({ job }: { job: JobView }) {
  const ticket = useThisTicket()
  const me = useAccount()
  const may = useMay()
  const running = job.sessions.filter(isRunning)
  const mine = running.find(({ technicianId }) => technicianId === me)
  const others = running.filter(session => session !== mine)
  // A clock that runs can be stopped also where another may not be started.
  const hasButton = mine !== undefined || (ticket.state === 'active' && may('clock.run', ticket))
  if (!hasButton && others.length === 0) return null
  return (
    <div className={styles.clock}>
      {hasButton && <ClockButton ticketId={ticket.ticketId} job={job} mine={mine} />}
      {others.map(session => (
        <span key={session.sessionId} className={styles.other}>
          <IconUserCog size={18} aria-hidden />
          {nameOnTicket(ticket, session.technicianId) ?? 'Another technician'} is clocked in{' '}
          <Running session={session} />
        </span>
      ))}
    </div>
  )
}

type ClockButtonProps = { ticketId: number; job: JobView; mine: Session | undefined }

/** One button for both, so that the keyboard stays on it. */
function ClockButton({ ticketId, job: { jobNumber, sessions }, mine }: ClockButtonProps) {
  const { data: me } = useQuery(meQuery)
  const person = me !== undefined && 'id' in me ? me : null
  const start = useTicketCommand(ticketId, client.tickets.clockIn, {
    foresee: (ticket, input) => (person === null ? ticket : clockedIn(ticket, input, person, new Date())),
    untilSeen: true,
    basis: sessions.map(({ sessionId }) => sessionId).join(' '),
    ...clockWords('Clock In'),
    onDone: ({ stopped }) => {
      if (stopped !== null)
        notify.success(`Your clock on ticket ${stopped.ticketId}, job ${stopped.jobNumber} was stopped.`)
    },
  })
  const stop = useTicketCommand(ticketId, client.tickets.clockOut, {
    foresee: (ticket, input) => (person === null ? ticket : clockedOut(ticket, input, person, new Date())),
    untilSeen: true,
    basis: mine?.sessionId,
    ...clockWords('Clock Out'),
  })
  const isOn = mine !== undefined
  return (
    <Button
      className={styles.button}
      size="md"
      leftSection={isOn ? <IconPlayerStop size={20} aria-hidden /> : <IconPlayerPlay size={20} aria-hidden />}
      data-on={isOn || undefined}
      disabled={start.isRunning || stop.isRunning}
      onClick={firstClick(() => (isOn ? stop : start).run({ ticketId, jobNumber }))}
    >
      {isOn ? 'Clock Out' : 'Clock In'}
      <VisuallyHidden> of job {jobNumber}</VisuallyHidden>
      {isOn && <Running session={mine} />}
    </Button>
  )
}

function Running({ session }: { session: Session }) {
  const now = useNow(TICK_MS)
  return (
    <span className={styles.running}>
      <Figures strong>{printRunning(timeTracked([session], now))}</Figures>
    </span>
  )
}
