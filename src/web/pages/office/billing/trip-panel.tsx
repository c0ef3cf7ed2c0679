import { Button, SegmentedControl, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconRoute } from '@tabler/icons-react'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { client } from '#web/api/client.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { describeTripView, type TripRulesView } from '#web/features/billing/trip-rules.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { RowForm } from '../editable-list.tsx'
import styles from '../tax-rates.module.css'
import { type BillingChange, useBillingCommand, useSettingsForm } from './use-billing-settings.ts'

/** Amounts in dollars. */
type TypedBand = { key: string; upTo: number | string; amount: number | string }
type Typed = {
  kind: TripRulesView['kind']
  freeMiles: number | string
  perMile: number | string
  ways: TripRulesView['ways']
  bands: TypedBand[]
  minimum: number | string
  returnPercentage: number | string
  afterHours: number | string
}

/** What the company charges for coming to the customer. */
export function TripPanel({ settings: { tripRules } }: { settings: BillingSettingsView }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { run, isRunning } = useBillingCommand(
    client.billing.changeSettings,
    'Removed. Issued invoices keep their trips.',
  )
  return (
    <Panel
      title="Trip fee"
      actions={
        !isOpen && (
          <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
            {tripRules === null ? 'Set Trip Fee' : 'Change Trip Fee'}
          </Button>
        )
      }
    >
      {isOpen && <TripForm rules={tripRules} onClose={() => setOpen(false)} />}
      {tripRules === null && !isOpen && (
        <EmptyState
          icon={IconRoute}
          sentence="No trip fee yet."
          next="Set what you charge for mobile visits. Customers see it before they book, and invoices propose it."
          compact
        />
      )}
      {tripRules !== null && !isOpen && (
        <>
          <p>
            <TextWithAmounts text={describeTripView(tripRules)} />
          </p>
          <p className={styles.soft}>Customers see this when they book a visit at their RV.</p>
          <ConfirmInline
            label="Remove"
            question="Remove the trip fee? Customers no longer see it, and invoices no longer propose it."
            loading={isRunning}
            onConfirm={() => run({ tripRules: null })}
          />
        </>
      )}
    </Panel>
  )
}

const bandOf = (upTo: number | string, amount: number | string): TypedBand => ({
  ...{ key: randomUuid(), upTo, amount },
})

const typedOf = (rules: TripRulesView | null): Typed => ({
  kind: rules?.kind ?? 'per-mile',
  freeMiles: rules?.freeMiles ?? '',
  perMile: rules === null || rules.kind === 'bands' ? '' : typedDollars(rules.perMile),
  ways: rules?.ways ?? 'one-way',
  bands:
    rules === null || rules.bands.length === 0
      ? [bandOf('', '')]
      : rules.bands.map(({ upTo, amount }) => bandOf(upTo, typedDollars(amount))),
  minimum: typedDollars(rules?.minimum || null),
  returnPercentage: rules?.returnPercentage ?? 100,
  afterHours: typedDollars(rules?.afterHours || null),
})

/** Blank is none of it, except a rate and a band. */
const numberOr = <T,>(typed: number | string, blank: T): number | T =>
  typed === '' ? blank : (typed as number)

function toInput({ kind, freeMiles, perMile, ways, bands, ...typed }: Typed): BillingChange {
  const common = {
    minimum: typedCents(numberOr(typed.minimum, 0)),
    returnPercentage: numberOr(typed.returnPercentage, 100),
    afterHours: typedCents(numberOr(typed.afterHours, 0)),
  }
  return {
    tripRules:
      kind === 'bands'
        ? {
            ...common,
            kind,
            bands: bands.map(({ upTo, amount }) => ({ upTo: upTo as number, amount: typedCents(amount) })),
          }
        : { ...common, kind, ways, freeMiles: numberOr(freeMiles, 0), perMile: typedCents(perMile) },
  }
}

function TripForm({ rules, onClose }: { rules: TripRulesView | null; onClose: () => void }) {
  const { form, isRunning, onSubmit } = useSettingsForm<Typed>({
    initialValues: typedOf(rules),
    toInput,
    toField: path => path.replace('tripRules.', ''),
    onSaved: onClose,
  })
  return (
    <RowForm label="Trip fee" submitLabel="Save" isRunning={isRunning} onSubmit={onSubmit} onClose={onClose}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label="How trips are charged"
          data={[
            { value: 'per-mile', label: 'By the mile' },
            { value: 'bands', label: 'By distance bands' },
          ]}
          {...form.getInputProps('kind')}
        />
        {form.values.kind === 'per-mile' ? <PerMileFields form={form} /> : <BandFields form={form} />}
        <Fields>
          <NumberField
            label="At least"
            description="For a trip that is not free. Leave it blank for no minimum."
            leftSection="$"
            min={0}
            {...form.getInputProps('minimum')}
          />
          <NumberField
            label="Return trip"
            description="Of a first trip to the same customer. 100% is the same."
            rightSection="%"
            min={0}
            max={100}
            step={5}
            {...form.getInputProps('returnPercentage')}
          />
          <NumberField
            label="After hours"
            description="Added to the trip. Leave it blank for none."
            leftSection="$"
            min={0}
            {...form.getInputProps('afterHours')}
          />
        </Fields>
      </Stack>
    </RowForm>
  )
}

type TripFieldsProps = { form: UseFormReturnType<Typed> }

const PerMileFields = ({ form }: TripFieldsProps) => (
  <Fields>
    <NumberField
      label="Free within"
      description="Leave it blank to charge every mile."
      rightSection="mi"
      min={0}
      {...form.getInputProps('freeMiles')}
    />
    <NumberField
      label="Each mile beyond"
      description="Distances are the straight line unless you type the miles."
      leftSection="$"
      step={0.25}
      min={0}
      {...form.getInputProps('perMile')}
    />
    <SegmentedControl
      aria-label="Ways charged"
      data={[
        { value: 'one-way', label: 'One way' },
        { value: 'both-ways', label: 'Both ways' },
      ]}
      {...form.getInputProps('ways')}
    />
  </Fields>
)

function BandFields({ form }: TripFieldsProps) {
  const { bands } = form.values
  return (
    <>
      {bands.map(({ key }, index) => (
        <Fields key={key}>
          <NumberField
            label={`Band ${index + 1}: up to`}
            description="Miles, one way."
            rightSection="mi"
            min={0}
            {...form.getInputProps(`bands.${index}.upTo`)}
          />
          <NumberField
            label={`Band ${index + 1}: amount`}
            description="0 is free."
            leftSection="$"
            min={0}
            {...form.getInputProps(`bands.${index}.amount`)}
          />
        </Fields>
      ))}
      <div className={styles.choices}>
        <Button size="compact-sm" onClick={() => form.insertListItem('bands', bandOf('', ''))}>
          Add Band
        </Button>
        {bands.length > 1 && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => form.removeListItem('bands', bands.length - 1)}
          >
            Remove Last Band
          </Button>
        )}
      </div>
    </>
  )
}
