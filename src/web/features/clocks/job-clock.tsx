import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconUserCog } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isRunning, timeTracked } from '#domain/clocks/clock.ts'
import { formatRunning } from '#domain/lib/hours.ts'
import { pageBlockerSentence } from '#domain/refusals/refusal.ts'
import { nameOnTicket } from '#domain/tickets/assignment.ts'
import { blockersForClockingIn } from '#domain/tickets/job.ts'
import { meQuery } from '#web/api/session.ts'
import { useAccount } from '#web/api/use-account.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { clockedIn, clockedOut } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Numbers } from '#web/ui/numbers.tsx'
import { clockIn, clockOut } from './clock-calls.ts'
import { clockErrorOptions } from './clock-errors.ts'
import styles from './job-clock.module.css'

type Session = JobView['sessions'][number]

const TICK_MS = 1000

/** The user's clock on a job line of an active ticket, and others' running ones. */
export function JobClock({ job }: { job: JobView }) {
  const ticket = useTicketContext()
  const me = useAccount()
  const may = usePermission()
  const running = job.sessions.filter(isRunning)
  const ownSession = running.find(({ technicianId }) => technicianId === me)
  const others = running.filter(session => session !== ownSession)
  // A running clock can be stopped even where another may not be started.
  const mayStart = ticket.state === 'active' && may('clock.run', ticket)
  const [blocker] = mayStart ? blockersForClockingIn(job) : []
  const hasButton = ownSession !== undefined || (mayStart && blocker === undefined)
  if (!hasButton && others.length === 0 && blocker === undefined) return null
  return (
    <div className={styles.clock}>
      {hasButton && <ClockButton ticketId={ticket.ticketId} job={job} ownSession={ownSession} />}
      {blocker !== undefined && (
        <p className={styles.warning}>{pageBlockerSentence(blocker, ticket.timeZone, new Date())}</p>
      )}
      {hasButton && job.isAsked && (
        <p className={styles.warning}>
          {ticket.customerDetails.firstName} has not answered about this job yet. Check with the desk first.
        </p>
      )}
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

type ClockButtonProps = { ticketId: number; job: JobView; ownSession: Session | undefined }

/** One button for both, so that it keeps the focus. */
function ClockButton({ ticketId, job: { jobNumber, sessions }, ownSession }: ClockButtonProps) {
  const { data: me } = useQuery(meQuery)
  const user = me !== undefined && 'id' in me ? me : null
  const start = useTicketCommand(ticketId, clockIn, {
    optimistic: (ticket, input) => (user === null ? ticket : clockedIn(ticket, input, user, new Date())),
    waitForRefetch: true,
    basis: sessions.map(({ sessionId }) => sessionId).join(' '),
    ...clockErrorOptions('Clock In'),
    onDone: ({ stopped }) => {
      if (stopped !== null)
        notify.success(`You were clocked out of ticket ${stopped.ticketId}, job ${stopped.jobNumber}.`)
    },
  })
  const stop = useTicketCommand(ticketId, clockOut, {
    optimistic: (ticket, input) => (user === null ? ticket : clockedOut(ticket, input, user, new Date())),
    waitForRefetch: true,
    basis: ownSession?.sessionId,
    ...clockErrorOptions('Clock Out'),
  })
  const isClockedIn = ownSession !== undefined
  return (
    <Button
      className={styles.button}
      size="md"
      leftSection={
        isClockedIn ? <IconPlayerStop size={20} aria-hidden /> : <IconPlayerPlay size={20} aria-hidden />
      }
      data-on={isClockedIn || undefined}
      disabled={start.isRunning || stop.isRunning}
      onClick={ignoreDoubleClick(() => (isClockedIn ? stop : start).run({ ticketId, jobNumber }))}
    >
      {isClockedIn ? 'Clock Out' : 'Clock In'}
      <VisuallyHidden> of job {jobNumber}</VisuallyHidden>
      {isClockedIn && <Running session={ownSession} />}
    </Button>
  )
}

function Running({ session }: { session: Session }) {
  const now = useNow(TICK_MS)
  return (
    <span className={styles.running}>
      <Numbers strong>{formatRunning(timeTracked([session], now))}</Numbers>
    </span>
  )
}
