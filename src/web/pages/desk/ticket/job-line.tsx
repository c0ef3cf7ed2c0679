import { Button, VisuallyHidden } from '@mantine/core'
import { memo, useRef } from 'react'
import { formatHours } from '#domain/lib/hours.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { ClockWarnings, JobClock } from '#web/features/clocks/job-clock.tsx'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { notifyServiceBay } from '#web/features/service-bays/notify-service-bay.ts'
import { JobLine } from '#web/features/tickets/jobs/job-line.tsx'
import { SuggestedTime } from '#web/features/tickets/jobs/suggested-time.tsx'
import { TrackedTime } from '#web/features/tickets/jobs/tracked-time.tsx'
import { timeApproved } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Numbers } from '#web/ui/numbers.tsx'
import { ApprovalChoiceBox } from './approval-choice.tsx'
import { ChangedApproval } from './changed-approvals.tsx'

const JobDetails = lazyPanel(() => import('./job-details.tsx').then(({ JobDetails }) => JobDetails))

/** A job line at the desk, in every state of its ticket. */
export const DeskJobLine = memo(function DeskJobLine({ job }: { job: JobView }) {
  const ticket = useTicketContext()
  const isWorkable = isInWork(ticket)
  return (
    <JobLine
      job={job}
      // As finalized, each line shows what was done.
      defaultOpen={!isWorkable}
      choice={<ApprovalChoiceBox job={job} />}
      time={isWorkable ? <TrackedTime job={job} /> : <Numbers>{formatHours(job.estimatedTime)}</Numbers>}
      clock={<JobClock job={job} />}
      notes={() => (
        <>
          <ChangedApproval job={job} />
          <ClockWarnings job={job} />
          {isWorkable && (
            <SuggestedTime job={job}>
              {ticket.state === 'approval' && <ApproveTime job={job} />}
            </SuggestedTime>
          )}
        </>
      )}
    >
      <JobDetails job={job} />
    </JobLine>
  )
})

function ApproveTime({ job }: { job: JobView }) {
  const { ticketId } = useTicketContext()
  const may = usePermission()
  const { jobNumber, suggestedTime } = job
  const button = useRef<HTMLButtonElement>(null)
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.approveTime, {
    optimistic: timeApproved,
    onDone: ({ serviceBayNote }) => {
      notify.success('Estimated time approved successfully.')
      notifyServiceBay(serviceBayNote)
    },
  })
  if (!may('job.approve-time')) return null
  const approve = (): void => {
    // The tapped button is gone with its suggestion.
    button.current?.closest('li')?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
    run({ ticketId, jobNumber })
  }
  return (
    <Button
      ref={button}
      size="compact-sm"
      disabled={isRunning || suggestedTime === null}
      onClick={ignoreDoubleClick(approve)}
    >
      Approve Time<VisuallyHidden> of job {jobNumber}</VisuallyHidden>
    </Button>
  )
}
