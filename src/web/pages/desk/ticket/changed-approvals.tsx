// What differs from what the customer approved: shown beside each line, and on finalizing.

import { useQuery } from '@tanstack/react-query'
import { changedSentence } from '#domain/approvals/approval.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { LineChanges } from '#web/features/approvals/line-changes.tsx'
import { formatPrice } from '#web/features/approvals/line-price.tsx'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView, TicketView } from '#web/features/tickets/ticket-view.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './ticket-forms.module.css'

/** Null unless the customer was asked about something. */
function useApprovals(ticketId: number, wasAsked: boolean) {
  const may = usePermission()
  const enabled = wasAsked && may('approval.ask')
  const { data } = useQuery(api.approvals.get.queryOptions({ input: { ticketId }, enabled }))
  return (enabled && data) || null
}

export function ChangedApproval({ job: { jobNumber, answer } }: { job: JobView }) {
  const { ticketId } = useTicketContext()
  const lines = useApprovals(ticketId, answer === 'approved')?.lines ?? []
  const changed = lines.find(line => line.jobNumber === jobNumber)?.changedSince ?? null
  if (changed === null) return null
  return (
    <div className={styles.line}>
      <LineChanges text={changedSentence(changed, 'the customer')} />
    </div>
  )
}

const hasAnswers = (jobs: readonly JobView[]) =>
  jobs.some(({ answer, isAsked }) => answer !== 'none' || isAsked)

type WithJobs = { ticket: Pick<TicketView, 'ticketId' | 'jobs' | 'customerDetails'> }

/** Beside the next step: approved lines that changed and need no new answer, which would block it. */
export function ChangedApprovals({ ticket: { ticketId, jobs } }: WithJobs) {
  const lines = useApprovals(ticketId, hasAnswers(jobs))?.lines ?? []
  const changed = lines.filter(
    ({ changedSince, isRaised, request }) => changedSince !== null && !isRaised && request?.state !== 'open',
  )
  if (changed.length === 0) return null
  const [only] = changed
  return (
    <p className={styles.footer}>
      <TextWithAmounts
        text={
          changed.length === 1 && only?.changedSince
            ? changedSentence(only.changedSince, 'the customer', jobLabel(only))
            : `${changed.length} jobs changed after the customer approved them.`
        }
      />
    </p>
  )
}

/** Which part of the total the customer was never asked about. */
export function UnaskedCharges({ ticket: { ticketId, jobs, customerDetails } }: WithJobs) {
  const unasked = useApprovals(ticketId, hasAnswers(jobs))?.unasked ?? []
  if (unasked.length === 0) return null
  const charges = unasked.map(({ label, amount }) => `${label} (${formatPrice(amount)})`)
  return (
    <p className={styles.unasked}>
      <TextWithAmounts
        text={`${customerDetails.firstName} was never asked about ${new Intl.ListFormat('en-US').format(charges)}.`}
      />
    </p>
  )
}
