import { jobLabel } from '#domain/tickets/job.ts'
import { client } from '#web/api/client.ts'
import { JobChoice } from '#web/features/tickets/jobs/job-select.tsx'
import { partChanged } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import { useThisTicket } from '#web/features/tickets/ticket-context.ts'
import { type PartView, useTicketCommand } from '#web/features/tickets/ticket-queries.ts'
import styles from './parts.module.css'

type PartJobProps = { part: PartView; name: string; mayChange: boolean }

/** The job line a part is for; the desk may change it in its own place. */
export function PartJob({ part, name, mayChange }: PartJobProps) {
  const { ticketId, jobNames: jobs } = useThisTicket()
  const { partId, jobNumber } = part
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changePart, {
    foresee: partChanged,
    untilSeen: true,
  })
  const job = jobs.find(candidate => candidate.jobNumber === jobNumber)
  if (!mayChange) return job === undefined ? null : <span className={styles.job}>{jobLabel(job)}</span>
  if (jobs.length === 0) return null
  return (
    <JobChoice
      className={styles.jobChoice ?? ''}
      size="xs"
      aria-label={`Job line of ${name}`}
      placeholder="No job line"
      jobs={jobs}
      value={jobNumber}
      disabled={isRunning}
      onChange={chosen => run({ ticketId, partId, jobNumber: chosen })}
    />
  )
}
