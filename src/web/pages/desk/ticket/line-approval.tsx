import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { isPhone } from '#domain/lib/phone.ts'
import { fullName } from '#domain/tickets/assignment.ts'
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
import { onEscape } from '#web/ui/on-escape.ts'
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
      <PhoneAnswers ticketId={ticketId} line={line} />
    </section>
  )
}

type PhoneAnswerFormProps = {
  answer: PhoneAnswer
  jobNumber: number
  customer: { readonly firstName: string; readonly lastName: string; readonly phone: string }
  onRecord: (who: { readonly name: string; readonly phone: string }) => void
  onCancel: () => void
}

/** Who answered, and at which number: mostly the ticket's customer at theirs. */
function PhoneAnswerForm({ answer, jobNumber, customer, onRecord, onCancel }: PhoneAnswerFormProps) {
  const [name, setName] = useState(fullName(customer))
  const [phone, setPhone] = useState(customer.phone)
  const [error, setError] = useState<{ name?: string; phone?: string }>({})
  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = { name: name.trim(), phone: phone.trim() }
    const faults = {
      ...(typed.name === '' && { name: 'Enter who answered.' }),
      ...(typed.phone === '' && { phone: 'Enter the number.' }),
      ...(typed.phone !== '' && !isPhone(typed.phone) && { phone: 'Enter a valid phone number.' }),
    }
    setError(faults)
    if (Object.keys(faults).length === 0) onRecord(typed)
  }
  const verb = answer === 'approved' ? 'Approved' : 'Declined'
  return (
    <form
      className={styles.phoneForm}
      aria-label={`${verb} by phone, job ${jobNumber}`}
      noValidate
      onSubmit={submit}
      onKeyDown={onEscape(onCancel)}
    >
      <TextInput
        label={`Who ${answer} it`}
        value={name}
        maxLength={160}
        error={error.name}
        autoFocus
        onChange={event => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Phone number"
        type="tel"
        value={phone}
        maxLength={40}
        error={error.phone}
        onChange={event => setPhone(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button size="compact-sm" type="submit" variant="filled">
          Record Answer
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type PhoneAnswer = 'approved' | 'declined'

/** Records what the customer said on the phone, undoes that, or cancels the request. */
function PhoneAnswers({ ticketId, line }: { ticketId: number; line: ApprovalLine }) {
  const container = useRef<HTMLDivElement>(null)
  const { customerDetails } = useTicketContext()
  const { jobNumber, request, version, obstacles } = line
  const { record, withdraw, undo } = useAnswers(ticketId, request)
  const [asked, setAsked] = useState<PhoneAnswer | null>(null)
  const isBusy = record.isRunning || withdraw.isRunning || undo.isRunning
  const focusFirst = (): void => container.current?.querySelector('button')?.focus()
  const askWho = (answer: PhoneAnswer) =>
    ignoreDoubleClick(() => {
      if (!isBusy) setAsked(answer)
    })
  const close = () => setAsked(null)
  const wasAsked = useRef<PhoneAnswer | null>(null)
  useEffect(() => {
    // The button that opened the form is back.
    if (asked === null && wasAsked.current !== null)
      container.current?.querySelector<HTMLElement>(`[data-answer="${wasAsked.current}"]`)?.focus()
    wasAsked.current = asked
  }, [asked])
  const undoAnswer = (): void => {
    // The pressed button is gone with the answer.
    focusFirst()
    undo.run({ ticketId, jobNumber, version })
  }
  const withdrawRequest = (): void => {
    // The pressed button is gone with its request.
    focusFirst()
    withdraw.run({ ticketId, jobNumber })
  }
  const jobSuffix = <VisuallyHidden> of job {jobNumber}</VisuallyHidden>
  if (asked !== null)
    return (
      <PhoneAnswerForm
        answer={asked}
        jobNumber={jobNumber}
        customer={customerDetails}
        onCancel={close}
        onRecord={who => {
          // Recording another answer is intended, as the first is visible.
          const again = request !== null && request.state !== 'open'
          record.run({ ticketId, jobNumber, version, answer: asked, again, ...who })
          close()
        }}
      />
    )
  return (
    <div className={styles.actions} ref={container}>
      <Button
        size="compact-sm"
        leftSection={<IconThumbUp size={16} aria-hidden />}
        data-answer="approved"
        disabled={obstacles.length > 0}
        aria-disabled={isBusy || undefined}
        onClick={askWho('approved')}
      >
        Approved by phone{jobSuffix}
      </Button>
      <Button
        size="compact-sm"
        leftSection={<IconThumbDown size={16} aria-hidden />}
        data-answer="declined"
        aria-disabled={isBusy || undefined}
        onClick={askWho('declined')}
      >
        Declined by phone{jobSuffix}
      </Button>
      {request?.how === 'phone' && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={isBusy}
          onClick={ignoreDoubleClick(undoAnswer)}
        >
          Undo Phone Answer{jobSuffix}
        </Button>
      )}
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

/** All but undoing are optimistic, and rolled back on a refusal. */
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
  const undo = useTicketCommand(ticketId, client.approvals.undoAnswer, withMessage('Answer undone.'))
  return { record, withdraw, undo }
}
