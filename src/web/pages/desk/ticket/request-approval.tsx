import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Cents, formatMoney, NO_MONEY, sum } from '#domain/lib/money.ts'
import { typedCents } from '#domain/lib/typed-money.ts'
import { emailNotSentSentence } from '#domain/mail/email-outcome.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { useApprovalChoice } from './approval-choice.tsx'
import type { DeskApprovals } from './approval-request-text.ts'
import styles from './request-approval.module.css'

/** What the chosen lines cost, and the request to approve them. */
export function RequestApproval({ ticketId }: { ticketId: number }) {
  const { data, error, refetch } = useQuery(api.approvals.get.queryOptions({ input: { ticketId } }))
  const { data: money } = useQuery(api.billing.getTicket.queryOptions({ input: { ticketId } }))
  const withDeposit = money?.isOn === true && money.state === 'not-invoiced'
  const region = useRef<HTMLElement>(null)
  // "Ask Customer" is gone once it is tapped; a check box keeps the focus.
  useEffect(() => {
    if (document.activeElement === document.body) region.current?.focus()
  }, [])
  return (
    <section ref={region} tabIndex={-1} className={styles.request} aria-label="Request Customer Approval">
      {error !== null && data === undefined && <QueryError error={error} onRetry={() => void refetch()} />}
      <RequestForm ticketId={ticketId} lines={data?.lines ?? null} withDeposit={withDeposit} />
    </section>
  )
}

type RequestFormProps = {
  ticketId: number
  /** Null while their prices are loading. */
  lines: DeskApprovals['lines'] | null
  /** Whether a deposit may be asked for with it. */
  withDeposit: boolean
}

const depositOf = ({ deposit }: { deposit: number | string }): Cents | undefined =>
  deposit === '' ? undefined : typedCents(deposit)

function RequestForm({ ticketId, lines, withDeposit }: RequestFormProps) {
  const queries = useQueryClient()
  const { chosen, setChosen } = useApprovalChoice()
  const form = useForm({
    initialValues: { note: '', deposit: '' as number | string },
    validate: async typed =>
      (await loadTicketValidation()).validateApprovalRequest({
        ...typed,
        deposit: depositOf(typed),
        jobNumbers: [...chosen],
      }),
  })
  const draft = useDraft(form, `ask about ${ticketId}`)
  const close = () => setChosen(new Set())
  const { run, isRunning } = useTicketCommand(ticketId, client.approvals.request, {
    onDone: ({ email }) => {
      draft.clear()
      close()
      void queries.invalidateQueries({ queryKey: api.approvals.get.key({ input: { ticketId } }) })
      void queries.invalidateQueries({ queryKey: api.billing.getTicket.key({ input: { ticketId } }) })
      const error = emailNotSentSentence(email)
      if (error === null) notify.success('Request saved. The customer will get an email with their link.')
      else notify[email === 'no-address' ? 'success' : 'failure'](`Request saved. ${error}`)
    },
    onError: setFormErrors(form, draft),
  })
  // A chosen line may be gone.
  const chosenLines = (lines ?? []).filter(({ jobNumber }) => chosen.has(jobNumber))
  const unpriced = chosenLines.filter(({ obstacles }) => obstacles.length > 0)
  const total = formatMoney(sum(chosenLines.map(line => line.total ?? NO_MONEY)))
  const submit = submitWith(form, ({ note, ...typed }) => {
    const again = chosenLines.some(({ request }) => request !== null)
    run({
      ticketId,
      jobNumbers: chosenLines.map(({ jobNumber }) => jobNumber),
      note,
      deposit: depositOf(typed),
      again,
    })
  })
  return (
    <form onSubmit={submit} noValidate className={styles.form} aria-label="Request Customer Approval">
      <DraftNote draft={draft} />
      <p role="status" className={styles.sum}>
        {chosen.size === 1 ? '1 job' : `${chosen.size} jobs`}
        {lines !== null && <TextWithAmounts text={`, ${total} total`} />}
      </p>
      {unpriced.length > 0 && (
        <ul className={styles.obstacles} role="alert">
          {unpriced.map(line => (
            <li key={line.jobNumber}>
              {jobLabel(line)}: {line.obstacles.join(' ')}
            </li>
          ))}
        </ul>
      )}
      <TextArea
        label="Note to the customer"
        placeholder="Optional. Shown above the jobs."
        minRows={1}
        maxRows={4}
        {...form.getInputProps('note')}
      />
      {withDeposit && (
        <NumberField
          label="Deposit"
          description="Optional. Asked for with this request, and shown on the customer’s page."
          leftSection="$"
          min={0}
          {...form.getInputProps('deposit')}
        />
      )}
      {form.errors.jobNumbers !== undefined && (
        <p className={styles.error} role="alert">
          {form.errors.jobNumbers}
        </p>
      )}
      <div className={styles.actions}>
        <Button
          type="submit"
          leftSection={<IconSend size={18} aria-hidden />}
          disabled={isRunning || lines === null || unpriced.length > 0}
          onClick={ignoreDoubleClick()}
        >
          {isRunning ? 'Sending…' : 'Request Customer Approval'}
        </Button>
        <Button variant="subtle" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
