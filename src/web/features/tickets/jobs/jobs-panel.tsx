import { IconClipboardList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { UnsavedTextOnTicket } from '#web/features/tickets/autosave/unsaved-text.tsx'
import type { JobView, TicketView } from '#web/features/tickets/ticket-view.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './job-line.module.css'

type JobsPanelProps = {
  ticket: TicketView
  line: (job: JobView) => ReactNode
  /** Below the lines: a button to add one. */
  children?: ReactNode
}

/** The job lines, each rendered as the page needs it. */
export function JobsPanel({ ticket, line, children }: JobsPanelProps) {
  const { jobs } = ticket
  const count = jobs.filter(({ optimistic }) => optimistic !== 'removing').length
  return (
    <>
      <UnsavedTextOnTicket ticket={ticket} />
      <Panel title="Job Lines" count={count} flush>
        {count === 0 && <EmptyState compact icon={IconClipboardList} sentence="No job lines available." />}
        {jobs.length > 0 && (
          <ul className={styles.list} tabIndex={-1}>
            {jobs.map(line)}
          </ul>
        )}
        {children}
      </Panel>
    </>
  )
}
