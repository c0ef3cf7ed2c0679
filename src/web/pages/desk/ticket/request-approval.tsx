import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef } from 'react'
import { formatMoney, fromDollars, sum } from '#domain/lib/money.ts'
import { emailNotSentSentence } from '#domain/mail/email-outcome.ts'
import { api, client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { ApprovalRequestLine } from './approval-request-line.tsx'
import type { DeskApprovals } from './approval-request-text.ts'
import styles from './request-approval.module.css'

/** Job lines with totals: requested by link, answered there or by phone. */
export function RequestApproval({ ticketId }: { ticketId: number }) {
  const { data, error, refetch } = useQuery(api.approvals.get.queryOptions({ input: { ticketId } }))
  if (data === undefined)
    return error === null ? null : (
      <Panel title="Request Customer Approval">
        <QueryError error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  return data.lines.length === 0 ? null : <RequestApprovalForm ticketId={ticketId} view={data} />
}

/** Enter on a checkbox would send an unintended email. */
function preventEnterSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

type RequestFormValues = { jobNumbers: number[]; note: string }

const EMPTY_VALUES: RequestFormValues = { jobNumbers: [], note: '' }

function RequestApprovalForm({ ticketId, view }: { ticketId: number; view: DeskApprovals }) {
  const queries = useQueryClient()
  const formElement = useRef<HTMLFormElement>(null)
  const form = useForm<RequestFormValues>({
    initialValues: EMPTY_VALUES,
    validate: async typed => (await loadTicketValidation()).validateApprovalRequest(typed),
  })
  const draft = useDraft(form, `ask about ${ticketId}`)
  const { run, isRunning } = useTicketCommand(ticketId, client.approvals.request, {
    onDone: ({ email }) => {
      draft.clear()
      form.reset()
      void queries.invalidateQueries({ queryKey: api.approvals.get.key({ input: { ticketId } }) })
      const error = emailNotSentSentence(email)
      if (error === null) notify.success('Request saved. The customer will get an email with their link.')
      else notify.failure(`Request saved. ${error}`)
    },
    onError: setFormErrors(form),
  })
  // A selected line may be gone, or have lost its price.
  const chosen = view.lines.filter(
    ({ jobNumber, obstacles }) => obstacles.length === 0 && form.values.jobNumbers.includes(jobNumber),
  )
  const total = sum(chosen.map(line => fromDollars(line.total ?? 0)))

  function choose(jobNumber: number, isChosen: boolean) {
    const others = form.getValues().jobNumbers.filter(other => other !== jobNumber)
    form.setFieldValue('jobNumbers', isChosen ? [...others, jobNumber] : others)
    form.clearFieldError('jobNumbers')
  }

  const submit = submitWith(
    form,
    ({ note }) => {
      const again = chosen.some(({ request }) => request !== null)
      run({ ticketId, jobNumbers: chosen.map(({ jobNumber }) => jobNumber), note, again })
    },
    () => formElement.current?.querySelector<HTMLElement>('input:not(:disabled), textarea')?.focus(),
  )

  return (
    <Panel title="Request Customer Approval" flush>
      <form ref={formElement} onSubmit={submit} noValidate aria-label="Request Customer Approval">
        <ul className={styles.lines} onKeyDown={preventEnterSubmit}>
          {view.lines.map(line => (
            <ApprovalRequestLine
              key={line.jobNumber}
              ticketId={ticketId}
              line={line}
              timeZone={view.timeZone}
              isChosen={form.values.jobNumbers.includes(line.jobNumber)}
              onChoose={isChosen => choose(line.jobNumber, isChosen)}
            />
          ))}
        </ul>
        <div className={styles.footer}>
          <TextArea
            label="Note to the customer"
            description="Optional. Shown above the jobs."
            minRows={1}
            maxRows={6}
            {...form.getInputProps('note')}
          />
          {form.errors.jobNumbers !== undefined && (
            <p className={styles.error} role="alert">
              {form.errors.jobNumbers}
            </p>
          )}
          <div className={styles.send}>
            <Button
              type="submit"
              leftSection={<IconSend size={18} aria-hidden />}
              disabled={isRunning}
              onClick={ignoreDoubleClick()}
            >
              {isRunning ? 'Sending…' : 'Request Customer Approval'}
            </Button>
            <span role="status" className={styles.muted}>
              {chosen.length === 0
                ? 'Select the jobs to send.'
                : `${chosen.length} ${chosen.length === 1 ? 'job' : 'jobs'}, ${formatMoney(total)} total`}
            </span>
          </div>
        </div>
      </form>
    </Panel>
  )
}
