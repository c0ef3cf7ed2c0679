import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useState } from 'react'
import { isFullyCredited, METHOD_LABELS, type PaymentMethod } from '#domain/billing/ledger.ts'
import { formatMoney, fromDollars, isWholeCents, toDollars } from '#domain/lib/money.ts'
import type { EmailOutcome } from '#domain/mail/email-outcome.ts'
import { client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import type { InvoiceProps, TicketMoneyView } from '#web/features/billing/billing-views.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './invoice.module.css'
import { loadInvoiceValidation, useMoneyCommand } from './use-money-command.ts'

const METHODS = Object.entries(METHOD_LABELS).map(([value, label]) => ({ value, label }))

/** What may be done with a ticket's money, one form at a time. */
export function MoneyForms({ ticket, money }: InvoiceProps) {
  const { ticketId, state, customerDetails } = ticket
  const { email } = customerDetails
  const may = usePermission()
  const { balance, deposit, invoices, entries } = money
  const open = invoices.find(invoice => !isCredited(invoice))
  const isOwner = may('billing.correct')
  return (
    <div className={styles.actions}>
      {balance.due > 0 && <TakePayment ticketId={ticketId} email={email} due={balance.due} />}
      {open === undefined && state !== 'declined' && (
        <TakeDeposit
          ticketId={ticketId}
          email={email}
          received={balance.received}
          asked={deposit?.due ?? 0}
        />
      )}
      {isOwner && balance.received > 0 && (
        <TakeBack
          ticketId={ticketId}
          email={email}
          received={balance.received}
          credit={balance.credit + balance.held}
        />
      )}
      {isOwner &&
        entries.map(
          ({ entryId, refundable }) =>
            refundable !== null &&
            refundable > 0 && (
              <RefundCard
                key={entryId}
                {...{ ticketId, email, entryId, refundable }}
                received={balance.received}
              />
            ),
        )}
      {isOwner && open !== undefined && <CreditNote ticketId={ticketId} email={email} invoice={open} />}
    </div>
  )
}

const isCredited = ({ total, credited }: { total: number; credited: number }): boolean =>
  isFullyCredited({ total: fromDollars(total), credited: fromDollars(credited) })

type Typed = {
  amount: number | string
  method: PaymentMethod
  reference: string
  reason: string
  sendByEmail: boolean
}

type MoneyFormProps = {
  label: string
  submitLabel: string
  amount: number
  /** What is said of another amount than `amount`; null for nothing. */
  hintOf?: (amount: number) => string | null
  withMethod?: boolean
  withReason?: boolean
  /** The customer's; empty or undefined for no receipt by email. */
  email?: string
  isRunning: boolean
  /** The errors of what is typed, and the errors of the server. */
  validate: (typed: Typed) => Promise<FormErrors>
  send: (typed: Typed, showErrors: ReturnType<typeof setFormErrors<Typed>>) => void
  onClose: () => void
}

function MoneyForm(props: MoneyFormProps) {
  const { label, submitLabel, amount, hintOf = () => null, isRunning, validate, send, onClose } = props
  const { withMethod = true, withReason = false, email = '' } = props
  const form = useForm<Typed>({
    initialValues: {
      amount: amount > 0 ? amount : '',
      method: 'cash',
      reference: '',
      reason: '',
      sendByEmail: false,
    },
    validate,
  })
  const typed = form.values.amount
  const hint = typeof typed === 'number' && isWholeCents(typed) ? hintOf(typed) : null
  return (
    <form
      onSubmit={submitWith(form, values => send(values, setFormErrors(form)))}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={label}
      className={styles.group}
    >
      <h3 className={styles.title}>{label}</h3>
      <NumberField
        label="Amount"
        leftSection="$"
        step={1}
        min={0}
        autoFocus
        description={hint}
        {...form.getInputProps('amount')}
      />
      {withMethod && (
        <div className={styles.row}>
          <NativeSelect label="How" data={METHODS} {...form.getInputProps('method')} />
          <TextInput label="Reference" placeholder="Check number" {...form.getInputProps('reference')} />
        </div>
      )}
      {withReason && <TextInput label="Reason" {...form.getInputProps('reason')} />}
      {email !== '' && (
        <Checkbox
          label={`Send by email to ${email}`}
          {...form.getInputProps('sendByEmail', { type: 'checkbox' })}
        />
      )}
      <div className={styles.choices}>
        <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
          {submitLabel}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type ShowErrors = ReturnType<typeof setFormErrors<Typed>>

/** Runs a command whose errors go to the form that sent it. */
function useFormCommand<Input, Output extends { email?: EmailOutcome | null }>(
  ticketId: number,
  call: Parameters<typeof useMoneyCommand<Input, Output>>[1],
  done: string,
  onDone: () => void,
) {
  const [showErrors, setShowErrors] = useState<{ readonly show: ShowErrors } | null>(null)
  const { run, isRunning } = useMoneyCommand(ticketId, call, done, onDone, error => showErrors?.show(error))
  return {
    isRunning,
    send: (input: Input, show: ShowErrors): void => {
      setShowErrors({ show })
      run(input)
    },
  }
}

const amountOf = ({ amount }: Typed): number => amount as number

type TakeProps = { ticketId: number; email: string }

function TakePayment({ ticketId, email, due }: TakeProps & { due: number }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { send, isRunning } = useFormCommand(
    ticketId,
    client.billing.recordPayment,
    'Payment recorded.',
    close,
  )
  const toInput = (typed: Typed) => {
    const { method, reference, sendByEmail } = typed
    return { ticketId, amount: amountOf(typed), method, reference, sendByEmail, due }
  }
  if (!isOpen)
    return (
      <Button ref={opener} variant="filled" onClick={() => setOpen(true)}>
        Take Payment
      </Button>
    )
  return (
    <MoneyForm
      label="Take Payment"
      submitLabel="Record Payment"
      email={email}
      amount={due}
      hintOf={amount =>
        amount > due
          ? `${formatMoney(fromDollars(toDollars(fromDollars(amount - due))))} more than is due: it stays as the customer’s credit.`
          : null
      }
      isRunning={isRunning}
      validate={async typed => (await loadInvoiceValidation()).validatePayment(toInput(typed))}
      send={(typed, show) => send(toInput(typed), show)}
      onClose={close}
    />
  )
}

function TakeDeposit({ ticketId, email, received, asked }: TakeProps & { received: number; asked: number }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { send, isRunning } = useFormCommand(
    ticketId,
    client.billing.recordDeposit,
    'Deposit recorded.',
    close,
  )
  const toInput = (typed: Typed) => {
    const { method, reference, sendByEmail } = typed
    return { ticketId, amount: amountOf(typed), method, reference, sendByEmail, received }
  }
  if (!isOpen)
    return (
      <Button ref={opener} onClick={() => setOpen(true)}>
        Take Deposit
      </Button>
    )
  return (
    <MoneyForm
      label="Take Deposit"
      submitLabel="Record Deposit"
      email={email}
      amount={asked}
      isRunning={isRunning}
      validate={async typed => (await loadInvoiceValidation()).validateDeposit(toInput(typed))}
      send={(typed, show) => send(toInput(typed), show)}
      onClose={close}
    />
  )
}

function TakeBack({ ticketId, email, received, credit }: TakeProps & { received: number; credit: number }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { send, isRunning } = useFormCommand(ticketId, client.billing.refund, 'Refund recorded.', close)
  const toInput = (typed: Typed) => {
    const { method, reference, reason, sendByEmail } = typed
    return { ticketId, amount: amountOf(typed), method, reference, reason, sendByEmail, received }
  }
  if (!isOpen)
    return (
      <Button ref={opener} variant="subtle" onClick={() => setOpen(true)}>
        Refund
      </Button>
    )
  return (
    <MoneyForm
      label="Refund"
      submitLabel="Record Refund"
      email={email}
      amount={credit}
      hintOf={amount => (amount > credit ? 'What is refunded beyond the credit is due again.' : null)}
      withReason
      isRunning={isRunning}
      validate={async typed => (await loadInvoiceValidation()).validateRefund(toInput(typed))}
      send={(typed, show) => send(toInput(typed), show)}
      onClose={close}
    />
  )
}

type RefundCardProps = TakeProps & { entryId: string; refundable: number; received: number }

function RefundCard({ ticketId, email, entryId, refundable, received }: RefundCardProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { send, isRunning } = useFormCommand(
    ticketId,
    client.billing.refundCard,
    'Refunded to the card.',
    close,
  )
  const toInput = (typed: Typed) => {
    const { reason, sendByEmail } = typed
    return { ticketId, entryId, amount: amountOf(typed), reason, sendByEmail, received }
  }
  const label = `Refund ${formatMoney(fromDollars(refundable))} to the Card`
  if (!isOpen)
    return (
      <Button ref={opener} variant="subtle" onClick={() => setOpen(true)}>
        {label}
      </Button>
    )
  return (
    <MoneyForm
      label="Refund to the card"
      submitLabel="Refund to the Card"
      email={email}
      amount={refundable}
      withMethod={false}
      withReason
      isRunning={isRunning}
      validate={async typed => (await loadInvoiceValidation()).validateCardRefund(toInput(typed))}
      send={(typed, show) => send(toInput(typed), show)}
      onClose={close}
    />
  )
}

type CreditNoteProps = TakeProps & { invoice: TicketMoneyView['invoices'][number] }

function CreditNote({ ticketId, email, invoice }: CreditNoteProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { send, isRunning } = useFormCommand(
    ticketId,
    client.billing.issueCreditNote,
    'Credit note issued.',
    close,
  )
  const { invoiceId, number, total, credited } = invoice
  const left = toDollars(fromDollars(total - credited))
  const toInput = (typed: Typed) => ({
    ticketId,
    invoiceId,
    amount: amountOf(typed),
    reason: typed.reason,
    sendByEmail: typed.sendByEmail,
  })
  if (left === 0) return null
  if (!isOpen)
    return (
      <Button ref={opener} variant="subtle" onClick={() => setOpen(true)}>
        Credit Note
      </Button>
    )
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
      onClose={close}
    />
  )
}
