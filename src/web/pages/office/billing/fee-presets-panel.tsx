import { Button, SegmentedControl } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { formatMoney } from '#domain/lib/money.ts'
import { typedCents } from '#domain/lib/typed-money.ts'
import { client } from '#web/api/client.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import { EditableList, NameField, RowForm } from '../editable-list.tsx'
import styles from '../tax-rates.module.css'
import { type BillingChange, useBillingCommand, useSettingsForm } from './use-billing-settings.ts'

type Preset = BillingSettingsView['feePresets'][number]

const toInput = (presets: readonly Preset[]): NonNullable<BillingChange['feePresets']> =>
  presets.map(({ name, amount, percentage }) =>
    amount === null ? { name, percentage: percentage ?? 0 } : { name, amount },
  )

/** The fees that invoices offer. */
export function FeePresetsPanel({ settings: { feePresets } }: { settings: BillingSettingsView }) {
  const { run, isRunning } = useBillingCommand(
    client.billing.changeSettings,
    'Removed. Issued invoices keep it.',
  )
  return (
    <EditableList
      title="Fees"
      addLabel="Add Fee"
      count={feePresets.length}
      empty={{
        icon: IconReceipt2,
        sentence: 'No fees yet.',
        next: 'Add those you charge again and again, such as a card fee of 3%. Invoices offer them.',
      }}
      newForm={onClose => <FeeForm presets={feePresets} onClose={onClose} />}
    >
      {feePresets.map(({ name, amount, percentage }, index) => (
        <li key={`${name} ${amount} ${percentage}`} className={styles.rate}>
          <span className={styles.name}>
            {name} <MoneyText amount={amount === null ? `${percentage}%` : formatMoney(amount)} strong />
          </span>
          <Button
            variant="subtle"
            aria-label={`Remove ${name}`}
            disabled={isRunning}
            onClick={() => run({ feePresets: toInput(feePresets.filter((_, other) => other !== index)) })}
          >
            Remove
          </Button>
        </li>
      ))}
    </EditableList>
  )
}

type Typed = { name: string; unit: 'amount' | 'percentage'; value: number | string }

function FeeForm({ presets, onClose }: { presets: readonly Preset[]; onClose: () => void }) {
  const { form, isRunning, onSubmit } = useSettingsForm<Typed>({
    initialValues: { name: '', unit: 'percentage', value: '' },
    toInput: ({ name, unit, value }) => ({
      feePresets: [
        ...toInput(presets),
        { name, [unit]: unit === 'amount' ? typedCents(value) : (value as number) },
      ],
    }),
    // The errors of the last fee are the form's.
    toField: path =>
      path === 'feePresets' ? 'name' : path.replace(/^.*\./, '').replace(/^(amount|percentage)$/, 'value'),
    onSaved: onClose,
  })
  const { unit } = form.values
  return (
    <RowForm
      label="New fee"
      submitLabel="Add Fee"
      isRunning={isRunning}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Fields>
        <NameField placeholder="Card fee" {...form.getInputProps('name')} />
        <NumberField
          label={unit === 'amount' ? 'Amount' : 'Percentage'}
          required
          withAsterisk={false}
          min={0}
          {...(unit === 'amount' ? { leftSection: '$' } : { rightSection: '%', step: 0.25, max: 100 })}
          {...form.getInputProps('value')}
        />
        <SegmentedControl
          aria-label="Kind of fee"
          data={[
            { value: 'percentage', label: '% of the invoice' },
            { value: 'amount', label: '$ each time' },
          ]}
          {...form.getInputProps('unit')}
        />
      </Fields>
    </RowForm>
  )
}
