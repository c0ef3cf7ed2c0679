import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { cents, formatMoney, sum } from '#domain/lib/money.ts'
import { typedCents } from '#domain/lib/typed-money.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import type { TicketMoneyView } from '#web/features/billing/billing-views.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { MoneyText, TextWithAmounts } from '#web/ui/numbers.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './invoice.module.css'
import { MoneyForm, type TypedMoney, useFormCommand } from './money-form.tsx'
import { SendByEmail } from './send-by-email.tsx'
import { loadInvoiceValidation, useMoneyCommand } from './use-money-command.ts'

/** `email`: the customer's; empty without one. */
type CreditNoteProps = { ticketId: number; email: string; invoice: TicketMoneyView['invoices'][number] }

/** Takes back whole lines of an invoice, or an amount of it. */
export function CreditNote({ ticketId, email, invoice, label }: CreditNoteProps & { label: string }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const [by, setBy] = useState<'amount' | 'lines'>('amount')
  const close = () => setOpen(false)
  const isFree = invoice.total === 0
  if (!isOpen)
    return (
      <Button ref={opener} onClick={() => setOpen(true)}>
        {label}
      </Button>
    )
  const Form = by === 'lines' || isFree ? CreditLines : CreditAmount
  return (
    <div className={styles.wide}>
      {!isFree && (
        <SegmentedControl
          aria-label="What to take back"
          data={[
            { value: 'amount', label: 'An amount' },
            { value: 'lines', label: 'Whole lines' },
          ]}
          value={by}
          onChange={value => setBy(value === 'lines' ? 'lines' : 'amount')}
        />
      )}
      <Form ticketId={ticketId} email={email} invoice={invoice} onClose={close} />
    </div>
  )
}

type FormProps = CreditNoteProps & { onClose: () => void }

const ISSUED = 'Credit note issued.'

function CreditAmount({ ticketId, email, invoice, onClose }: FormProps) {
  const { send, isRunning } = useFormCommand(ticketId, client.billing.issueCreditNote, ISSUED, onClose)
  const { invoiceId, number, total, credited } = invoice
  const left = cents(total - credited)
  const toInput = ({ amount, reason, sendByEmail }: TypedMoney) => ({
    ...{ ticketId, invoiceId, reason, sendByEmail },
    amount: typedCents(amount),
  })
  return (
    <MoneyForm
      label={`Credit note for invoice ${number}`}
      submitLabel="Issue Credit Note"
      email={email}
      amount={left}
      hintOf={amount =>
        amount === left
          ? 'Takes back all of it, tax included. The ticket can be reopened afterwards.'
          : 'Tax included. It is taken off every line and its tax in proportion.'
      }
      withMethod={false}
      withReason
      isRunning={isRunning}
      validate={async typed => (await loadInvoiceValidation()).validateCreditNote(toInput(typed))}
      send={(typed, show) => send(toInput(typed), show)}
      onClose={onClose}
    />
  )
}

type TypedLines = { lineIds: string[]; reason: string; sendByEmail: boolean }

/** Lines to choose from; an invoice of $0.00 has none, and is taken back as a whole. */
function CreditLines({ ticketId, email, invoice, onClose }: FormProps) {
  const { invoiceId, number, lines, total: invoiced } = invoice
  const left = lines.filter(line => line.left > 0)
  const form = useForm<TypedLines>({
    initialValues: { lineIds: [], reason: '', sendByEmail: false },
    validate: async typed => (await loadInvoiceValidation()).validateCreditNote(toInput(typed)),
  })
  const toInput = ({ lineIds, ...typed }: TypedLines) => ({
    ...{ ticketId, invoiceId, ...typed },
    ...(invoiced > 0 && { lineIds }),
  })
  const { run, isRunning } = useMoneyCommand(
    ticketId,
    client.billing.issueCreditNote,
    ISSUED,
    onClose,
    setFormErrors(form),
  )
  const total = sum(left.filter(({ lineId }) => form.values.lineIds.includes(lineId)).map(line => line.left))
  return (
    <form
      onSubmit={submitWith(form, typed => run(toInput(typed)))}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={`Credit note for ${invoiced > 0 ? 'lines of ' : ''}invoice ${number}`}
      className={styles.group}
    >
      {invoiced > 0 && (
        <Checkbox.Group
          label="Lines"
          description="All that is left of them, with the tax on them."
          {...form.getInputProps('lineIds')}
        >
          <div className={styles.lines}>
            {left.map(({ lineId, description, left: amount }) => (
              <Checkbox
                key={lineId}
                value={lineId}
                label={<TextWithAmounts text={`${description}, ${formatMoney(amount)}`} />}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <p className={styles.owed} role="status">
        <span>Taken back</span>
        <MoneyText amount={formatMoney(total)} strong />
      </p>
      <TextInput label="Reason" {...form.getInputProps('reason')} />
      <SendByEmail email={email} {...form.getInputProps('sendByEmail', { type: 'checkbox' })} />
      <div className={styles.choices}>
        <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
          Issue Credit Note
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
