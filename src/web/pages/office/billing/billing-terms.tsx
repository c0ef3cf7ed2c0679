import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import { client } from '#web/api/client.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from '../tax-rates.module.css'
import { type BillingChange, useBillingCommand, useSettingsForm } from './use-billing-settings.ts'

type Typed = {
  invoicePrefix: string
  nextInvoiceNumber: number | string
  creditNotePrefix: string
  nextCreditNoteNumber: number | string
  paymentTermsDays: number | string
  discountLimit: number | string
  retentionYears: number | string
  reminderDays: number | string
  footText: string
  pageSize: string
}

/** As it was loaded, or as it is typed. */
const valuesOf = ({
  isOn: _,
  taxRates: __,
  feePresets: ___,
  shopSupplies: ____,
  laborRates: _____,
  tripRules: ______,
  writers: _______,
  cards: ________,
  feeRules: _________,
  clockRule: __________,
  newJobsByClock: ___________,
  offersFlatPrice: ____________,
  bookingPayment: _____________,
  ...settings
}: BillingSettingsView): Typed => ({
  ...settings,
  discountLimit: typedDollars(settings.discountLimit),
  reminderDays: settings.reminderDays ?? '',
})

const PAGE_SIZE_OPTIONS = [
  { value: 'letter', label: 'Letter' },
  { value: 'a4', label: 'A4' },
]

/** A blank one of these is none at all. */
const MAY_BE_NULL = ['discountLimit', 'reminderDays']

/** Only what was changed: a number that an invoice took meanwhile stays. */
function changesOf(before: Typed, typed: Typed): BillingChange {
  const changed = Object.entries(typed).filter(([name, value]) => value !== before[name as keyof Typed])
  const orNull = ([name, value]: [string, number | string]) => {
    if (value === '' && MAY_BE_NULL.includes(name)) return [name, null]
    return [name, name === 'discountLimit' ? typedCents(value) : value]
  }
  return Object.fromEntries(changed.map(orNull)) as BillingChange
}

/** Numbers, terms and what is printed at the foot. */
export function TermsPanel({ settings }: { settings: BillingSettingsView }) {
  const before = valuesOf(settings)
  const { form, isRunning, onSubmit } = useSettingsForm<Typed>({
    initialValues: before,
    toInput: typed => changesOf(before, typed),
  })
  return (
    <Panel title="Numbers and terms">
      <form onSubmit={onSubmit} noValidate>
        <Fields>
          <TextInput
            label="Invoice prefix"
            description="Put before each number, as in R-1001."
            {...form.getInputProps('invoicePrefix')}
          />
          <NumberField
            label="Next invoice number"
            description="Numbers run on without gaps."
            min={1}
            useGrouping={false}
            {...form.getInputProps('nextInvoiceNumber')}
          />
          <TextInput label="Credit note prefix" {...form.getInputProps('creditNotePrefix')} />
          <NumberField
            label="Next credit note number"
            min={1}
            useGrouping={false}
            {...form.getInputProps('nextCreditNoteNumber')}
          />
          <NumberField
            label="Payment terms in days"
            description="0 means due on receipt."
            min={0}
            {...form.getInputProps('paymentTermsDays')}
          />
          <NumberField
            label="Service writers may discount up to"
            description="For each invoice. Leave it blank for no limit."
            leftSection="$"
            step={1}
            min={0}
            {...form.getInputProps('discountLimit')}
          />
          <NumberField
            label="First reminder, days past due"
            description="Emailed to the customer, then once a week, up to 6 times. Leave it blank for none."
            min={1}
            {...form.getInputProps('reminderDays')}
          />
          <NumberField
            label="Keep customers on invoices, years"
            description="After that, invoices stay without name and address."
            min={1}
            {...form.getInputProps('retentionYears')}
          />
          <NativeSelect
            label="Paper"
            description="Of estimates, invoices and receipts as PDF."
            data={PAGE_SIZE_OPTIONS}
            {...form.getInputProps('pageSize')}
          />
          <div data-wide>
            <TextArea
              label="Text at the foot of estimates and invoices"
              description="Warranty, license number, lien notice."
              minRows={3}
              {...form.getInputProps('footText')}
            />
          </div>
        </Fields>
        <Button type="submit" mt="sm" disabled={isRunning}>
          Save
        </Button>
      </form>
    </Panel>
  )
}

/** Which service writers may correct what was billed, besides the owner. */
export function CorrectionsPanel({ settings: { writers } }: { settings: BillingSettingsView }) {
  const { run, isRunning } = useBillingCommand(client.billing.setCorrections, 'Saved.')
  return (
    <Panel title="Refunds and credit notes">
      <p className={styles.note}>
        You can refund, void payments, issue credit notes, and discount beyond the limit above. Service
        writers can if you turn it on for them, until you turn it off.
      </p>
      {writers.length === 0 && (
        <p>
          No service writers yet. <TextLink to="/register-employee">Add an employee</TextLink>
        </p>
      )}
      {writers.map(({ employeeId, name, mayCorrect }) => (
        <Switch
          key={employeeId}
          mt="sm"
          label={name}
          checked={mayCorrect}
          disabled={isRunning}
          onChange={({ currentTarget: { checked } }) => run({ employeeId, mayCorrect: checked })}
        />
      ))}
    </Panel>
  )
}
