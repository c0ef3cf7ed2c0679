import { Button } from '@mantine/core'
import { timeTracked } from '#domain/clock.ts'
import { printDuration, printHours } from '#domain/hours.ts'
import { fromDollars, printMoney } from '#domain/money.ts'
import { client } from '#web/api.ts'
import { firstClick } from '#web/parts/first-click.ts'
import styles from '#web/parts/ticket/job-line.module.css'
import { JobLine } from '#web/parts/ticket/job-line.tsx'
import { JobPhotos } from '#web/parts/ticket/job-photos.tsx'
import { SavedField } from '#web/parts/ticket/saved-field.tsx'
import { SuggestedTime } from '#web/parts/ticket/suggested-time.tsx'
import { type JobView, type TicketView, useTicketCommand } from '#web/parts/ticket/ticket-view.ts'
import { useMay } from '#web/parts/use-may.ts'
import { useNow } from '#web/parts/use-now.ts'
import { Figures } from '#web/ui/figures.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { notify } from '#web/ui/notify.tsx'
import { JobChanges } from './job-changes.tsx'

const CLOCK_MS = 15_000

type ApprovalJobProps = { ticket: TicketView; job: JobView }

/** A job line before the work goes on: time against estimate, and the findings to write down. */
export function ApprovalJob({ ticket, job }: ApprovalJobProps) {
  const now = useNow(CLOCK_MS)
  const times = `${printDuration(timeTracked(job.sessions, now))}/${printHours(job.estimatedTime)}`
  return (
    <JobLine
      job={job}
      figures={<Figures>{times}</Figures>}
      action={
        <SuggestedTime job={job}>
          <ApproveTime ticketId={ticket.ticketId} job={job} />
        </SuggestedTime>
      }
    >
      <Findings ticket={ticket} job={job} />
      <JobChanges job={job} />
    </JobLine>
  )
}

function ApproveTime({ ticketId, job }: { ticketId: number; job: JobView }) {
  const may = useMay()
  const { jobNumber, suggestedTime } = job
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.approveTime, {
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

function Findings({ ticket, job }: ApprovalJobProps) {
  const may = useMay()
  const { ticketId } = ticket
  const { cause, correction, totalBalance } = job
  const balance =
    totalBalance === null ? [] : [{ label: 'Total Balance', value: printMoney(fromDollars(totalBalance)) }]
  if (!may('job.write-findings', ticket))
    return (
      <>
        <KeyValues
          missing="N/A"
          rows={[...balance, { label: 'Cause', value: cause }, { label: 'Correction', value: correction }]}
        />
        <JobPhotos job={job} />
      </>
    )
  const field = { ticketId, job }
  return (
    <>
      <KeyValues rows={balance} />
      <div className={styles.fields}>
        <SavedField {...field} field="cause" label="Cause" placeholder="Type your Cause Here" />
        <SavedField
          {...field}
          field="correction"
          label="Correction"
          placeholder="Type your Correction Here"
        />
      </div>
      <JobPhotos job={job} />
    </>
  )
}
