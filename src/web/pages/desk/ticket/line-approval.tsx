import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { countsSuggestedTime } from '#domain/tickets/job.ts'
import { type AppError, api, client } from '#web/api/client.ts'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { meQuery } from '#web/api/session.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { formatLineChange } from '#web/features/approvals/line-changes.tsx'
import { describePrice, formatDollars } from '#web/features/approvals/line-price.tsx'
import { approvalRequestWithdrawn, jobAnswered } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
import { type ApprovalLine, type DeskApprovals, formatApprovalRequest } from './approval-request-text.ts'
import { answerRecorded, approvalRequestRemoved } from './optimistic-answer.ts'
import styles from './request-approval.module.css'

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

const MINUTE_MS = 60_000

type LoadedApprovalProps = { ticketId: number; line: ApprovalLine; timeZone: string }

function LoadedApproval({ ticketId, line, timeZone }: LoadedApprovalProps) {
  const now = useNow(MINUTE_MS)
  const titleId = useId()
  const { jobNumber, obstacles, request, changedSince } = line
  return (
    <section className={styles.answer} aria-labelledby={titleId}>
      <h3 className={styles.title} id={titleId}>
        Customer approval<VisuallyHidden> of job {jobNumber}</VisuallyHidden>
        {obstacles.length === 0 && <MoneyText amount={formatDollars(line.total)} strong />}
      </h3>
      <p className={styles.muted}>
        <TextWithAmounts text={obstacles.length === 0 ? describePrice(line) : obstacles.join(' ')} />
      </p>
      {line.hoursInTotals !== null && (
        <p className={styles.muted}>{countsSuggestedTime(line.hours, line.hoursInTotals)}</p>
      )}
      {request !== null && <p className={styles.muted}>{formatApprovalRequest(request, timeZone, now)}</p>}
      {request?.isChanged && (
        <p className={styles.changed}>
          <IconAlertTriangle size={16} aria-hidden />
          <TextWithAmounts
            text={
              request.state === 'open'
                ? 'This job changed after the request. The customer sees the current version.'
                : changedSince === null
                  ? 'This job changed after they answered. Ask for approval again.'
                  : `${formatLineChange(changedSince, 'the customer')} Ask for approval again.`
            }
          />
        </p>
      )}
      <PhoneAnswer ticketId={ticketId} line={line} />
    </section>
  )
}

/** Records what the customer said on the phone, or cancels the request. */
function PhoneAnswer({ ticketId, line }: { ticketId: number; line: ApprovalLine }) {
  const container = useRef<HTMLDivElement>(null)
  const { jobNumber, request, version, obstacles } = line
  const { record, withdraw } = useAnswers(ticketId, request)
  const isBusy = record.isRunning || withdraw.isRunning
  const recordAnswer = (answer: 'approved' | 'declined') =>
    ignoreDoubleClick(() => {
      if (isBusy) return
      // Recording another answer is intended, as the first is visible.
      const again = request !== null && request.state !== 'open'
      record.run({ ticketId, jobNumber, version, answer, again })
    })
  const withdrawRequest = (): void => {
    // The pressed button is gone with its request.
    container.current?.querySelector('button')?.focus()
    withdraw.run({ ticketId, jobNumber })
  }
  const jobSuffix = <VisuallyHidden> of job {jobNumber}</VisuallyHidden>
  return (
    <div className={styles.actions} ref={container}>
      <Button
        size="compact-sm"
        leftSection={<IconThumbUp size={16} aria-hidden />}
        disabled={obstacles.length > 0}
        aria-disabled={isBusy || undefined}
        onClick={recordAnswer('approved')}
      >
        Approved by phone{jobSuffix}
      </Button>
      <Button
        size="compact-sm"
        leftSection={<IconThumbDown size={16} aria-hidden />}
        aria-disabled={isBusy || undefined}
        onClick={recordAnswer('declined')}
      >
        Declined by phone{jobSuffix}
      </Button>
      {request?.state === 'open' && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          disabled={isBusy}
          onClick={ignoreDoubleClick(withdrawRequest)}
        >
          Cancel Request{jobSuffix}
        </Button>
      )}
    </div>
  )
}

/** Both are optimistic, and rolled back on a refusal. */
function useAnswers(ticketId: number, request: ApprovalLine['request']) {
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const name = me !== undefined && 'name' in me ? me.name : ''
  const { queryKey } = api.approvals.get.queryOptions({ input: { ticketId } })
  const refetch = () => void queries.invalidateQueries({ queryKey })
  const onError = ({ message, requestId }: AppError): void => {
    refetch()
    notify.failure(message, { requestId })
  }
  const withMessage = (text: string) => ({
    // After a new request or answer, the same press is another command.
    basis: JSON.stringify([request?.askedAt, request?.answeredAt]),
    onError,
    onDone: () => {
      refetch()
      notify.success(text)
    },
  })
  const record = useTicketCommand(ticketId, client.approvals.recordAnswer, {
    ...withMessage('Answer recorded.'),
    optimistic: jobAnswered,
    optimisticElsewhere: input =>
      optimisticUpdate<DeskApprovals>(queries, queryKey, view =>
        answerRecorded(view, input, name, new Date()),
      ),
  })
  const withdraw = useTicketCommand(ticketId, client.approvals.withdraw, {
    ...withMessage('Request canceled.'),
    optimistic: approvalRequestWithdrawn,
    optimisticElsewhere: input =>
      optimisticUpdate<DeskApprovals>(queries, queryKey, view => approvalRequestRemoved(view, input)),
  })
  return { record, withdraw }
}
