import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { typedCentsOrNull, typedDollars } from '#domain/lib/typed-money.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { MarkupNote } from '#web/features/purchase-orders/markup-note.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { changedFields } from '#web/ui/forms/changed-fields.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './stock.module.css'
import { loadStockValidation, type StockItemView, useStockCommand } from './use-stock-command.ts'

type Values = {
  partNumber: string
  description: string
  place: string
  /** Dollars. */
  price: number | string
  /** Dollars. */
  cost: number | string
  reorderPoint: number | string
  quantity: number | string
}

const orNull = (typed: number | string): number | null => (typed === '' ? null : (typed as number))

const toInput = ({ price, cost, reorderPoint, quantity: _, ...typed }: Values) => ({
  ...typed,
  price: typedCentsOrNull(price),
  cost: typedCentsOrNull(cost),
  reorderPoint: orNull(reorderPoint),
})

type ItemFormProps = {
  /** Null for a new one. */
  item: StockItemView | null
  onClose: () => void
}

/** What an item is; of a new one also how many there are. Later its quantity only moves. */
export function ItemForm({ item, onClose }: ItemFormProps) {
  const form = useForm<Values>({
    initialValues: {
      partNumber: item?.partNumber ?? '',
      description: item?.description ?? '',
      place: item?.place ?? '',
      price: typedDollars(item?.price ?? null),
      cost: typedDollars(item?.cost ?? null),
      reorderPoint: item?.reorderPoint ?? '',
      quantity: item === null ? 1 : 0,
    },
    validate: async values =>
      (await loadStockValidation()).validateStockItem({ ...toInput(values), quantity: values.quantity }),
  })
  const outcome = {
    onDone: () => {
      onClose()
      notify.success('Saved.')
    },
    onError: setFormErrors(form),
  }
  const add = useStockCommand(client.stock.add, outcome)
  const change = useStockCommand(client.stock.change, outcome)
  useFocusOnStart(form, 'partNumber')
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, values =>
        item === null
          ? add.run({ ...toInput(values), quantity: values.quantity as number })
          : change.run({ ...changedFields(form, toInput(values)), stockItemId: item.stockItemId }),
      )}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={item === null ? 'New stock item' : `Change ${item.description}`}
    >
      <TextInput
        className={styles.grow}
        label="Part Number"
        autoComplete="off"
        {...form.getInputProps('partNumber')}
      />
      <TextInput
        className={styles.grow}
        label="Description"
        autoComplete="off"
        {...form.getInputProps('description')}
      />
      <TextInput
        className={styles.grow}
        label="Where It Is"
        placeholder="shelf B, van 2"
        autoComplete="off"
        {...form.getInputProps('place')}
      />
      {item === null && (
        <NumberField className={styles.short ?? ''} label="Quantity" {...form.getInputProps('quantity')} />
      )}
      <NumberField
        className={styles.short ?? ''}
        label="Per Item Price"
        placeholder="Optional"
        leftSection="$"
        step={0.01}
        {...form.getInputProps('price')}
      />
      <NumberField
        className={styles.short ?? ''}
        label="Cost Each"
        placeholder="Optional"
        leftSection="$"
        step={0.01}
        {...form.getInputProps('cost')}
      />
      <NumberField
        className={styles.short ?? ''}
        label="Reorder At"
        placeholder="Optional"
        {...form.getInputProps('reorderPoint')}
      />
      <div className={styles.whole}>
        <MarkupNote
          cost={typedCentsOrNull(form.values.cost)}
          vendorId={item?.vendorId ?? null}
          price={form.values.price}
          onUse={price => form.setFieldValue('price', price)}
        />
      </div>
      <div className={styles.whole}>
        <SaveCancelButtons isRunning={add.isRunning || change.isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}
