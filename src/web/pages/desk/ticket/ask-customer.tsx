import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef } from 'react'
import { asking } from '#contract/approvals.ts'
import { fromDollars, printMoney, sum } from '#domain/lib/money.ts'
import { noLetterSentence } from '#domain/mail/email-outcome.ts'
import { api, client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { useMay } from '#web/api/use-permission.ts'
import { showFault, validateWith } from '#web/api/validate-with-contract.ts'
import { useTicketCommand } from '#web/features/tickets/ticket-queries.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { AskedLine } from './approval-request-line.tsx'
import type { ApprovalsView } from './approvals-view.ts'
import styles from './ask-customer.module.css'

/** Job lines at their all-in price: asked about by link, answered there or on the phone. */
export function AskCustomer({ ticketId }: { ticketId: number }) {
  const may = useMay()
  return may('approval.ask') ? <Approvals ticketId={ticketId} /> : null
}

function Approvals({ ticketId }: { ticketId: number }) {
  const { data, error, refetch } = useQuery(api.approvals.get.queryOptions({ input: { ticketId } }))
  if (data === undefined)
    return error === null ? null : (
      <Panel title="Ask the Customer">
        <LoadFault error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  return data.lines.length === 0 ? null : <AskForm ticketId={ticketId} view={data} />
}

/** Enter on a checkbox would send a letter that nobody meant. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

type Typed = { jobNumbers: number[]; note: string }

const NOTHING: Typed = { jobNumbers: [], note: '' }

function AskForm({ ticketId, view }: { ticketId: number; view: ApprovalsView }) {
  const queries = useQueryClient()
  const here = useRef<HTMLFormElement>(null)
  const form = useForm<Typed>({
    initialValues: NOTHING,
    validate: validateWith<Typed>(asking),
  })
  const draft = useDraft(form, `ask about ${ticketId}`)
  const { run, isRunning } = useTicketCommand(ticketId, client.approvals.ask, {
    onDone: ({ letter }) => {
      draft.clear()
      form.reset()
      void queries.invalidateQueries({ queryKey: api.approvals.get.key({ input: { ticketId } }) })
      const fault = noLetterSentence(letter)
      if (fault === null) notify.success('The customer is asked: a letter with their link is on its way.')
      else notify.failure(`The customer is asked. ${fault}`)
    },
    onFault: showFault(form),
  })
  // A line that was chosen may be gone, or have lost its price, since.
  const chosen = view.lines.filter(
    ({ jobNumber, obstacles }) => obstacles.length === 0 && form.values.jobNumbers.includes(jobNumber),
  )
  const total = sum(chosen.map(line => fromDollars(line.total ?? 0)))

  function choose(jobNumber: number, isChosen: boolean) {
    const others = form.getValues().jobNumbers.filter(other => other !== jobNumber)
    form.setFieldValue('jobNumbers', isChosen ? [...others, jobNumber] : others)
    form.clearFieldError('jobNumbers')
  }

  const ask = form.onSubmit(
    ({ note }) => {
      const again = chosen.some(({ question }) => question !== null)
      run({ ticketId, jobNumbers: chosen.map(({ jobNumber }) => jobNumber), note, again })
    },
    () => here.current?.querySelector<HTMLElement>('input:not(:disabled), textarea')?.focus(),
  )

  return (
    <Panel title="Ask the Customer" flush>
      <form ref={here} onSubmit={ask} noValidate aria-label="Ask the Customer">
        <ul className={styles.lines} onKeyDown={keepEnter}>
          {view.lines.map(line => (
            <AskedLine
              key={line.jobNumber}
              ticketId={ticketId}
              line={line}
              timeZone={view.timeZone}
              isChosen={form.values.jobNumbers.includes(line.jobNumber)}
              onChoose={isChosen => choose(line.jobNumber, isChosen)}
            />
          ))}
        </ul>
        <div className={styles.foot}>
          <Textarea
            label="Note to the customer"
            description="Optional. They read it above the lines."
            autosize
            minRows={1}
            maxRows={6}
            {...form.getInputProps('note')}
          />
          {form.errors.jobNumbers !== undefined && (
            <p className={styles.fault} role="alert">
              {form.errors.jobNumbers}
            </p>
          )}
          <div className={styles.send}>
            <Button
              type="submit"
              leftSection={<IconSend size={18} aria-hidden />}
              disabled={isRunning}
              onClick={firstClick()}
            >
              {isRunning ? 'Asking…' : 'Ask the Customer'}
            </Button>
            <span role="status" className={styles.soft}>
              {chosen.length === 0
                ? 'Choose the lines to ask about.'
                : `${chosen.length} ${chosen.length === 1 ? 'line' : 'lines'}, ${printMoney(total)} all in`}
            </span>
          </div>
        </div>
      </form>
    </Panel>
  )
}
