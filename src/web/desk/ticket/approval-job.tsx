import { Button } from '@mantine/core'
import { memo } from 'react'
import { client } from '#web/api.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { FindingFields, Findings } from '#web/parts/ticket/findings.tsx'
import { timeApproved } from '#web/parts/ticket/foreseen.ts'
import { balanceRows } from '#web/parts/ticket/job-balance.tsx'
import { JobLine } from '#web/parts/ticket/job-line.tsx'
import { JobPhotos } from '#web/parts/ticket/job-photos.tsx'
import { SuggestedTime } from '#web/parts/ticket/suggested-time.tsx'
import { useThisTicket } from '#web/parts/ticket/this-ticket.ts'
import { type JobView, useTicketCommand } from '#web/parts/ticket/ticket-view.ts'
import { TrackedTime } from '#web/parts/ticket/tracked-time.tsx'
import { useMayNow } from '#web/parts/ticket/use-may-now.ts'
import { useMay } from '#web/parts/use-may.ts'
import { KeyValues } from '#web/ui/key-values.tsx'
import { notify } from '#web/ui/notify.ts'
import { ChangedLine } from './changed-lines.tsx'
import { JobChanges } from './job-changes.tsx'
import { JobSessions } from './job-sessions.tsx'

/** A job line before the work goes on: time against estimate, and the findings to write down. */
export const ApprovalJob = memo(function ApprovalJob({ job }: { job: JobView }) {
  return (
    <JobLine
      job={job}
      figures={<TrackedTime job={job} />}
      action={
        <>
          <ChangedLine job={job} />
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
  const { ticketId } = useThisTicket()
  const may = useMay()
  const { jobNumber, suggestedTime } = job
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.approveTime, {
    foresee: timeApproved,
    onDone: () => notify.success('Estimated time approved successfully.'),
  })
  if (!may('job.approve-time')) return null
  return (
    <Button
      size="compact-sm"
      disabled={isRunning || suggestedTime === null}
      onClick={firstClick(() => run({ ticketId, jobNumber }))}
    >
      Approve Time
    </Button>
  )
}

/** The desk writes here without another step: this page is for it. */
function Details({ job }: { job: JobView }) {
  const mayWrite = useMayNow()('job.write-findings')
  const rows = balanceRows(useThisTicket(), job)
  return (
    <>
      {mayWrite ? (
        <>
          <KeyValues rows={rows} />
          <FindingFields job={job} />
        </>
      ) : (
        <Findings job={job} rows={rows} />
      )}
      <JobSessions job={job} />
      <JobPhotos job={job} />
      <JobChanges job={job} />
    </>
  )
}
