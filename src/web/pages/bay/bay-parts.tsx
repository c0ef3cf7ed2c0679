import { IconPackage } from '@tabler/icons-react'
import { jobLabel } from '#domain/tickets/job.ts'
import { NewPartForm } from '#web/features/tickets/parts/new-part-form.tsx'
import type { PartView, TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Numbers } from '#web/ui/numbers.tsx'
import styles from './bay-parts.module.css'

/** The parts, without prices. */
export function BayParts({ ticket: { ticketId, jobs, parts } }: { ticket: TicketView }) {
  const mayAdd = useTicketPermission()('part.add')
  return (
    <Panel title="Parts" count={parts.length} flush>
      {parts.length === 0 ? (
        <EmptyState compact icon={IconPackage} sentence="No parts added yet." />
      ) : (
        <ul className={styles.list}>
          {parts.map(part => (
            <PartLine
              key={part.partId}
              part={part}
              job={jobs.find(({ jobNumber }) => jobNumber === part.jobNumber)}
            />
          ))}
        </ul>
      )}
      {mayAdd && <NewPartForm ticketId={ticketId} withPrice={false} jobs={jobs} />}
    </Panel>
  )
}

type PartLineProps = { part: PartView; job: TicketView['jobs'][number] | undefined }

const PartLine = ({ part: { quantity, description, isPriced, optimistic }, job }: PartLineProps) => (
  <li className={styles.part} aria-busy={optimistic && true}>
    <Numbers strong>{quantity}</Numbers>
    <span className={styles.words}>
      {description || 'No description'}
      {job !== undefined && <span className={styles.job}>{jobLabel(job)}</span>}
    </span>
    {!isPriced && <span className={styles.unpriced}>No price yet</span>}
  </li>
)
