import { IconChevronRight, IconQuestionMark } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { AnswerMarks } from '#web/features/approvals/approval-badge.tsx'
import { hasKeptText, useWriter } from '#web/features/tickets/autosave/finding-drafts.ts'
import { useThisTicket } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-queries.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import styles from './job-line.module.css'

type JobLineProps = {
  job: JobView
  /** On the right of the problem: time, balance. */
  figures: ReactNode
  /** Below the problem, always in sight. */
  action?: ReactNode
  /** Unfolded from the start. What was typed and not saved before a reload always is. */
  startsOpen?: boolean
  /** What a click on the problem unfolds. */
  children: ReactNode
}

/** One line of the job list that unfolds. */
export function JobLine({ job, figures, action, startsOpen = false, children }: JobLineProps) {
  const { ticketId } = useThisTicket()
  const writer = useWriter()
  const [open, setOpen] = useState(() => startsOpen || hasKeptText(writer, ticketId, job))
  const [wasOpened, setOpened] = useState(open)
  const bodyId = useId()
  const isComing = job.foreseen === 'coming'
  return (
    <li
      className={styles.line}
      data-estimate={job.estimate || undefined}
      aria-busy={isComing || undefined}
      hidden={job.foreseen === 'going'}
    >
      <div className={styles.head}>
        <button
          type="button"
          className={styles.problem}
          disabled={isComing}
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
        <JobFigures job={job}>{figures}</JobFigures>
      </div>
      {!isComing && action}
      {/* Folded, it stays: pictures may be on their way from it. */}
      <div id={bodyId} className={styles.body} hidden={!open}>
        {wasOpened && !isComing && children}
      </div>
    </li>
  )
}

/** The right end of a job line: what it is, and its numbers. */
export const JobFigures = ({ job, children }: { job: JobView; children: ReactNode }) => (
  <div className={styles.figures}>
    {job.estimate && <StateBadge word="Estimate" icon={IconQuestionMark} tone="amber" />}
    <AnswerMarks answer={job.answer} isAsked={job.isAsked} />
    {children}
  </div>
)
