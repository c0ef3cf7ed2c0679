import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { entryLabel } from '#domain/billing/ledger.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import type { TicketMoneyView } from '#web/features/billing/billing-views.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './invoice.module.css'
import { loadInvoiceValidation, useMoneyCommand } from './use-money-command.ts'

type VoidPaymentProps = { ticketId: number; entry: TicketMoneyView['entries'][number] }

/** Takes back a payment or deposit that was recorded by mistake, on the day on which it was. */
export function VoidPayment({ ticketId, entry }: VoidPaymentProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const { entryId, amount } = entry
  const what = `${entryLabel(entry).toLowerCase()} of ${formatMoney(amount)}`
  const toInput = ({ reason }: { reason: string }) => ({ ticketId, entryId, reason })
  const form = useForm({
    initialValues: { reason: '' },
    validate: async typed => (await loadInvoiceValidation()).validateVoid(toInput(typed)),
  })
  const { run, isRunning } = useMoneyCommand(
    ticketId,
    client.billing.voidPayment,
    'Voided.',
    close,
    setFormErrors(form),
  )
  if (!isOpen)
    return (
      <Button ref={opener} size="compact-sm" aria-label={`Void the ${what}`} onClick={() => setOpen(true)}>
        Void
      </Button>
    )
  return (
    <form
      onSubmit={submitWith(form, typed => run(toInput(typed)))}
      onKeyDown={onEscape(close)}
      noValidate
      aria-label={`Void the ${what}`}
      className={styles.group}
    >
      <TextInput
        label="Reason"
        description="For a payment that was recorded by mistake today. To give money back, refund it instead."
        autoFocus
        {...form.getInputProps('reason')}
      />
      <div className={styles.choices}>
        <Button type="submit" color="red" disabled={isRunning} onClick={ignoreDoubleClick()}>
          <TextWithAmounts text={`Void ${formatMoney(amount)}`} />
        </Button>
        <Button variant="subtle" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
