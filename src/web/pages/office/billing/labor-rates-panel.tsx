import { IconClockDollar } from '@tabler/icons-react'
import { formatMoney } from '#domain/lib/money.ts'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { client } from '#web/api/client.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { EditableList, EditableRow, NameField, RowForm } from '../editable-list.tsx'
import styles from '../tax-rates.module.css'
import { useBillingCommand, useSettingsForm } from './use-billing-settings.ts'

type Rate = BillingSettingsView['laborRates'][number]
type RatesProps = { rates: readonly Rate[] }

/** The labor rates by name, besides the company's own. */
export const LaborRatesPanel = ({ settings: { laborRates } }: { settings: BillingSettingsView }) => (
  <EditableList
    title="Labor rates"
    addLabel="Add Labor Rate"
    count={laborRates.length}
    empty={{
      icon: IconClockDollar,
      sentence: 'Every job line is charged at your company’s labor rate.',
      next: 'Add rates for diagnostics, warranty work or after hours, and choose one on a job line.',
    }}
    newForm={onClose => <LaborRateForm rates={laborRates} rate={null} onClose={onClose} />}
  >
    {laborRates.map(rate => (
      <LaborRate key={rate.laborRateId} rates={laborRates} rate={rate} />
    ))}
  </EditableList>
)

function LaborRate({ rates, rate }: RatesProps & { rate: Rate }) {
  const { run, isRunning } = useBillingCommand(
    client.billing.changeSettings,
    'Removed. Job lines that have it keep it.',
  )
  const { laborRateId, name, amount } = rate
  return (
    <EditableRow
      name={name}
      changeForm={onClose => <LaborRateForm rates={rates} rate={rate} onClose={onClose} />}
      removeButton={
        <ConfirmInline
          label="Remove"
          question={`Remove ${name}? It can’t be chosen any more.`}
          loading={isRunning}
          onConfirm={() => run({ laborRates: rates.filter(other => other.laborRateId !== laborRateId) })}
        />
      }
    >
      {name}{' '}
      <strong>
        <TextWithAmounts text={`${formatMoney(amount)}/hr`} />
      </strong>
    </EditableRow>
  )
}

type Typed = { name: string; amount: number | string }

function LaborRateForm({ rates, rate, onClose }: RatesProps & { rate: Rate | null; onClose: () => void }) {
  const { form, isRunning, onSubmit } = useSettingsForm<Typed>({
    initialValues: { name: rate?.name ?? '', amount: typedDollars(rate?.amount ?? null) },
    toInput: ({ name, amount }) => {
      const typed = { name, amount: typedCents(amount) }
      return {
        laborRates:
          rate === null
            ? [...rates, { laborRateId: randomUuid(), ...typed }]
            : rates.map(other => (other.laborRateId === rate.laborRateId ? { ...other, ...typed } : other)),
      }
    },
    // The errors of this rate; the others are valid.
    toField: path => (path === 'laborRates' ? 'name' : path.replace(/^.*\./, '')),
    onSaved: onClose,
  })
  return (
    <RowForm
      label={rate === null ? 'New labor rate' : `Change ${rate.name}`}
      submitLabel={rate === null ? 'Add Labor Rate' : 'Save'}
      isRunning={isRunning}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Fields>
        <NameField placeholder="Diagnostic" {...form.getInputProps('name')} />
        <NumberField
          label="Rate"
          required
          withAsterisk={false}
          leftSection="$"
          rightSection="/hr"
          step={5}
          min={0}
          {...form.getInputProps('amount')}
        />
      </Fields>
      {rate !== null && (
        <p className={styles.soft}>
          Lines that the customer approved, and finalized tickets, keep the rate they had.
        </p>
      )}
    </RowForm>
  )
}
