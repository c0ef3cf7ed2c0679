import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { changedSentence } from '#domain/approvals/approval.ts'
import { countsSuggestedTime } from '#domain/tickets/job.ts'
import { api } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { describePrice, formatPrice } from '#web/features/approvals/line-price.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
import { type ApprovalLine, formatApprovalRequest } from './approval-request-text.ts'
import { PhoneAnswers } from './phone-answers.tsx'
import approvalStyles from './request-approval.module.css'

/** What the customer pays for a line, what they said about it, and what they say on the phone. */
export function LineApproval({ job: { jobNumber } }: { job: JobView }) {
  const { ticketId } = useTicketContext()
  const may = usePermission()
  const { data, error, refetch } = useQuery(
    api.approvals.get.queryOptions({ input: { ticketId }, enabled: may('approval.ask') }),
  )
  if (!may('approval.ask')) return null
  if (data === undefined)
    return error === null ? (
      <PanelSkeleton lines={2} />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  const line = data.lines.find(candidate => candidate.jobNumber === jobNumber)
  return line === undefined ? null : (
    <LoadedApproval ticketId={ticketId} line={line} timeZone={data.timeZone} />
  )
}

type LoadedApprovalProps = { ticketId: number; line: ApprovalLine; timeZone: string }

function LoadedApproval({ ticketId, line, timeZone }: LoadedApprovalProps) {
  const now = useNow()
  const titleId = useId()
  const { jobNumber, obstacles, request, changedSince } = line
  return (
    <section className={approvalStyles.answer} aria-labelledby={titleId}>
      <h3 className={approvalStyles.title} id={titleId}>
        Customer approval<VisuallyHidden> of job {jobNumber}</VisuallyHidden>
        {obstacles.length === 0 && <MoneyText amount={formatPrice(line.total)} strong />}
      </h3>
      <p className={approvalStyles.muted}>
        <TextWithAmounts text={obstacles.length === 0 ? describePrice(line) : obstacles.join(' ')} />
      </p>
      {line.hoursInTotals !== null && (
        <p className={approvalStyles.muted}>{countsSuggestedTime(line.hours, line.hoursInTotals)}</p>
      )}
      {request !== null && (
        <p className={approvalStyles.muted}>{formatApprovalRequest(request, timeZone, now)}</p>
      )}
      {request?.isChanged && (
        <p className={approvalStyles.changed}>
          <IconAlertTriangle size={16} aria-hidden />
          <TextWithAmounts
            text={
              request.state === 'open'
                ? 'This job changed after the request. The customer sees the current version.'
                : changedSince === null
                  ? 'This job changed after they answered. Ask for approval again.'
                  : `${changedSentence(changedSince, 'the customer')} Ask for approval again.`
            }
          />
        </p>
      )}
      <PhoneAnswers ticketId={ticketId} line={line} />
    </section>
  )
}
