import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { ESTIMATE_STEP } from '#domain/lib/hours.ts'
import { type ClockRule, describeClockRule, MAX_CLOCK_MINIMUM } from '#domain/pricing/clock-rule.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from '../tax-rates.module.css'
import { type BillingChange, useSettingsForm } from './use-billing-settings.ts'

type Typed = Omit<ClockRule, 'minimum' | 'otherPeople'> & {
  offersFlatPrice: boolean
  offersClock: boolean
  newJobsByClock: boolean
  minimum: number | string
  otherPeople: number | string
}

/** What a company starts from that bills by the clock. */
const USUAL_RULE: ClockRule = {
  minimum: 1,
  rounding: 'quarter',
  direction: 'up',
  start: 'clock-in',
  per: 'visit',
  otherPeople: 100,
}

const toRule = ({ minimum, otherPeople, rounding, direction, start, per }: Typed): ClockRule => ({
  ...{ rounding, direction, start, per },
  minimum: minimum as number,
  otherPeople: otherPeople as number,
})

const toInput = (typed: Typed): BillingChange => ({
  offersFlatPrice: typed.offersFlatPrice,
  clockRule: typed.offersClock ? toRule(typed) : null,
  newJobsByClock: typed.offersClock && typed.newJobsByClock,
})

/** What the labor of a job line may be charged for, besides its estimated hours. */
export function LaborBasisPanel({ settings }: { settings: BillingSettingsView }) {
  const { clockRule, newJobsByClock, offersFlatPrice } = settings
  const { form, isRunning, onSubmit } = useSettingsForm<Typed>({
    initialValues: {
      ...(clockRule ?? USUAL_RULE),
      ...{ offersFlatPrice, newJobsByClock, offersClock: clockRule !== null },
    },
    toInput,
    toField: path => path.replace('clockRule.', ''),
  })
  const { values } = form
  const isWhole = typeof values.minimum === 'number' && typeof values.otherPeople === 'number'
  return (
    <Panel title="Labor by the clock or at a flat price">
      <p className={styles.soft}>
        Job lines are charged for their estimated hours. What you turn on here can be chosen for a line
        instead.
      </p>
      <form onSubmit={onSubmit} noValidate>
        <Checkbox
          label="Flat prices"
          description="A price for the labor of a line, whatever its hours."
          {...form.getInputProps('offersFlatPrice', { type: 'checkbox' })}
        />
        <Checkbox
          mt="sm"
          label="By the clock"
          description="The time clocked on a line, once its clock has stopped."
          {...form.getInputProps('offersClock', { type: 'checkbox' })}
        />
        {values.offersClock && (
          <>
            <Fields>
              <NumberField
                label="Minimum"
                rightSection="h"
                step={ESTIMATE_STEP}
                min={0}
                max={MAX_CLOCK_MINIMUM}
                {...form.getInputProps('minimum')}
              />
              <NativeSelect
                label="Minimum and rounding are for"
                data={[
                  { value: 'visit', label: 'Each visit (a day)' },
                  { value: 'line', label: 'Each job line' },
                ]}
                {...form.getInputProps('per')}
              />
              <NativeSelect
                label="Round to"
                data={[
                  { value: 'none', label: 'Not rounded' },
                  { value: 'quarter', label: 'Quarter hours' },
                  { value: 'half', label: 'Half hours' },
                  { value: 'full', label: 'Full hours' },
                ]}
                {...form.getInputProps('rounding')}
              />
              <NativeSelect
                label="Rounding"
                data={[
                  { value: 'up', label: 'Up' },
                  { value: 'nearest', label: 'To the nearest' },
                ]}
                {...form.getInputProps('direction')}
              />
              <NativeSelect
                label="Starts at"
                data={[
                  { value: 'clock-in', label: 'Clock In' },
                  { value: 'arrival', label: 'Arrival (Check In at the customer)' },
                ]}
                {...form.getInputProps('start')}
              />
              <NumberField
                label="Each other person"
                description="Of their time; the first to clock in on a visit counts whole."
                rightSection="%"
                step={5}
                min={0}
                max={100}
                {...form.getInputProps('otherPeople')}
              />
            </Fields>
            {isWhole && <p className={styles.soft}>Customers read: “{describeClockRule(toRule(values))}”.</p>}
            <Checkbox
              label="New job lines are billed by the clock"
              {...form.getInputProps('newJobsByClock', { type: 'checkbox' })}
            />
          </>
        )}
        <Button type="submit" mt="sm" disabled={isRunning}>
          Save
        </Button>
        {clockRule !== null && (
          <p className={styles.soft}>Lines that are billed by the clock already keep the rule they have.</p>
        )}
      </form>
    </Panel>
  )
}
