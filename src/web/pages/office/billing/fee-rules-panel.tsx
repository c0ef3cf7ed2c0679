import { Button, NativeSelect, SegmentedControl, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconReceipt2 } from '@tabler/icons-react'
import { describeFeeRules } from '#domain/billing/fee-rules.ts'
import { METHOD_LABELS, PAYMENT_METHODS, type PaymentMethod } from '#domain/billing/ledger.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { RowForm } from '../editable-list.tsx'
import styles from '../tax-rates.module.css'
import { type BillingChange, useSettingsForm } from './use-billing-settings.ts'

type Rules = BillingSettingsView['feeRules']
type Number = number | string

/** Amounts in dollars. */
type Typed = {
  methods: { key: string; method: PaymentMethod; percentage: Number; cap: Number }[]
  late: { afterDays: Number; unit: 'amount' | 'percentage'; value: Number; every: 'once' | 'month' }
  storage: { freeDays: Number; perDay: Number }
  noShow: Number
  lateCancellation: { hoursBefore: Number; amount: Number }
}

/** The fees that tickets are proposed by rule. */
export function FeeRulesPanel({ settings: { feeRules } }: { settings: BillingSettingsView }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const sentences = describeFeeRules(scaledRules(feeRules))
  return (
    <Panel
      title="Fees by rule"
      actions={
        !isOpen && (
          <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
            {sentences.length === 0 ? 'Set Fees' : 'Change Fees'}
          </Button>
        )
      }
    >
      {isOpen && <FeeRulesForm rules={feeRules} onClose={() => setOpen(false)} />}
      {sentences.length === 0 && !isOpen && (
        <EmptyState
          icon={IconReceipt2}
          sentence="No fees by rule yet."
          next="Set what you add for cards, late payment, storage and missed appointments. Each is proposed on the ticket; nothing is charged until you add it."
          compact
        />
      )}
      {sentences.length > 0 && !isOpen && (
        <>
          <ul className={styles.list}>
            {sentences.map(sentence => (
              <li key={sentence}>
                <TextWithAmounts text={sentence} />
              </li>
            ))}
          </ul>
          <p className={styles.soft}>
            Fees for cards and late payment count for invoices that were issued since, which name them.
          </p>
        </>
      )}
    </Panel>
  )
}

const scaled = (percent: number): number => Math.round(percent * PERCENTAGE_SCALE)
const scaledOrNull = (percent: number | null): number | null => (percent === null ? null : scaled(percent))

/** The rules as the domain has them: percent become scaled percentages. */
const scaledRules = ({ methods, late, ...rules }: Rules) => ({
  ...rules,
  methods: methods.map(({ method, percentage, cap }) => ({
    method,
    percentage: scaled(percentage),
    cap: scaledOrNull(cap),
  })),
  late: late && { ...late, percentage: scaledOrNull(late.percentage) },
})

const typedOf = ({ methods, late, storage, noShow, lateCancellation }: Rules): Typed => ({
  methods: methods.map(({ method, percentage, cap }) => ({
    ...{ key: randomUuid(), method, percentage, cap: cap ?? '' },
  })),
  late: {
    afterDays: late?.afterDays ?? '',
    unit: late === null || late.amount === null ? 'percentage' : 'amount',
    value: late === null ? '' : (late.percentage ?? typedDollars(late.amount)),
    every: late?.every ?? 'once',
  },
  storage: { freeDays: storage?.freeDays ?? '', perDay: typedDollars(storage?.perDay ?? null) },
  noShow: typedDollars(noShow),
  lateCancellation: {
    hoursBefore: lateCancellation?.hoursBefore ?? '',
    amount: typedDollars(lateCancellation?.amount ?? null),
  },
})

/** A part whose fields are all blank is off. */
function toInput({ methods, late, storage, noShow, lateCancellation }: Typed): BillingChange {
  const { afterDays, unit, value, every } = late
  const { freeDays, perDay } = storage
  const { hoursBefore, amount } = lateCancellation
  return {
    feeRules: {
      methods: methods.map(({ method, percentage, cap }) => ({
        method,
        percentage: percentage as number,
        cap: cap === '' ? null : (cap as number),
      })),
      late:
        afterDays === '' && value === ''
          ? null
          : {
              afterDays: afterDays as number,
              amount: unit === 'amount' ? typedCents(value) : null,
              percentage: unit === 'percentage' ? (value as number) : null,
              every,
            },
      storage:
        freeDays === '' && perDay === ''
          ? null
          : { freeDays: freeDays as number, perDay: typedCents(perDay) },
      noShow: noShow === '' ? null : typedCents(noShow),
      lateCancellation:
        hoursBefore === '' && amount === ''
          ? null
          : { hoursBefore: hoursBefore as number, amount: typedCents(amount) },
    },
  }
}

