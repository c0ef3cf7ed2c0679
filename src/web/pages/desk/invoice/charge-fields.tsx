import { Button, SegmentedControl, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { formatMoney, NO_MONEY } from '#domain/lib/money.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import styles from './invoice.module.css'
import { feeAmounts, type Proposal, type Typed, type TypedCharge } from './proposal-values.ts'

type ChargeFieldsProps = { form: UseFormReturnType<Typed>; proposal: Proposal }

/** The trip and fees of an invoice; the company's fees are offered. */
export function ChargeFields({ form, proposal }: ChargeFieldsProps) {
  const { charges } = form.values
  const add = (charge: Omit<TypedCharge, 'key'>) => (): void =>
    form.insertListItem('charges', { key: crypto.randomUUID(), ...charge })
  const amounts = feeAmounts({ proposal, typed: form.values })
  const amountOf = (charge: TypedCharge) =>
    amounts[charges.filter(({ kind }) => kind === 'fee').indexOf(charge)] ?? NO_MONEY
  const blank = { name: '', unit: 'amount', amount: '' } as const
  return (
    <>
      {charges.map((charge, index) => (
        <fieldset key={charge.key} className={styles.group}>
          <legend>{charge.kind === 'trip' ? 'Trip' : 'Fee'}</legend>
          <TextInput label="Name" {...form.getInputProps(`charges.${index}.name`)} />
          <div className={styles.row}>
            <NumberField
              label={charge.unit === 'amount' ? 'Amount' : 'Percentage'}
              min={0}
              {...(charge.unit === 'amount'
                ? { leftSection: '$' }
                : {
                    rightSection: '%',
                    description: `${formatMoney(amountOf(charge))} of the invoice before fees`,
                    inputWrapperOrder: ['label', 'input', 'description', 'error'],
                  })}
              {...form.getInputProps(`charges.${index}.amount`)}
            />
            {charge.kind === 'fee' && (
              <SegmentedControl
                aria-label="Kind of fee"
                data={[
                  { value: 'amount', label: '$' },
                  { value: 'percentage', label: '%' },
                ]}
                {...form.getInputProps(`charges.${index}.unit`)}
              />
            )}
          </div>
          <Button variant="subtle" onClick={() => form.removeListItem('charges', index)}>
            Remove {charge.kind === 'trip' ? 'Trip' : 'Fee'}
          </Button>
        </fieldset>
      ))}
      <div className={styles.choices}>
        {!charges.some(({ kind }) => kind === 'trip') && (
          <Button size="compact-sm" onClick={add({ ...blank, kind: 'trip', name: 'Trip' })}>
            Add Trip
          </Button>
        )}
        {proposal.feePresets.map(({ name, amount, percentage }) => (
          <Button
            key={`${name} ${amount} ${percentage}`}
            size="compact-sm"
            onClick={add({
              ...{ kind: 'fee', name, unit: amount === null ? 'percentage' : 'amount' },
              amount: amount ?? percentage ?? '',
            } as const)}
          >
            Add {name}
          </Button>
        ))}
        <Button size="compact-sm" onClick={add({ ...blank, kind: 'fee' })}>
          Add Fee
        </Button>
      </div>
    </>
  )
}
