import { Button } from '@mantine/core'
import { memo } from 'react'
import { client } from '#web/api/client.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { usePermission } from '#web/api/use-permission.ts'
import { JobLine } from '#web/features/tickets/jobs/job-line.tsx'
import { SuggestedTime } from '#web/features/tickets/jobs/suggested-time.tsx'
import { TrackedTime } from '#web/features/tickets/jobs/tracked-time.tsx'
import { timeApproved } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { ChangedApproval } from './changed-approvals.tsx'

const Details = lazyPanel(() =>
  import('./approval-job-details.tsx').then(({ ApprovalJobDetails }) => ApprovalJobDetails),
)

/** A job line in approval: tracked and estimated time, and findings to enter. */
export const ApprovalJobLine = memo(function ApprovalJobLine({ job }: { job: JobView }) {
  return (
    <JobLine
      job={job}
      numbers={<TrackedTime job={job} />}
      action={
        <>
          <ChangedApproval job={job} />
          <SuggestedTime job={job}>
            <ApproveTime job={job} />
          </SuggestedTime>
        </>
      }
    >
      <Details job={job} />
    </JobLine>
  )
})

function ApproveTime({ job }: { job: JobView }) {
  const { ticketId } = useTicketContext()
  const may = usePermission()
  const { jobNumber, suggestedTime } = job
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.approveTime, {
    optimistic: timeApproved,
    onDone: () => notify.success('Estimated time approved successfully.'),
  })
  if (!may('job.approve-time')) return null
  return (
    <Button
      size="compact-sm"
      disabled={isRunning || suggestedTime === null}
      onClick={ignoreDoubleClick(() => run({ ticketId, jobNumber }))}
    >
      Approve Time
    </Button>
  )
}
