import { Button } from '@mantine/core'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from '../tax-rates.module.css'
import { type BillingChange, useSettingsForm } from './use-billing-settings.ts'

type Typed = { percentage: number | string; cap: number | string }

const STANDARD_PERCENT = 10

/** 10 % without a limit is what every ticket has anyway. */
const toInput = ({ percentage, cap }: Typed): BillingChange => ({
  shopSupplies:
    percentage === STANDARD_PERCENT && cap === ''
      ? null
      : { percentage: percentage as number, cap: cap === '' ? null : typedCents(cap) },
})

/** How much of its parts a ticket is charged for shop supplies. */
export function SuppliesPanel({ settings: { shopSupplies } }: { settings: BillingSettingsView }) {
  const { form, isRunning, onSubmit } = useSettingsForm<Typed>({
    initialValues: {
      percentage: shopSupplies?.percentage ?? STANDARD_PERCENT,
      cap: typedDollars(shopSupplies?.cap ?? null),
    },
    toInput,
    toField: path => path.replace('shopSupplies.', ''),
  })
  return (
    <Panel title="Shop supplies">
      <p className={styles.soft}>
        Charged on parts, never on labor, trips or fees. A change counts for tickets that are not finalized
        yet.
      </p>
      <form onSubmit={onSubmit} noValidate>
        <Fields>
          <NumberField
            label="Percentage of parts"
            description="10% until you change it."
            rightSection="%"
            step={0.5}
            min={0}
            max={100}
            {...form.getInputProps('percentage')}
          />
          <NumberField
            label="At most"
            description="For each ticket. Leave it blank for no limit."
            leftSection="$"
            step={1}
            min={0}
            {...form.getInputProps('cap')}
          />
        </Fields>
        <Button type="submit" mt="sm" disabled={isRunning}>
          Save
        </Button>
      </form>
    </Panel>
  )
}
