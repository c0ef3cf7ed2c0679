import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { dayOf } from '#domain/lib/company-time.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { useOrderCommand } from '#web/features/purchase-orders/use-order-command.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import type { ListedLine } from './group-lines.ts'
import styles from './parts-on-order.module.css'

type ExpectedFormProps = { line: ListedLine; timeZone: string; onClose: () => void }

/** When the vendor says that a part comes; empty if they do not say. */
export function ExpectedForm({ line, timeZone, onClose }: ExpectedFormProps) {
  const { lineId, description, expectedOn, order } = line
  const form = useForm({ initialValues: { expectedOn: expectedOn ?? '' } })
  const expect = useOrderCommand(client.purchaseOrders.expect, {
    onDone: onClose,
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'expectedOn')
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, typed =>
        expect.run({ orderId: order.orderId, lineId, expectedOn: typed.expectedOn || null }),
      )}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={`Expected day of ${description}`}
    >
      <TextInput
        type="date"
        label="Expected"
        min={dayOf(new Date(), timeZone)}
        {...form.getInputProps('expectedOn')}
      />
      <div className={styles.whole}>
        <SaveCancelButtons isRunning={expect.isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}
