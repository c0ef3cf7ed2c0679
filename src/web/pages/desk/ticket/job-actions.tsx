import { Button, VisuallyHidden } from '@mantine/core'
import { type RefObject, useId, useRef } from 'react'
import { pageBlockerSentence } from '#domain/refusals/page-blocker.ts'
import { blockersForRemovingJob } from '#domain/tickets/job.ts'
import { client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { jobAdded, jobRemoved } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import formStyles from './ticket-forms.module.css'

type JobActionsProps = { job: JobView; editButton: RefObject<HTMLButtonElement | null>; onEdit: () => void }

/** The desk's actions on a job line: edit its text and time, or delete it. */
export function JobActions({ job, editButton, onEdit }: JobActionsProps) {
  const may = usePermission()
  const { parts, timeZone } = useTicketContext()
  const reasonId = useId()
  const container = useRef<HTMLDivElement>(null)
  // The tapped button is gone with its line; focus stays in the list.
  const remove = useRemoveJob(job, () => container.current?.closest('ul')?.focus())
  const [blocker] = blockersForRemovingJob(job, parts)
  if (!may('job.change')) return null
  const jobSuffix = <VisuallyHidden> job {job.jobNumber}</VisuallyHidden>
  return (
    <div className={formStyles.choices} ref={container}>
      <Button size="compact-sm" ref={editButton} onClick={onEdit}>
        Edit{jobSuffix}
      </Button>
      <Button
        className={formStyles.delete}
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
        <span id={reasonId} className={formStyles.reason}>
          {pageBlockerSentence(blocker, timeZone, new Date())}
        </span>
      )}
    </div>
  )
}

/** Deletes a job line. Undo adds it again, as the last one, with its text, labor rate and component. */
function useRemoveJob(job: JobView, onRemove: () => void) {
  const { ticketId } = useTicketContext()
  const { jobNumber, problem, estimatedTime, estimate, flatPrice, clockRule, namedRate } = job
  const { cause, correction, suggestedTime } = job
  const restore = useTicketCommand(ticketId, client.tickets.changeJob)
  const laborRateId = namedRate?.laborRateId
  // One that is no longer in the RV would be refused, and with it all that follows.
  const componentId = job.component?.isInstalled ? job.component.componentId : undefined
  // Not with the new line, which would be refused if the company has removed the rate.
  const more = { cause, correction, suggestedTime, laborRateId, componentId }
  const isMore = Object.values(more).some(value => value !== '' && value !== null && value !== undefined)
  const undoRemove = useTicketCommand(ticketId, client.tickets.addJob, {
    optimistic: jobAdded,
    onDone: added => {
      if (isMore) restore.run({ ticketId, jobNumber: added.jobNumber, ...more })
    },
  })
  const remove = useTicketCommand(ticketId, client.tickets.removeJob, {
    optimistic: jobRemoved,
    onDone: () => {
      notify.undoable('Job line deleted.', () =>
        undoRemove.run({
          ...{ ticketId, problem, estimatedTime, estimate },
          flatPrice: flatPrice ?? undefined,
          isByClock: clockRule !== null,
        }),
      )
    },
  })
  const run = (): void => {
    onRemove()
    remove.run({ ticketId, jobNumber })
  }
  return { run, isRunning: remove.isRunning }
}
