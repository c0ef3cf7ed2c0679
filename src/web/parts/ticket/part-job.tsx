import { jobLabel } from '#domain/job.ts'
import { client } from '#web/api.ts'
import { partChanged } from './foreseen-parts.ts'
import { JobChoice } from './job-choice.tsx'
import styles from './parts.module.css'
import { useThisTicket } from './this-ticket.ts'
import { type PartView, useTicketCommand } from './ticket-view.ts'

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
