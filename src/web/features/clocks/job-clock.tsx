import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconUserCog } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { isRunning, timeTracked } from '#domain/clocks/clock.ts'
import { formatRunning } from '#domain/lib/hours.ts'
import { holdSentence } from '#domain/on-hold/hold.ts'
import { pageBlockerSentence } from '#domain/refusals/page-blocker.ts'
import { blockersForClockingIn } from '#domain/tickets/job.ts'
import { meQuery, useAccount } from '#web/api/session.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
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
import styles from './job-clock.module.css'
import { ClockQuestionDialog, loadClockQuestion } from './lazy-clock-question-dialog.ts'

type Session = JobView['sessions'][number]

const TICK_MS = 1000

/** The user's clock on a job line of an active ticket; nothing for who may not start one. */
export function JobClock({ job, isLarge = false }: { job: JobView; isLarge?: boolean }) {
  const ticket = useTicketContext()
  const me = useAccount()
  const may = usePermission()
  const ownSession = job.sessions.find(session => isRunning(session) && session.technicianId === me)
  const mayStart =
    ticket.state === 'active' && may('clock.run', ticket) && blockersForClockingIn(job).length === 0
  // A running clock can be stopped even where another may not be started.
  return ownSession !== undefined || mayStart ? (
    <ClockButton ticketId={ticket.ticketId} job={job} ownSession={ownSession} isLarge={isLarge} />
  ) : null
}

/** Others' running clocks. They stand in the line itself: as a row of their own they would move what is below. */
export function OthersClocks({ job }: { job: JobView }) {
  const me = useAccount()
  return job.sessions
    .filter(session => isRunning(session) && session.technicianId !== me)
    .map(session => (
      <span key={session.sessionId} className={styles.other}>
        <IconUserCog size={16} aria-hidden />
        {session.technician} is clocked in <Running session={session} />
      </span>
    ))
}

/** Why nobody should clock in; also while the line is closed. */
export function ClockWarnings({ job }: { job: JobView }) {
  const ticket = useTicketContext()
  const may = usePermission()
  const [blocker] = ticket.state === 'active' && may('clock.run', ticket) ? blockersForClockingIn(job) : []
  // The desk knows what it asked.
  const isWaiting = ticket.state === 'active' && job.isAsked && !may('approval.ask')
  if (blocker === undefined && !isWaiting) return null
  return (
    <div className={styles.notes}>
      {blocker !== undefined && (
        <p className={styles.warning}>{pageBlockerSentence(blocker, ticket.timeZone, new Date())}</p>
      )}
      {isWaiting && (
        <p className={styles.warning}>
          {ticket.customerDetails.firstName} has not answered about this job yet. Check with the desk first.
        </p>
      )}
    </div>
  )
}

type ClockButtonProps = {
  ticketId: number
  job: JobView
  ownSession: Session | undefined
  /** For the bay; at the desk it is an icon until it runs. */
  isLarge: boolean
}

/** One button for both, so that it keeps the focus. */
function ClockButton({ ticketId, job, ownSession, isLarge }: ClockButtonProps) {
  const { jobNumber, sessions } = job
  const { data: me } = useQuery(meQuery)
  const user = me !== undefined && 'id' in me ? me : null
  const start = useTicketCommand(ticketId, clockIn, {
    optimistic: (ticket, input) => (user === null ? ticket : clockedIn(ticket, input, user, new Date())),
    waitForRefetch: true,
    basis: sessions.map(({ sessionId }) => sessionId).join(' '),
    inBay: 'clockIn',
    onDone: ({ stopped }) => {
      if (stopped !== null)
        notify.success(`You were clocked out of ticket ${stopped.ticketId}, job ${stopped.jobNumber}.`)
    },
  })
  const stop = useTicketCommand(ticketId, clockOut, {
    optimistic: (ticket, input) => (user === null ? ticket : clockedOut(ticket, input, user, new Date())),
    waitForRefetch: true,
    basis: ownSession?.sessionId,
    inBay: 'clockOut',
  })
  const isClockedIn = ownSession !== undefined
  const isBusy = start.isRunning || stop.isRunning
  const { ask, question } = useHeldClockQuestion(() => start.run({ ticketId, jobNumber }))
  const tap = (): void => (isClockedIn ? stop.run({ ticketId, jobNumber }) : ask())
  const Icon = isClockedIn ? IconPlayerStop : IconPlayerPlay
  const hasWords = isLarge || isClockedIn
  const word = isClockedIn ? 'Clock Out' : 'Clock In'
  return (
    <>
      {question}
      <Button
        className={styles.button}
        size={isLarge ? 'md' : 'compact-sm'}
        variant={hasWords ? 'default' : 'subtle'}
        data-on={isClockedIn || undefined}
        data-large={isLarge || undefined}
        aria-disabled={isBusy || undefined}
        title={hasWords ? undefined : word}
        onClick={ignoreDoubleClick(isBusy ? undefined : tap)}
      >
        <Icon size={isLarge ? 20 : 18} aria-hidden />
        {hasWords ? <span className={styles.word}>{word}</span> : <VisuallyHidden>{word}</VisuallyHidden>}
        <VisuallyHidden> of job {jobNumber}</VisuallyHidden>
        {isClockedIn && <Running session={ownSession} />}
      </Button>
    </>
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

/** Asks before a clock starts on a ticket on hold. `ask` starts it at once on others; the page renders `question`. */
function useHeldClockQuestion(start: () => void): {
  readonly ask: () => void
  readonly question: ReactNode
} {
  const { hold, timeZone } = useTicketContext()
  const [isAsked, setAsked] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const { load } = useLazyModule(loadClockQuestion)
  const isHeld = hold !== null
  useEffect(() => {
    if (isHeld) void loadClockQuestion().catch(() => {})
  }, [isHeld])

  function ask(): void {
    if (hold === null) start()
    else
      void load(() => {
        setAsked(true)
        setOpen(true)
      })
  }
  const close = () => setOpen(false)
  const question = isAsked && hold !== null && (
    <Suspense>
      <ClockQuestionDialog
        title="This ticket is on hold"
        confirmLabel="Clock In Anyway"
        isOpen={isOpen}
        onClose={close}
        onConfirm={() => {
          close()
          start()
        }}
      >
        <p>{holdSentence(hold, 'desk', timeZone)}</p>
        {hold.note && <p>{hold.note}</p>}
      </ClockQuestionDialog>
    </Suspense>
  )
  return { ask, question }
}
