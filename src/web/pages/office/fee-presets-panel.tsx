import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { client } from '#web/api/client.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './tax-rates.module.css'
import { type BillingChange, useBillingCommand, useSettingsForm } from './use-billing-settings.ts'

type Preset = BillingSettingsView['feePresets'][number]

const toInput = (presets: readonly Preset[]): NonNullable<BillingChange['feePresets']> =>
  presets.map(({ name, amount, percentage }) =>
    amount === null ? { name, percentage: percentage ?? 0 } : { name, amount },
  )

/** The fees that invoices offer. */
export function FeePresetsPanel({ settings: { feePresets } }: { settings: BillingSettingsView }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { run, isRunning } = useBillingCommand(
    client.billing.changeSettings,
    'Removed. Issued invoices keep it.',
  )
  return (
    <Panel
      title="Fees"
      {...(feePresets.length > 0 && { count: feePresets.length })}
      actions={
        !isOpen && (
          <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
            Add Fee
          </Button>
        )
      }
    >
      {isOpen && <FeeForm presets={feePresets} onClose={() => setOpen(false)} />}
      {feePresets.length === 0 && !isOpen && (
        <EmptyState
          icon={IconReceipt2}
          sentence="No fees yet."
          next="Add those you charge again and again, such as a card fee of 3%. Invoices offer them."
          compact
        />
      )}
      <ul className={styles.list}>
        {feePresets.map(({ name, amount, percentage }, index) => (
          <li key={`${name} ${amount} ${percentage}`} className={styles.rate}>
            <span className={styles.name}>
              {name}{' '}
              <MoneyText
                amount={amount === null ? `${percentage}%` : formatMoney(fromDollars(amount))}
                strong
              />
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
      </ul>
    </Panel>
  )
}

type Typed = { name: string; unit: 'amount' | 'percentage'; value: number | string }

function FeeForm({ presets, onClose }: { presets: readonly Preset[]; onClose: () => void }) {
  const { form, isRunning, onSubmit } = useSettingsForm<Typed>({
    initialValues: { name: '', unit: 'percentage', value: '' },
    toInput: ({ name, unit, value }) => ({
      feePresets: [...toInput(presets), { name, [unit]: value as number }],
    }),
    // The errors of the last fee are the form's.
    toField: path =>
      path === 'feePresets' ? 'name' : path.replace(/^.*\./, '').replace(/^(amount|percentage)$/, 'value'),
    onSaved: onClose,
  })
  const { unit } = form.values
  return (
    <form
      onSubmit={onSubmit}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label="New fee"
      className={styles.form}
    >
      <Fields>
        <TextInput
          label="Name"
          placeholder="Card fee"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
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
      <div className={styles.choices}>
        <Button type="submit" disabled={isRunning}>
          Add Fee
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
