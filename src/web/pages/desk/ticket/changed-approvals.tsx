// Lines that changed since their approval: shown beside each of them, and on finalizing.

import { useQuery } from '@tanstack/react-query'
import { jobLabel } from '#domain/tickets/job.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { formatLineChange, LineChanges } from '#web/features/approvals/line-changes.tsx'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView, TicketView } from '#web/features/tickets/ticket-view.ts'
import styles from './ticket-forms.module.css'

function useApprovals(ticketId: number, isApproved: boolean) {
  const may = usePermission()
  const enabled = isApproved && may('approval.ask')
  const { data } = useQuery(api.approvals.get.queryOptions({ input: { ticketId }, enabled }))
  return enabled ? (data?.lines ?? []) : []
}

export function ChangedApproval({ job: { jobNumber, answer } }: { job: JobView }) {
  const { ticketId } = useTicketContext()
  const lines = useApprovals(ticketId, answer === 'approved')
  const changed = lines.find(line => line.jobNumber === jobNumber)?.changedSince ?? null
  if (changed === null) return null
  return (
    <div className={styles.line}>
      <LineChanges text={formatLineChange(changed, 'the customer')} />
    </div>
  )
}

/** Beside the next step, which it does not block. */
export function ChangedApprovals({
  ticket: { ticketId, jobs },
}: {
  ticket: Pick<TicketView, 'ticketId' | 'jobs'>
}) {
  const isApproved = jobs.some(({ answer }) => answer === 'approved')
  const changed = useApprovals(ticketId, isApproved).filter(line => line.changedSince !== null)
  if (changed.length === 0) return null
  const [only] = changed
  return (
    <p className={styles.footer}>
      {changed.length === 1 && only?.changedSince
        ? formatLineChange(only.changedSince, 'the customer', jobLabel(only))
        : `${changed.length} jobs changed after the customer approved them.`}
    </p>
  )
}
