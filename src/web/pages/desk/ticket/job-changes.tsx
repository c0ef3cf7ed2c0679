import { Button, VisuallyHidden } from '@mantine/core'
import { type RefObject, useId, useRef } from 'react'
import { sentence } from '#domain/lib/refusal.ts'
import { obstaclesToRemovingJob } from '#domain/tickets/job.ts'
import { useMay } from '#web/api/use-permission.ts'
import { useThisTicket } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-queries.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import { useOpener } from '#web/ui/use-disclosure-focus.ts'
import styles from './job-changes.module.css'
import { JobEdit } from './job-edit.tsx'
import { useRemoveJob } from './use-remove-job.ts'

/** What the desk may do with a job line itself: mend its words and its time, or take it off. */
export function JobChanges({ job }: { job: JobView }) {
  const may = useMay()
  const { opener, isOpen, setOpen } = useOpener()
  if (!may('job.change')) return null
  if (isOpen) return <JobEdit job={job} onClose={() => setOpen(false)} />
  return <Choices job={job} edit={opener} onEdit={() => setOpen(true)} />
}

type ChoicesProps = { job: JobView; edit: RefObject<HTMLButtonElement | null>; onEdit: () => void }

function Choices({ job, edit, onEdit }: ChoicesProps) {
  const { parts, timeZone } = useThisTicket()
  const reasonId = useId()
  const here = useRef<HTMLDivElement>(null)
  // The button that was pressed goes with its line; the keyboard stays at the list.
  const remove = useRemoveJob(job, () => here.current?.closest('ul')?.focus())
  const [obstacle] = obstaclesToRemovingJob(job, parts)
  const ofJob = <VisuallyHidden> job {job.jobNumber}</VisuallyHidden>
  return (
    <div className={styles.choices} ref={here}>
      <Button size="compact-sm" ref={edit} onClick={onEdit}>
        Edit{ofJob}
      </Button>
      <Button
        className={styles.delete}
        size="compact-sm"
        variant="subtle"
        color="red"
        disabled={remove.isRunning}
        aria-disabled={obstacle !== undefined || undefined}
        aria-describedby={obstacle === undefined ? undefined : reasonId}
        onClick={firstClick(obstacle === undefined ? remove.run : undefined)}
      >
        Delete{ofJob}
      </Button>
      {obstacle !== undefined && (
        <span id={reasonId} className={styles.reason}>
          {sentence(obstacle, timeZone, new Date())}
        </span>
      )}
    </div>
  )
}
