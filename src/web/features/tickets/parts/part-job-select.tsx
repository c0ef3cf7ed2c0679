import { useState } from 'react'
import { jobLabel } from '#domain/tickets/job.ts'
import { client } from '#web/api/client.ts'
import { partChanged } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { PartView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { JobSelect } from './job-select.tsx'
import styles from './parts.module.css'

type PartJobSelectProps = { part: PartView; name: string; mayChange: boolean }

/** The job line of a part; the desk can change it in place. */
export function PartJobSelect({ part, name, mayChange }: PartJobSelectProps) {
  const { ticketId, jobNames } = useTicketContext()
  // Forty parts and sixty lines are 2,400 options: a list has them once it is used.
  const [isInUse, setInUse] = useState(false)
  const { partId, jobNumber } = part
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changePart, {
    optimistic: partChanged,
    waitForRefetch: true,
  })
  const job = jobNames.find(candidate => candidate.jobNumber === jobNumber)
  if (!mayChange) return job === undefined ? null : <span className={styles.job}>{jobLabel(job)}</span>
  if (jobNames.length === 0) return null
  return (
    <JobSelect
      className={styles.jobChoice ?? ''}
      size="xs"
      aria-label={`Job line of ${name}`}
      placeholder="No job line"
      jobs={isInUse ? jobNames : job === undefined ? [] : [job]}
      onPointerDown={() => setInUse(true)}
      onFocus={() => setInUse(true)}
      value={jobNumber}
      disabled={isRunning}
      onChange={(chosen, select) => {
        // The part goes to another list.
        select.closest('ul')?.focus()
        run({ ticketId, partId, jobNumber: chosen })
      }}
    />
  )
}
