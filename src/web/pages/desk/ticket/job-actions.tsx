import { Button, VisuallyHidden } from '@mantine/core'
import { type RefObject, useId, useRef } from 'react'
import { pageBlockerSentence } from '#domain/refusals/refusal.ts'
import { blockersForRemovingJob } from '#domain/tickets/job.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './ticket-forms.module.css'
import { useRemoveJob } from './use-remove-job.ts'

type JobActionsProps = { job: JobView; editButton: RefObject<HTMLButtonElement | null>; onEdit: () => void }

/** The desk's actions on a job line: edit its text and time, or delete it. */
export function JobActions({ job, editButton, onEdit }: JobActionsProps) {
  const may = usePermission()
  const { parts, timeZone } = useTicketContext()
  const reasonId = useId()
  const container = useRef<HTMLDivElement>(null)
  // The pressed button is gone with its line; focus stays in the list.
  const remove = useRemoveJob(job, () => container.current?.closest('ul')?.focus())
  const [blocker] = blockersForRemovingJob(job, parts)
  if (!may('job.change')) return null
  const jobSuffix = <VisuallyHidden> job {job.jobNumber}</VisuallyHidden>
  return (
    <div className={styles.choices} ref={container}>
      <Button size="compact-sm" ref={editButton} onClick={onEdit}>
        Edit{jobSuffix}
      </Button>
      <Button
        className={styles.delete}
        size="compact-sm"
        variant="subtle"
        color="red"
        disabled={remove.isRunning}
        aria-disabled={blocker !== undefined || undefined}
        aria-describedby={blocker === undefined ? undefined : reasonId}
        onClick={ignoreDoubleClick(blocker === undefined ? remove.run : undefined)}
      >
        Delete{jobSuffix}
      </Button>
      {blocker !== undefined && (
        <span id={reasonId} className={styles.reason}>
          {pageBlockerSentence(blocker, timeZone, new Date())}
        </span>
      )}
    </div>
  )
}
