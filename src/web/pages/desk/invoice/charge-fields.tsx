import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { formatMoney, NO_MONEY } from '#domain/lib/money.ts'
import { typedDollars } from '#domain/lib/typed-money.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { describeTripView } from '#web/features/billing/trip-rules.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './invoice.module.css'
import {
  chargeForTrip,
  feeAmounts,
  newTrip,
  type Proposal,
  type Typed,
  type TypedCharge,
  type TypedTrip,
} from './proposal-values.ts'

type ChargeFieldsProps = { form: UseFormReturnType<Typed>; proposal: Proposal }

/** The trip and fees of an invoice; the company's fees are offered. */
export function ChargeFields({ form, proposal }: ChargeFieldsProps) {
  const { charges } = form.values
  const add = (charge: Omit<TypedCharge, 'key'>) => (): void =>
    form.insertListItem('charges', { key: randomUuid(), ...charge })
  const amounts = feeAmounts({ proposal, typed: form.values })
  const amountOf = (charge: TypedCharge) =>
    amounts[charges.filter(({ kind }) => kind === 'fee').indexOf(charge)] ?? NO_MONEY
  const blank = { name: '', unit: 'amount', amount: '' } as const
  const addedTrip: Omit<TypedCharge, 'key'> =
    proposal.trip.rules === null
      ? { ...blank, kind: 'trip', name: 'Trip' }
      : chargeForTrip(proposal, newTrip(proposal))
  return (
    <>
      {charges.map((charge, index) => (
        <fieldset key={charge.key} className={styles.group}>
          <legend>{charge.kind === 'trip' ? 'Trip' : 'Fee'}</legend>
          {charge.trip !== undefined && (
            <TripFields form={form} proposal={proposal} index={index} trip={charge.trip} />
          )}
          <TextInput label="Name" {...form.getInputProps(`charges.${index}.name`)} />
          <div className={styles.row}>
            <NumberField
              label={charge.unit === 'amount' ? 'Amount' : 'Percentage'}
              min={0}
              {...(charge.unit === 'amount'
                ? { leftSection: '$' }
                : {
                    rightSection: '%',
                    description: (
                      <TextWithAmounts text={`${formatMoney(amountOf(charge))} of the invoice before fees`} />
                    ),
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
          <Button size="compact-sm" onClick={add(addedTrip)}>
            Add Trip
          </Button>
        )}
        {proposal.feePresets.map(({ name, amount, percentage }) => (
          <Button
            key={`${name} ${amount} ${percentage}`}
            size="compact-sm"
            onClick={add({
              ...{ kind: 'fee', name, unit: amount === null ? 'percentage' : 'amount' },
              amount: amount === null ? (percentage ?? '') : typedDollars(amount),
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

type TripFieldsProps = ChargeFieldsProps & { index: number; trip: TypedTrip }

/** What the rules need to know. Any change computes name and amount again; both can be changed by hand afterwards. */
function TripFields({ form, proposal, index, trip }: TripFieldsProps) {
  const { rules } = proposal.trip
  if (rules === null) return null
  const change = (changes: Partial<TypedTrip>): void => {
    const charge = chargeForTrip(proposal, { ...trip, ...changes })
    form.setFieldValue(`charges.${index}`, { key: form.getValues().charges[index]?.key ?? '', ...charge })
  }
  const isBeyond = typeof trip.miles === 'number' && form.values.charges[index]?.amount === ''
  return (
    <>
      <p className={styles.soft}>
        <TextWithAmounts text={describeTripView(rules)} />
      </p>
      <NumberField
        label="Miles"
        description={
          trip.isTyped
            ? 'One way.'
            : 'One way, the straight line on the map. Type the miles driven to charge those.'
        }
        min={0}
        step={1}
        value={trip.miles}
        onChange={miles => change({ miles, isTyped: true })}
      />
      <div className={styles.choices}>
        <Checkbox
          label="Return trip"
          checked={trip.isReturn}
          onChange={({ currentTarget: { checked } }) => change({ isReturn: checked })}
        />
        <Checkbox
          label="After hours"
          checked={trip.isAfterHours}
          onChange={({ currentTarget: { checked } }) => change({ isAfterHours: checked })}
        />
      </div>
      {isBeyond && <p className={styles.soft}>That is beyond your last band. Type the amount.</p>}
    </>
  )
}
