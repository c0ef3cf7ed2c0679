import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { typedCentsOrNull } from '#domain/lib/typed-money.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './stock.module.css'
import { loadStockValidation, type StockItemView, useStockCommand } from './use-stock-command.ts'

type MovementStep = 'receive' | 'count' | 'scrap'

export const STEP_LABELS: Readonly<Record<MovementStep, string>> = {
  receive: 'Receive',
  count: 'Count',
  scrap: 'Scrap',
}

type Values = {
  quantity: number | string
  counted: number | string
  /** Dollars. */
  cost: number | string
  note: string
}

type MovementFormProps = { step: MovementStep; item: StockItemView; onClose: () => void }

/** Moves stock: more came, some is unusable, or it was counted. */
export function MovementForm({ step, item, onClose }: MovementFormProps) {
  const { stockItemId, description } = item
  // What was there when counting began: again with what is typed after it was said that this changed.
  const [begun, setBegun] = useState<number | null>(item.quantity)
  const seen = begun ?? item.quantity
  const toInputs = ({ quantity, counted, cost, note }: Values) => ({
    receive: {
      ...{ stockItemId, quantity: quantity as number, note },
      cost: typedCentsOrNull(cost),
    },
    count: { stockItemId, counted: counted as number, seen, note },
    scrap: { stockItemId, quantity: quantity as number, note },
  })
  const form = useForm<Values>({
    initialValues: { quantity: 1, counted: '', cost: '', note: '' },
    onValuesChange: ({ counted }, before) => {
      if (begun === null && counted !== '' && before.counted === '') setBegun(item.quantity)
    },
    validate: async values => (await loadStockValidation()).validateMovement[step](toInputs(values)[step]),
  })
  const outcome = { onDone: onClose, onError: setFormErrors(form) }
  const receive = useStockCommand(client.stock.receive, outcome)
  const scrap = useStockCommand(client.stock.scrap, outcome)
  const count = useStockCommand(client.stock.count, {
    onDone: onClose,
    onError: error => {
      if ('counted' in error.fields) {
        form.setFieldValue('counted', '')
        setBegun(null)
      }
      outcome.onError(error)
    },
  })
  const first = step === 'count' ? 'counted' : 'quantity'
  useFocusOnStart(form, first, { isSelected: true })
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, values => {
        const inputs = toInputs(values)
        if (step === 'receive') receive.run(inputs.receive)
        else if (step === 'count') count.run(inputs.count)
        else scrap.run(inputs.scrap)
      })}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={`${STEP_LABELS[step]} ${description}`}
    >
      <NumberField
        className={styles.short ?? ''}
        label={step === 'count' ? 'Counted' : 'Quantity'}
        {...form.getInputProps(first)}
      />
      {step === 'receive' && (
        <NumberField
          className={styles.short ?? ''}
          label="Cost Each"
          placeholder="Optional"
          leftSection="$"
          step={0.01}
          {...form.getInputProps('cost')}
        />
      )}
      <TextInput
        className={styles.grow}
        label={step === 'scrap' ? 'Reason' : 'Note'}
        placeholder={step === 'scrap' ? '' : 'Optional'}
        {...form.getInputProps('note')}
      />
      <div className={styles.whole}>
        <SaveCancelButtons
          isRunning={receive.isRunning || count.isRunning || scrap.isRunning}
          onCancel={onClose}
        />
      </div>
    </form>
  )
}
