import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { typedCentsOrNull, typedDollars } from '#domain/lib/typed-money.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { useOrderCommand } from '#web/features/purchase-orders/use-order-command.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { changedFields } from '#web/ui/forms/changed-fields.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import type { Order } from './group-lines.ts'
import styles from './parts-on-order.module.css'

type OrderDetailsFormProps = { order: Order; onClose: () => void }

type Dollars = number | string
type Values = { freight: Dollars; trackingNumber: string; invoiceNumber: string; invoiceTotal: Dollars }

const toInput = (values: Values) => ({
  ...values,
  freight: typedCentsOrNull(values.freight),
  invoiceTotal: typedCentsOrNull(values.invoiceTotal),
})

/** Freight, tracking number and the vendor's invoice of an order. */
export function OrderDetailsForm({ order, onClose }: OrderDetailsFormProps) {
  const { orderId, number, freight, trackingNumber, invoiceNumber, invoiceTotal } = order
  const form = useForm<Values>({
    initialValues: {
      ...{ freight: typedDollars(freight), trackingNumber },
      ...{ invoiceNumber, invoiceTotal: typedDollars(invoiceTotal) },
    },
    validate: async values => (await loadTicketValidation()).validateOrderDetails(toInput(values)),
  })
  const change = useOrderCommand(client.purchaseOrders.changeDetails, {
    onDone: onClose,
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'freight')
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, values => change.run({ orderId, ...changedFields(form, toInput(values)) }))}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={`Details of order ${number}`}
    >
      <NumberField
        className={styles.short ?? ''}
        label="Freight"
        leftSection="$"
        placeholder="Optional"
        step={0.01}
        {...form.getInputProps('freight')}
      />
      <TextInput
        className={styles.grow}
        label="Tracking Number"
        placeholder="Optional"
        autoComplete="off"
        {...form.getInputProps('trackingNumber')}
      />
      <TextInput
        className={styles.grow}
        label="Vendor’s Invoice Number"
        placeholder="Optional"
        autoComplete="off"
        {...form.getInputProps('invoiceNumber')}
      />
      <NumberField
        className={styles.short ?? ''}
        label="Invoice Total"
        leftSection="$"
        placeholder="Optional"
        step={0.01}
        {...form.getInputProps('invoiceTotal')}
      />
      <div className={styles.whole}>
        <SaveCancelButtons isRunning={change.isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}
