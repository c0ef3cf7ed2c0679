import { Button, VisuallyHidden } from '@mantine/core'
import { IconPhone, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type AppError, api, client } from '#web/api/client.ts'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { meQuery } from '#web/api/session.ts'
import { approvalRequestWithdrawn, jobAnswered } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import type { ApprovalLine, DeskApprovals } from './approval-request-text.ts'
import { answerRecorded, approvalRequestRemoved } from './optimistic-answer.ts'
import styles from './request-approval.module.css'

/** The desk's other actions on a line: record a phone answer, or cancel its request. */
export function RecordAnswer({ ticketId, line }: { ticketId: number; line: ApprovalLine }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { jobNumber, request, version } = line
  const { record, withdraw } = useAnswers(ticketId, request)
  const isBusy = record.isRunning || withdraw.isRunning
  const recordAnswer = (answer: Answer): void => {
    close()
    // Recording another answer is intended, as the first is visible.
    const again = request !== null && request.state !== 'open'
    record.run({ ticketId, jobNumber, version, answer, again })
  }
  const withdrawRequest = (): void => {
    // The pressed button is gone with its request.
    opener.current?.focus()
    withdraw.run({ ticketId, jobNumber })
  }
  const jobSuffix = <VisuallyHidden> of job {jobNumber}</VisuallyHidden>
  if (isOpen) return <PhoneAnswer line={line} onAnswer={recordAnswer} onClose={close} />
  return (
    <div className={styles.actions}>
      <Button
        ref={opener}
        size="compact-sm"
        leftSection={<IconPhone size={16} aria-hidden />}
        aria-disabled={isBusy || undefined}
        onClick={ignoreDoubleClick(isBusy ? undefined : () => setOpen(true))}
      >
        Record Phone Approval{jobSuffix}
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

type Answer = 'approved' | 'declined'

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

type PhoneAnswerProps = { line: ApprovalLine; onAnswer: (answer: Answer) => void; onClose: () => void }

function PhoneAnswer({ line: { jobNumber, obstacles }, onAnswer, onClose }: PhoneAnswerProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the question from any button
    <div className={styles.actions} onKeyDown={onEscape(onClose)}>
      <span role="alert">Customer’s answer by phone:</span>
      <Button
        size="compact-sm"
        leftSection={<IconThumbUp size={16} aria-hidden />}
        disabled={obstacles.length > 0}
        onClick={ignoreDoubleClick(() => onAnswer('approved'))}
      >
        Approved<VisuallyHidden> job {jobNumber}</VisuallyHidden>
      </Button>
      <Button
        size="compact-sm"
        leftSection={<IconThumbDown size={16} aria-hidden />}
        onClick={ignoreDoubleClick(() => onAnswer('declined'))}
      >
        Declined<VisuallyHidden> job {jobNumber}</VisuallyHidden>
      </Button>
      <Button ref={cancel} size="compact-sm" variant="subtle" onClick={onClose}>
        Cancel
      </Button>
    </div>
  )
}
