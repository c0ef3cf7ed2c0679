import { IconClipboardList } from '@tabler/icons-react'
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { useEarlierDraft } from '#web/features/tickets/autosave/finding-drafts.ts'
import { UnsentTextOnTicket } from '#web/features/tickets/autosave/unsent-text.tsx'
import type { JobView, TicketView } from '#web/features/tickets/ticket-view.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './job-line.module.css'
import rowStyles from './job-row.module.css'

type JobsPanelProps = {
  ticket: TicketView
  line: (job: JobView) => ReactNode
  /** Beside the title. */
  actions?: ReactNode
  /** What to do while there are no lines. */
  next?: string | undefined
  /** Below the lines: a button to add one. */
  children?: ReactNode
}

/** The first screen. */
const INITIALLY_BUILT = 8

/** The job lines, each rendered as the page needs it. */
export function JobsPanel({ ticket, line, actions, next, children }: JobsPanelProps) {
  const { jobs } = ticket
  const count = jobs.filter(({ optimistic }) => optimistic !== 'removing').length
  return (
    <>
      <UnsentTextOnTicket ticket={ticket} />
      <Panel title="Job Lines" count={count} actions={actions} flush>
        {count === 0 && (
          <EmptyState compact icon={IconClipboardList} sentence="No job lines available." next={next} />
        )}
        {jobs.length > 0 && (
          <ul className={styles.list} tabIndex={-1}>
            {jobs.map((job, index) => (
              <NearLine
                key={job.jobNumber}
                ticketId={ticket.ticketId}
                job={job}
                isFirst={index < INITIALLY_BUILT}
              >
                {line(job)}
              </NearLine>
            ))}
          </ul>
        )}
        {children}
      </Panel>
    </>
  )
}

const NEARBY = '600px 0px'

type NearLineProps = { ticketId: number; job: JobView; isFirst: boolean; children: ReactNode }

/** A long ticket is usable at once: lines outside the screen are only words until they come near. */
function NearLine({ ticketId, job, isFirst, children }: NearLineProps) {
  const [isNear, setNear] = useState(isFirst)
  const words = useRef<HTMLLIElement>(null)
  // Its fields show it, and may have to ask.
  useEarlierDraft(ticketId, job, () => setNear(true))
  useEffect(() => {
    if (words.current === null) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true))
      },
      { rootMargin: NEARBY },
    )
    observer.observe(words.current)
    return () => observer.disconnect()
  }, [])
  if (isNear) return children
  return (
    <li
      ref={words}
      className={`${rowStyles.row} ${styles.unbuilt}`}
      data-estimate={job.estimate || undefined}
    >
      {job.jobNumber}. {job.problem}
    </li>
  )
}
