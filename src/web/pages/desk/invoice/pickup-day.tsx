import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { formatDayWithYear } from '#domain/lib/company-time.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './invoice.module.css'
import { loadInvoiceValidation, useMoneyCommand } from './use-money-command.ts'

/** The day after which storage is charged, which the desk may set. */
export function PickupDay({ ticketId, pickupOn }: { ticketId: number; pickupOn: string }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const close = () => setOpen(false)
  const toInput = (typed: { pickupOn: string }) => ({ ticketId, pickupOn: typed.pickupOn || null })
  const form = useForm({
    initialValues: { pickupOn },
    validate: async typed => (await loadInvoiceValidation()).validatePickupDay(toInput(typed)),
  })
  const { run, isRunning } = useMoneyCommand(
    ticketId,
    client.billing.setPickupDay,
    'Pickup day set.',
    close,
    setFormErrors(form),
  )
  if (!isOpen)
    return (
      <p className={styles.choices}>
        <span>To be picked up by {formatDayWithYear(pickupOn)}. Storage counts from the day after.</span>
        <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
          Change Pickup Day
        </Button>
      </p>
    )
  return (
    <form
      onSubmit={submitWith(form, typed => run(toInput(typed)))}
      onKeyDown={onEscape(close)}
      noValidate
      aria-label="Pickup day"
      className={styles.group}
    >
      <TextInput
        label="To be picked up by"
        description="Leave it blank for the day by your storage rule."
        type="date"
        autoFocus
        {...form.getInputProps('pickupOn')}
      />
      <div className={styles.choices}>
        <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
          Set Pickup Day
        </Button>
        <Button variant="subtle" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
