import { Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useId } from 'react'
import { countsSuggestedTime } from '#domain/tickets/job.ts'
import { useNow } from '#web/api/use-now.ts'
import { ApprovalBadge } from '#web/features/approvals/approval-badge.tsx'
import { formatLineChange } from '#web/features/approvals/line-changes.tsx'
import { describePrice, formatDollars } from '#web/features/approvals/line-price.tsx'
import { Numbers } from '#web/ui/numbers.tsx'
import { type ApprovalLine, formatApprovalRequest } from './approval-request-text.ts'
import { RecordAnswer } from './record-answer.tsx'
import styles from './request-approval.module.css'

const MINUTE_MS = 60_000

type ApprovalRequestLineProps = {
  ticketId: number
  line: ApprovalLine
  timeZone: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** One line to request: its total with parts, and its request. */
export function ApprovalRequestLine({
  ticketId,
  line,
  timeZone,
  isChosen,
  onChoose,
}: ApprovalRequestLineProps) {
  const now = useNow(MINUTE_MS)
  const hintId = useId()
  const { jobNumber, problem, obstacles, request, answer, changedSince } = line
  const canAsk = obstacles.length === 0
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <Checkbox
          className={styles.choice}
          label={`${jobNumber}. ${problem}`}
          aria-describedby={hintId}
          disabled={!canAsk}
          checked={isChosen && canAsk}
          onChange={event => onChoose(event.currentTarget.checked)}
        />
        <span className={styles.numbers}>
          <ApprovalBadge answer={answer} isAsked={request?.state === 'open'} />
          <Numbers strong>{formatDollars(canAsk ? line.total : null)}</Numbers>
        </span>
      </div>
      <div className={styles.more}>
        <p id={hintId} className={styles.muted}>
          {canAsk ? describePrice(line) : obstacles.join(' ')}
        </p>
        {line.hoursInTotals !== null && (
          <p className={styles.muted}>{countsSuggestedTime(line.hours, line.hoursInTotals)}</p>
        )}
        {request !== null && <p className={styles.muted}>{formatApprovalRequest(request, timeZone, now)}</p>}
        {request?.isChanged && (
          <p className={styles.changed}>
            <IconAlertTriangle size={16} aria-hidden />
            {request.state === 'open'
              ? 'This job changed after the request. The customer sees the current version.'
              : changedSince === null
                ? 'This job changed after they answered. Ask for approval again.'
                : `${formatLineChange(changedSince, 'the customer')} Ask for approval again.`}
          </p>
        )}
        <RecordAnswer ticketId={ticketId} line={line} />
      </div>
    </li>
  )
}
