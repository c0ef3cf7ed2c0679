import {
  IconChevronRight,
  IconCircle,
  IconCircleCheck,
  IconCircleHalf2,
  IconClockPlay,
  IconQuestionMark,
  IconTagOff,
  IconUser,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { isRunning } from '#domain/clocks/clock.ts'
import { componentAge, warrantyLabel } from '#domain/components/component-age.ts'
import { describeComponent } from '#domain/components/line-component.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { type JobProgress, jobProgress } from '#domain/tickets/job.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { technicianOfJob } from '#domain/tickets/ticket-helpers.ts'
import { useAccount } from '#web/api/session.ts'
import { useNow } from '#web/api/use-now.ts'
import { ApprovalBadge } from '#web/features/approvals/approval-badge.tsx'
import { OthersClocks } from '#web/features/clocks/job-clock.tsx'
import { useEarlierDraft } from '#web/features/tickets/autosave/finding-drafts.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { StateBadge, type StateBadgeProps } from '#web/ui/feedback/state-badge.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import styles from './job-line.module.css'
import rowStyles from './job-row.module.css'

type JobLineProps = {
  job: JobView
  /** The line's time. */
  time: ReactNode
  /** Before the line: a box to choose it. */
  choice?: ReactNode
  /** At the end of the line: its clock. */
  clock?: ReactNode
  /** Below the line, also while it is closed; `open` opens it at once. */
  notes?: (open: () => void) => ReactNode
  /** Initially expanded. With unsaved text from before a reload it always is. */
  defaultOpen?: boolean
  /** The expanded content. */
  children: ReactNode
}

/** One expandable line of the job list. It opens by itself when its user clocks in. */
export function JobLine(props: JobLineProps) {
  const { job, time, choice, clock, notes, defaultOpen = false, children } = props
  const { ticketId } = useTicketContext()
  const me = useAccount()
  const isMine = job.sessions.some(session => session.technicianId === me && isRunning(session))
  const [open, setOpen] = useState(defaultOpen || isMine)
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  useEarlierDraft(ticketId, job, () => setOpen(true))
  const bodyId = useId()
  useEffect(() => {
    if (isMine) setOpen(true)
  }, [isMine])
  const isAdding = job.optimistic === 'adding'
  return (
    <li
      className={`${rowStyles.row} ${styles.line}`}
      data-estimate={job.estimate || undefined}
      data-open={open || undefined}
      aria-busy={isAdding || undefined}
      hidden={job.optimistic === 'removing'}
    >
      <div className={styles.head}>
        {choice}
        <button
          type="button"
          className={styles.problem}
          disabled={isAdding}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => setOpen(!open)}
        >
          <IconChevronRight size={18} className={styles.chevron} aria-hidden />
          <span className={styles.words}>
            <span className={styles.number}>{job.jobNumber}.</span> {job.problem}
          </span>
        </button>
        <div className={styles.meta}>
          <span className={styles.badges}>
            {!open && <UnpricedBadge job={job} />}
            <TechnicianBadge job={job} />
            <JobBadges job={job} />
          </span>
          <span className={styles.time}>{time}</span>
          {job.price !== null && (
            <span className={styles.balance} data-declined={job.answer === 'declined' || undefined}>
              <MoneyText amount={formatMoney(job.price)} strong />
            </span>
          )}
        </div>
        {!isAdding && clock}
      </div>
      {job.component !== null && <LineComponent component={job.component} />}
      {!isAdding && notes?.(() => flushSync(() => setOpen(true)))}
      {/* Collapsed, it stays mounted: uploads may be in progress. */}
      <div id={bodyId} className={styles.body} hidden={!open}>
        {wasOpened && !isAdding && children}
      </div>
    </li>
  )
}

/** The component that the line is on: what it is, its age and its maker's warranty. */
function LineComponent({ component }: { component: NonNullable<JobView['component']> }) {
  const { timeZone } = useTicketContext()
  const today = dayOf(useNow(), timeZone)
  const facts = [
    describeComponent(component),
    component.isInstalled ? componentAge(component, today) : 'no longer in the RV',
    warrantyLabel(component, today),
  ]
  return <p className={styles.component}>{facts.filter(fact => fact !== '').join(' · ')}</p>
}

const PROGRESS_BADGES: Readonly<Record<JobProgress, StateBadgeProps>> = {
  'to-do': { word: 'To do', icon: IconCircle, tone: 'slate' },
  running: { word: 'Running', icon: IconClockPlay, tone: 'pine' },
  started: { word: 'Started', icon: IconCircleHalf2, tone: 'slate' },
  done: { word: 'Done', icon: IconCircleCheck, tone: 'lake' },
}

/** How far the work is, and what the customer said. */
function JobBadges({ job }: { job: JobView }) {
  const ticket = useTicketContext()
  const me = useAccount()
  // Another's running clock says it itself.
  const isOthers = job.sessions.some(session => isRunning(session) && session.technicianId !== me)
  const hasProgress = isInWork(ticket) && job.answer !== 'declined' && !isOthers
  return (
    <>
      {job.estimate && <StateBadge word="Estimate" icon={IconQuestionMark} tone="amber" />}
      <ApprovalBadge answer={job.answer} isAsked={job.isAsked} />
      {hasProgress && <StateBadge {...PROGRESS_BADGES[jobProgress(job)]} />}
      <OthersClocks job={job} />
    </>
  )
}

/** Who is to do it, of several who work on the ticket. */
function TechnicianBadge({ job }: { job: JobView }) {
  const ticket = useTicketContext()
  const name = technicianOfJob(job, ticket)
  return name === null ? null : <StateBadge word={name} icon={IconUser} tone="slate" />
}

/** A closed line hides its parts, and one without a price blocks the next step. */
function UnpricedBadge({ job: { jobNumber } }: { job: JobView }) {
  const { parts, totals } = useTicketContext()
  const isUnpriced = totals !== null && parts.some(part => part.jobNumber === jobNumber && !part.isPriced)
  return isUnpriced ? <StateBadge word="No price yet" icon={IconTagOff} tone="amber" /> : null
}
