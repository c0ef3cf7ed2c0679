import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { AddPart } from './add-part.tsx'
import { PartList } from './part-list.tsx'
import styles from './parts.module.css'

/** The parts of one job line, inside it. */
export function LineParts({ job: { jobNumber } }: { job: JobView }) {
  const ticket = useTicketContext()
  const mayAdd = useTicketPermission()('part.add')
  const parts = ticket.parts.filter(part => part.jobNumber === jobNumber)
  if (parts.length === 0 && !mayAdd) return null
  return (
    <section className={styles.lineParts} aria-label={`Parts of job ${jobNumber}`}>
      <PartList parts={parts} inLine />
      {mayAdd && <AddPart jobNumber={jobNumber} />}
    </section>
  )
}
