import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconReceiptTax } from '@tabler/icons-react'
import { useState } from 'react'
import type { TaxableKind } from '#domain/billing/tax.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { loadOfficeValidation } from './load-office-validation.ts'
import styles from './tax-rates.module.css'
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
export function TaxRatesPanel({ settings: { taxRates } }: { settings: BillingSettingsView }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  return (
    <Panel
      title="Tax rates"
      {...(taxRates.length > 0 && { count: taxRates.length })}
      actions={
        !isOpen && (
          <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
            Add Tax Rate
          </Button>
        )
      }
    >
      {isOpen && <TaxRateForm rate={null} onClose={() => setOpen(false)} />}
      {taxRates.length === 0 && !isOpen && (
        <EmptyState
          icon={IconReceiptTax}
          sentence="No tax rates yet."
          next="Invoices have no tax until you add one. Ask your accountant what your state taxes."
          compact
        />
      )}
      <ul className={styles.list}>
        {taxRates.map(rate => (
          <TaxRate key={rate.taxRateId} rate={rate} />
        ))}
      </ul>
    </Panel>
  )
}

function TaxRate({ rate }: { rate: TaxRateView }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { run, isRunning } = useBillingCommand(
    client.billing.archiveTaxRate,
    'Archived. Issued invoices keep it.',
  )
  const { taxRateId, name, percentage, appliesTo, isDefault } = rate
  if (isOpen)
    return (
      <li className={styles.rate}>
        <TaxRateForm rate={rate} onClose={() => setOpen(false)} />
      </li>
    )
  return (
    <li className={styles.rate}>
      <span className={styles.name}>
        {name} <strong>{percentage}%</strong>
        {isDefault && <span className={styles.soft}> Default</span>}
        <span className={styles.kinds}>{appliesTo.map(kind => KIND_LABELS[kind]).join(', ')}</span>
      </span>
      <span className={styles.buttons}>
        <Button ref={opener} variant="subtle" aria-label={`Change ${name}`} onClick={() => setOpen(true)}>
          Change
        </Button>
        <ConfirmInline
          label="Archive"
          question={`Archive ${name}? New invoices can’t use it.`}
          loading={isRunning}
          onConfirm={() => run({ taxRateId })}
        />
      </span>
    </li>
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
    <form
      onSubmit={save}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={rate === null ? 'New tax rate' : `Change ${name}`}
      className={styles.form}
    >
      <Fields>
        <TextInput
          label="Name"
          placeholder="Texas sales tax"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
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
      <div className={styles.choices}>
        <Button type="submit" disabled={add.isRunning || change.isRunning}>
          {rate === null ? 'Add Tax Rate' : 'Save'}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
