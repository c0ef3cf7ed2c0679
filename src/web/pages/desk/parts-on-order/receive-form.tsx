import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { surplusQuestion } from '#domain/purchase-orders/purchase-order.ts'
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

type Values = { quantity: number | string; place: string; isMoreAccepted: boolean }

const toInput = (values: Values) => ({ ...values, quantity: values.quantity as number })

/** What came of a line, and where it is. More than was ordered needs a word. */
export function ReceiveForm({ line, onClose }: { line: ListedLine; onClose: () => void }) {
  const { lineId, description, missing, order } = line
  const form = useForm<Values>({
    initialValues: { quantity: missing, place: '', isMoreAccepted: false },
    validate: async values => (await loadTicketValidation()).validateReceivedPart(toInput(values)),
    // What was accepted is that quantity.
    onValuesChange: (values, before) => {
      if (values.quantity !== before.quantity && values.isMoreAccepted)
        form.setFieldValue('isMoreAccepted', false)
    },
  })
  const receive = useOrderCommand(client.purchaseOrders.receive, {
    onDone: onClose,
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'quantity', { isSelected: true })
  const { quantity } = form.values
  const question = typeof quantity === 'number' ? surplusQuestion(line, quantity) : null
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, values =>
        receive.run({ orderId: order.orderId, lineId, ...toInput(values) }),
      )}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={`Receive ${description}`}
    >
      <NumberField className={styles.short ?? ''} label="Quantity" {...form.getInputProps('quantity')} />
      <TextInput
        className={styles.grow}
        label="Where It Is"
        placeholder="shelf B"
        autoComplete="off"
        {...form.getInputProps('place')}
      />
      {question !== null && (
        <Checkbox
          className={styles.whole}
          label={question}
          {...form.getInputProps('isMoreAccepted', { type: 'checkbox' })}
        />
      )}
      <div className={styles.whole}>
        <SaveCancelButtons isRunning={receive.isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}
