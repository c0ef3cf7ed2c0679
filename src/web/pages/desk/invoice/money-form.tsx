import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormErrors, useForm } from '@mantine/form'
import { useState } from 'react'
import { METHOD_LABELS, type PaymentMethod } from '#domain/billing/ledger.ts'
import { type Cents, cents, formatMoney, isWholeCents, NO_MONEY, sum } from '#domain/lib/money.ts'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './invoice.module.css'
import { SendByEmail } from './send-by-email.tsx'
import { type MoneyAnswer, useMoneyCommand } from './use-money-command.ts'

const METHODS = Object.entries(METHOD_LABELS).map(([value, label]) => ({ value, label }))

export type TypedMoney = {
  /** Dollars. */
  amount: number | string
  method: PaymentMethod
  reference: string
  reason: string
  /** Whether the fee for this way of paying is added. */
  withFee: boolean
  sendByEmail: boolean
}

type MoneyFormProps = {
  label: string
  submitLabel: string
  amount: Cents
  /** What is said of another amount than `amount`; null for nothing. */
  hintOf?: (amount: Cents) => string | null
  /** What is asked before this amount is sent; null for nothing. */
  questionOf?: (amount: Cents) => string | null
  /** On the button that answers it; by default as before. */
  confirmLabel?: string
  /** What is recorded if the rest of the cash is given back as change; omitted where no change is given. */
  changeTo?: Cents
  /** What paying this amount this way adds. */
  feeOf?: (method: PaymentMethod, amount: Cents) => Cents
  withMethod?: boolean
  withReason?: boolean
  /** The customer's; empty or undefined for no receipt by email. */
  email?: string
  isRunning: boolean
  /** The errors of what is typed, and the errors of the server. */
  validate: (typed: TypedMoney) => Promise<FormErrors>
  send: (typed: TypedMoney, showErrors: ReturnType<typeof setFormErrors<TypedMoney>>) => void
  onClose: () => void
}

export function MoneyForm(props: MoneyFormProps) {
  const { label, submitLabel, amount, hintOf = () => null, isRunning, validate, send, onClose } = props
  const { withMethod = true, withReason = false, email = '', questionOf = () => null } = props
  const { confirmLabel = submitLabel } = props
  const form = useForm<TypedMoney>({
    initialValues: {
      amount: amount > 0 ? typedDollars(amount) : '',
      method: 'cash',
      reference: '',
      reason: '',
      withFee: true,
      sendByEmail: false,
    },
    validate,
  })
  const { amount: dollars } = form.values
  const typed = typeof dollars === 'number' && isWholeCents(dollars) ? typedCents(dollars) : null
  const hint = typed === null ? null : hintOf(typed)
  const question = typed === null ? null : questionOf(typed)
  // Another amount, or another one due, is asked about again.
  const [asked, setAsked] = useState<string | null>(null)
  const isAsking = question !== null && asked === question
  const { changeTo, feeOf = () => NO_MONEY } = props
  const fee = typed === null ? NO_MONEY : feeOf(form.values.method, typed)
  const change =
    isAsking && changeTo !== undefined && form.values.method === 'cash' && typed !== null
      ? cents(typed - changeTo)
      : NO_MONEY
  return (
    <form
      onSubmit={submitWith(form, values => {
        if (question === null || isAsking) send(values, setFormErrors(form))
        else setAsked(question)
      })}
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
      {fee > 0 && typed !== null && (
        <Checkbox
          label={
            <TextWithAmounts
              text={`Add the ${METHOD_LABELS[form.values.method].toLowerCase()} fee of ${formatMoney(fee)}`}
            />
          }
          description={
            <TextWithAmounts
              text={`${formatMoney(form.values.withFee ? sum([typed, fee]) : typed)} in all. The fee is billed on an invoice of its own.`}
            />
          }
          {...form.getInputProps('withFee', { type: 'checkbox' })}
        />
      )}
      {withReason && <TextInput label="Reason" {...form.getInputProps('reason')} />}
      <SendByEmail email={email} {...form.getInputProps('sendByEmail', { type: 'checkbox' })} />
      {isAsking && (
        <p className={styles.question} role="alert">
          <TextWithAmounts text={question} />
        </p>
      )}
      <div className={styles.choices}>
        <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
          {isAsking ? confirmLabel : submitLabel}
        </Button>
        {changeTo !== undefined && change > 0 && (
          <Button
            disabled={isRunning}
            onClick={ignoreDoubleClick(() =>
              send({ ...form.values, amount: typedDollars(changeTo) }, setFormErrors(form)),
            )}
          >
            <TextWithAmounts text={`Give ${formatMoney(change)} Change`} />
          </Button>
        )}
        <Button variant="subtle" onClick={isAsking ? () => setAsked(null) : onClose}>
          {isAsking ? 'Change Amount' : 'Cancel'}
        </Button>
      </div>
    </form>
  )
}

type ShowErrors = ReturnType<typeof setFormErrors<TypedMoney>>

/** Runs a command whose errors go to the form that sent it. */
export function useFormCommand<Input, Output extends MoneyAnswer>(
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
