import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { useOrderCommand } from '#web/features/purchase-orders/use-order-command.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import type { ListedLine } from './group-lines.ts'
import styles from './parts-on-order.module.css'

type Values = { quantity: number | string; reason: string }

const toInput = (values: Values) => ({ ...values, quantity: values.quantity as number })

/** How many were received by mistake, and why. */
export function UndoReceiptForm({ line, onClose }: { line: ListedLine; onClose: () => void }) {
  const { lineId, description, returnable, order } = line
  const form = useForm<Values>({
    initialValues: { quantity: returnable, reason: '' },
    validate: async values => (await loadTicketValidation()).validateUndoneReceipt(toInput(values)),
  })
  const undo = useOrderCommand(client.purchaseOrders.undoReceipt, {
    onDone: onClose,
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'quantity', { isSelected: true })
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, values => undo.run({ orderId: order.orderId, lineId, ...toInput(values) }))}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={`Undo the receipt of ${description}`}
    >
      <NumberField
        className={styles.short ?? ''}
        label="Quantity to Undo"
        {...form.getInputProps('quantity')}
      />
      <TextInput
        className={styles.grow}
        label="Reason"
        placeholder="Wrong box counted"
        autoComplete="off"
        {...form.getInputProps('reason')}
      />
      <div className={styles.whole}>
        <SaveCancelButtons isRunning={undo.isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}
