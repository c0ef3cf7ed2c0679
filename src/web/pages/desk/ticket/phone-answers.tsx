import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowBackUp, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fullName } from '#domain/tickets/assignment.ts'
import { type AppError, api, client } from '#web/api/client.ts'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { meQuery } from '#web/api/session.ts'
import { submitWith } from '#web/api/validate-with-contract.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { approvalRequestWithdrawn, jobAnswered } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import type { ApprovalLine, DeskApprovals } from './approval-request-text.ts'
import { answerRecorded, approvalRequestRemoved } from './optimistic-answer.ts'
import styles from './request-approval.module.css'

type PhoneAnswerFormProps = {
  answer: PhoneAnswer
  jobNumber: number
  customer: { readonly firstName: string; readonly lastName: string; readonly phone: string }
  isRecording: boolean
  onRecord: (who: { readonly name: string; readonly phone: string }) => void
  onCancel: () => void
}

/** Who answered, and at which number: mostly the ticket's customer at theirs. */
function PhoneAnswerForm(props: PhoneAnswerFormProps) {
  const { answer, jobNumber, customer, isRecording, onRecord, onCancel } = props
  const form = useForm({
    initialValues: { name: fullName(customer), phone: customer.phone },
    validate: async typed => (await loadTicketValidation()).validatePhoneAnswerer(typed),
  })
  const verb = answer === 'approved' ? 'Approved' : 'Declined'
  return (
    <form
      className={styles.phoneForm}
      aria-label={`${verb} by phone, job ${jobNumber}`}
      noValidate
      onSubmit={submitWith(form, onRecord)}
      onKeyDown={onEscape(onCancel)}
    >
      <TextInput label={`Who ${answer} it`} maxLength={160} autoFocus {...form.getInputProps('name')} />
      <TextInput label="Phone number" type="tel" maxLength={40} {...form.getInputProps('phone')} />
      <div className={styles.actions}>
        <Button size="compact-sm" type="submit" variant="filled" aria-disabled={isRecording || undefined}>
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
export function PhoneAnswers({ ticketId, line }: { ticketId: number; line: ApprovalLine }) {
  const container = useRef<HTMLDivElement>(null)
  const { customerDetails } = useTicketContext()
  const { jobNumber, request, version, obstacles } = line
  const [asked, setAsked] = useState<PhoneAnswer | null>(null)
  const close = () => setAsked(null)
  // What was typed stays until the answer is recorded.
  const { record, withdraw, undo } = useAnswers(ticketId, request, close)
  const isBusy = record.isRunning || withdraw.isRunning || undo.isRunning
  const focusFirst = (): void => container.current?.querySelector('button')?.focus()
  const askWho = (answer: PhoneAnswer) =>
    ignoreDoubleClick(() => {
      if (!isBusy) setAsked(answer)
    })
  const wasAsked = useRef<PhoneAnswer | null>(null)
  useEffect(() => {
    // The button that opened the form is back.
    if (asked === null && wasAsked.current !== null)
      container.current?.querySelector<HTMLElement>(`[data-answer="${wasAsked.current}"]`)?.focus()
    wasAsked.current = asked
  }, [asked])
  const undoAnswer = (): void => {
    // The tapped button is gone with the answer.
    focusFirst()
    undo.run({ ticketId, jobNumber, version })
  }
  const withdrawRequest = (): void => {
    // The tapped button is gone with its request.
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
        isRecording={record.isRunning}
        onCancel={close}
        onRecord={who => {
          if (record.isRunning) return
          // Recording another answer is intended, as the first is visible.
          const again = request !== null && request.state !== 'open'
          record.run({ ticketId, jobNumber, version, answer: asked, again, ...who })
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
function useAnswers(ticketId: number, request: ApprovalLine['request'], onRecorded: () => void) {
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const name = me !== undefined && 'name' in me ? me.name : ''
  const { queryKey } = api.approvals.get.queryOptions({ input: { ticketId } })
  const refetch = () => void queries.invalidateQueries({ queryKey })
  const onError = ({ message, requestId }: AppError): void => {
    refetch()
    notify.failure(message, { requestId })
  }
  const [undone, setUndone] = useState(0)
  const withMessage = (text: string, onDone?: () => void) => ({
    // After a new request or answer, or one that was undone, the same button is another command.
    basis: JSON.stringify([request?.askedAt, request?.answeredAt, undone]),
    onError,
    onDone: () => {
      onDone?.()
      refetch()
      // The notice of an earlier answer is over.
      notify.success(text, `answers ${ticketId}`)
    },
  })
  const record = useTicketCommand(ticketId, client.approvals.recordAnswer, {
    ...withMessage('Answer recorded.', onRecorded),
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
  const undo = useTicketCommand(
    ticketId,
    client.approvals.undoAnswer,
    withMessage('Answer undone.', () => setUndone(count => count + 1)),
  )
  return { record, withdraw, undo }
}