const METHOD_OPTIONS = Object.entries(METHOD_LABELS).map(([value, label]) => ({ value, label }))

function FeeRulesForm({ rules, onClose }: { rules: Rules; onClose: () => void }) {
  const { form, isRunning, onSubmit } = useSettingsForm<Typed>({
    initialValues: typedOf(rules),
    toInput,
    toField: path => path.replace('feeRules.', '').replace(/^late\.(amount|percentage)$/, 'late.value'),
    onSaved: onClose,
  })
  const { unit } = form.values.late
  return (
    <RowForm
      label="Fees by rule"
      submitLabel="Save"
      isRunning={isRunning}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Stack gap="sm">
        <p className={styles.soft}>
          Leave blank what you do not charge. What is allowed differs by state and card network: ask before
          you set it.
        </p>
        <MethodFields form={form} />
        <Fields>
          <NumberField
            label="Late fee, days past due"
            description="When it is proposed."
            min={1}
            {...form.getInputProps('late.afterDays')}
          />
          <NumberField
            label={unit === 'amount' ? 'Late fee, amount' : 'Late fee, percentage'}
            description="A percentage is of what is open."
            min={0}
            {...(unit === 'amount' ? { leftSection: '$' } : { rightSection: '%', step: 0.5, max: 100 })}
            {...form.getInputProps('late.value')}
          />
          <SegmentedControl
            aria-label="Kind of late fee"
            data={[
              { value: 'percentage', label: '% of what is open' },
              { value: 'amount', label: '$ each time' },
            ]}
            {...form.getInputProps('late.unit')}
          />
          <SegmentedControl
            aria-label="How often the late fee is proposed"
            data={[
              { value: 'once', label: 'Once' },
              { value: 'month', label: 'Each month' },
            ]}
            {...form.getInputProps('late.every')}
          />
          <NumberField
            label="Storage, free days after Finalize"
            description="The RV is to be picked up by then. You can set another day on the ticket."
            min={0}
            {...form.getInputProps('storage.freeDays')}
          />
          <NumberField
            label="Storage, each day after"
            description="Until the RV departed, or the ticket is completed."
            leftSection="$"
            min={0}
            {...form.getInputProps('storage.perDay')}
          />
          <NumberField
            label="No-show"
            description="Proposed when the desk closes an appointment as a no-show."
            leftSection="$"
            min={0}
            {...form.getInputProps('noShow')}
          />
          <NumberField
            label="Late cancellation, hours before"
            description="Canceled less than so many hours before the appointment."
            min={1}
            {...form.getInputProps('lateCancellation.hoursBefore')}
          />
          <NumberField
            label="Late cancellation, amount"
            leftSection="$"
            min={0}
            {...form.getInputProps('lateCancellation.amount')}
          />
        </Fields>
      </Stack>
    </RowForm>
  )
}

/** What ways of paying add, each with the highest percentage that the owner allows. */
function MethodFields({ form }: { form: UseFormReturnType<Typed> }) {
  const { methods } = form.values
  const next = (['card', ...PAYMENT_METHODS] as const).find(
    method => !methods.some(each => each.method === method),
  )
  return (
    <>
      {methods.map(({ key, method }, index) => (
        <Fields key={key}>
          <NativeSelect
            label="Paid by"
            data={METHOD_OPTIONS}
            {...form.getInputProps(`methods.${index}.method`)}
          />
          <NumberField
            label={`${METHOD_LABELS[method]} fee`}
            description="Of what is paid."
            rightSection="%"
            step={0.25}
            min={0}
            max={100}
            {...form.getInputProps(`methods.${index}.percentage`)}
          />
          <NumberField
            label={`${METHOD_LABELS[method]} fee, at most`}
            description="The most that is allowed here. Leave it blank for no limit."
            rightSection="%"
            step={0.25}
            min={0}
            max={100}
            {...form.getInputProps(`methods.${index}.cap`)}
          />
          <Button variant="subtle" onClick={() => form.removeListItem('methods', index)}>
            Remove {METHOD_LABELS[method]} Fee
          </Button>
        </Fields>
      ))}
      {next !== undefined && (
        <div className={styles.choices}>
          <Button
            size="compact-sm"
            onClick={() =>
              form.insertListItem('methods', { key: randomUuid(), method: next, percentage: '', cap: '' })
            }
          >
            Add {METHOD_LABELS[next]} Fee
          </Button>
        </div>
      )}
    </>
  )
}
