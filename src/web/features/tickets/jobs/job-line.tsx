import { IconChevronRight, IconQuestionMark } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { ApprovalBadge } from '#web/features/approvals/approval-badge.tsx'
import { useEarlierDraft } from '#web/features/tickets/autosave/finding-drafts.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import styles from './job-line.module.css'
import rowStyles from './job-row.module.css'

type JobLineProps = {
  job: JobView
  /** To the right of the problem: time, balance. */
  numbers: ReactNode
  /** Below the problem, always visible. */
  action?: ReactNode
  /** Initially expanded. With unsaved text from before a reload it always is. */
  defaultOpen?: boolean
  /** The expanded content. */
  children: ReactNode
}

/** One expandable line of the job list. */
export function JobLine({ job, numbers, action, defaultOpen = false, children }: JobLineProps) {
  const { ticketId } = useTicketContext()
  const [open, setOpen] = useState(defaultOpen)
  const [wasOpened, setOpened] = useState(open)
  useEarlierDraft(ticketId, job, () => {
    setOpen(true)
    setOpened(true)
  })
  const bodyId = useId()
  const isAdding = job.optimistic === 'adding'
  return (
    <li
      className={`${rowStyles.row} ${styles.line}`}
      data-estimate={job.estimate || undefined}
      aria-busy={isAdding || undefined}
      hidden={job.optimistic === 'removing'}
    >
      <div className={styles.head}>
        <button
          type="button"
          className={styles.problem}
          disabled={isAdding}
          aria-expanded={open}
          aria-controls={bodyId}
          onClick={() => {
            setOpen(!open)
            setOpened(true)
          }}
        >
          <IconChevronRight size={18} className={styles.chevron} aria-hidden />
          <span className={styles.words}>
            <span className={styles.number}>{job.jobNumber}.</span> {job.problem}
          </span>
        </button>
        <JobNumbers job={job}>{numbers}</JobNumbers>
      </div>
      {!isAdding && action}
      {/* Collapsed, it stays mounted: uploads may be in progress. */}
      <div id={bodyId} className={styles.body} hidden={!open}>
        {wasOpened && !isAdding && children}
      </div>
    </li>
  )
}

/** The right end of a job line: its badge and numbers. */
export const JobNumbers = ({ job, children }: { job: JobView; children: ReactNode }) => (
  <div className={styles.numbers}>
    {job.estimate && <StateBadge word="Estimate" icon={IconQuestionMark} tone="amber" />}
    <ApprovalBadge answer={job.answer} isAsked={job.isAsked} />
    {children}
  </div>
)
