import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconReceiptTax } from '@tabler/icons-react'
import { useState } from 'react'
import type { TaxableKind } from '#domain/billing/tax.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { EditableList, EditableRow, NameField, RowForm } from '../editable-list.tsx'
import { loadOfficeValidation } from '../load-office-validation.ts'
import styles from '../tax-rates.module.css'
import { useBillingCommand } from './use-billing-settings.ts'

type TaxRateView = BillingSettingsView['taxRates'][number]

const KIND_LABELS: Readonly<Record<TaxableKind, string>> = {
  parts: 'Parts',
  labor: 'Labor',
  supplies: 'Shop supplies',
  trip: 'Trip',
}
const KINDS = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))

const NEW: Omit<TaxRateView, 'taxRateId'> = {
  name: '',
  percentage: 0,
  appliesTo: [],
  isDefault: false,
}

/** The company's tax rates. What is taxed differs by state, so none is built in. */
export const TaxRatesPanel = ({ settings: { taxRates } }: { settings: BillingSettingsView }) => (
  <EditableList
    title="Tax rates"
    addLabel="Add Tax Rate"
    count={taxRates.length}
    empty={{
      icon: IconReceiptTax,
      sentence: 'No tax rates yet.',
      next: 'Invoices have no tax until you add one. Ask your accountant what your state taxes.',
    }}
    newForm={onClose => <TaxRateForm rate={null} onClose={onClose} />}
  >
    {taxRates.map(rate => (
      <TaxRate key={rate.taxRateId} rate={rate} />
    ))}
  </EditableList>
)

function TaxRate({ rate }: { rate: TaxRateView }) {
  const { run, isRunning } = useBillingCommand(
    client.billing.archiveTaxRate,
    'Archived. Issued invoices keep it.',
  )
  const { taxRateId, name, percentage, appliesTo, isDefault } = rate
  return (
    <EditableRow
      name={name}
      changeForm={onClose => <TaxRateForm rate={rate} onClose={onClose} />}
      removeButton={
        <ConfirmInline
          label="Archive"
          question={`Archive ${name}? New invoices can’t use it.`}
          loading={isRunning}
          onConfirm={() => run({ taxRateId })}
        />
      }
    >
      {name} <strong>{percentage}%</strong>
      {isDefault && <span className={styles.soft}> Default</span>}
      <span className={styles.kinds}>{appliesTo.map(kind => KIND_LABELS[kind]).join(', ')}</span>
    </EditableRow>
  )
}

type Typed = {
  name: string
  percentage: number | string
  appliesTo: TaxableKind[]
  isDefault: boolean
}

function TaxRateForm({ rate, onClose }: { rate: TaxRateView | null; onClose: () => void }) {
  const { name, percentage, appliesTo, isDefault } = rate ?? NEW
  const [initialValues] = useState<Typed>({
    ...{ name, isDefault, appliesTo: [...appliesTo] },
    percentage: rate === null ? '' : percentage,
  })
  const form = useForm<Typed>({
    initialValues,
    validate: async typed => (await loadOfficeValidation()).validateTaxRate(typed),
  })
  const outcome = { onDone: onClose, onError: setFormErrors(form) }
  const add = useBillingCommand(client.billing.addTaxRate, 'Saved.', outcome)
  const change = useBillingCommand(client.billing.changeTaxRate, 'Saved.', outcome)
  const save = submitWith(form, typed => {
    const sent = { ...typed, percentage: Number(typed.percentage) }
    if (rate === null) add.run(sent)
    else change.run({ ...sent, taxRateId: rate.taxRateId })
  })
  return (
    <RowForm
      label={rate === null ? 'New tax rate' : `Change ${name}`}
      submitLabel={rate === null ? 'Add Tax Rate' : 'Save'}
      isRunning={add.isRunning || change.isRunning}
      onSubmit={save}
      onClose={onClose}
    >
      <Fields>
        <NameField placeholder="Texas sales tax" {...form.getInputProps('name')} />
        <NumberField
          label="Percentage"
          required
          withAsterisk={false}
          rightSection="%"
          step={0.25}
          min={0}
          max={100}
          {...form.getInputProps('percentage')}
        />
        <div data-wide>
          <Checkbox.Group label="Applies to" {...form.getInputProps('appliesTo')}>
            <div className={styles.choices}>
              {KINDS.map(kind => (
                <Checkbox key={kind.value} {...kind} />
              ))}
            </div>
          </Checkbox.Group>
        </div>
        <div data-wide>
          <Checkbox
            label="Chosen on new invoices, in place of any other rate"
            {...form.getInputProps('isDefault', { type: 'checkbox' })}
          />
        </div>
      </Fields>
    </RowForm>
  )
}
