import { Button, TextInput } from '@mantine/core'
import { IconClockDollar } from '@tabler/icons-react'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { client } from '#web/api/client.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './tax-rates.module.css'
import { useBillingCommand, useSettingsForm } from './use-billing-settings.ts'

type Rate = BillingSettingsView['laborRates'][number]
type RatesProps = { rates: readonly Rate[] }

/** The labor rates by name, besides the company's own. */
export function LaborRatesPanel({ settings: { laborRates } }: { settings: BillingSettingsView }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  return (
    <Panel
      title="Labor rates"
      {...(laborRates.length > 0 && { count: laborRates.length })}
      actions={
        !isOpen && (
          <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
            Add Labor Rate
          </Button>
        )
      }
    >
      {isOpen && <LaborRateForm rates={laborRates} rate={null} onClose={() => setOpen(false)} />}
      {laborRates.length === 0 && !isOpen && (
        <EmptyState
          icon={IconClockDollar}
          sentence="Every job line is charged at your company’s labor rate."
          next="Add rates for diagnostics, warranty work or after hours, and choose one on a job line."
          compact
        />
      )}
      <ul className={styles.list}>
        {laborRates.map(rate => (
          <LaborRate key={rate.laborRateId} rates={laborRates} rate={rate} />
        ))}
      </ul>
    </Panel>
  )
}

function LaborRate({ rates, rate }: RatesProps & { rate: Rate }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { run, isRunning } = useBillingCommand(
    client.billing.changeSettings,
    'Removed. Job lines that have it keep it.',
  )
  const { laborRateId, name, amount } = rate
  if (isOpen)
    return (
      <li className={styles.rate}>
        <LaborRateForm rates={rates} rate={rate} onClose={() => setOpen(false)} />
      </li>
    )
  return (
    <li className={styles.rate}>
      <span className={styles.name}>
        {name}{' '}
        <strong>
          <TextWithAmounts text={`${formatMoney(fromDollars(amount))}/hr`} />
        </strong>
      </span>
      <span className={styles.buttons}>
        <Button ref={opener} variant="subtle" aria-label={`Change ${name}`} onClick={() => setOpen(true)}>
          Change
        </Button>
        <ConfirmInline
          label="Remove"
          question={`Remove ${name}? It can’t be chosen any more.`}
          loading={isRunning}
          onConfirm={() => run({ laborRates: rates.filter(other => other.laborRateId !== laborRateId) })}
        />
      </span>
    </li>
  )
}

type Typed = { name: string; amount: number | string }

function LaborRateForm({ rates, rate, onClose }: RatesProps & { rate: Rate | null; onClose: () => void }) {
  const { form, isRunning, onSubmit } = useSettingsForm<Typed>({
    initialValues: { name: rate?.name ?? '', amount: rate?.amount ?? '' },
    toInput: ({ name, amount }) => {
      const typed = { name, amount: amount as number }
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
    <form
      onSubmit={onSubmit}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={rate === null ? 'New labor rate' : `Change ${rate.name}`}
      className={styles.form}
    >
      <Fields>
        <TextInput
          label="Name"
          placeholder="Diagnostic"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('name')}
        />
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
      <div className={styles.choices}>
        <Button type="submit" disabled={isRunning}>
          {rate === null ? 'Add Labor Rate' : 'Save'}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
