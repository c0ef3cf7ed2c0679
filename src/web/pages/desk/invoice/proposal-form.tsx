import { Button, Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { type Charge, extraChargesOf, type InvoiceSums, invoiceSums } from '#domain/billing/invoice.ts'
import { PERCENTAGE_SCALE, type TaxRate } from '#domain/billing/tax.ts'
import { formatMoney, fromDollars, isWholeCents, toDollars } from '#domain/lib/money.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import type { TicketMoneyView } from '#web/features/billing/billing-views.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Totals } from '#web/ui/numbers.tsx'
import styles from './invoice.module.css'
import { loadInvoiceValidation, useMoneyCommand } from './use-money-command.ts'

type Proposal = NonNullable<TicketMoneyView['proposal']>

type TypedDiscount = {
  key: string
  lineId: string
  unit: 'amount' | 'percentage'
  value: number | string
  reason: string
}
type TypedCharge = { key: string; kind: 'trip' | 'fee'; name: string; amount: number | string }
type Typed = {
  taxRateIds: string[]
  discounts: TypedDiscount[]
  charges: TypedCharge[]
  isExempt: boolean
  certificateNumber: string
  expiresOn: string
  sendByEmail: boolean
}

const WHOLE_TICKET = ''

/** The typed text is shown as an error by the form; sums count it as nothing until it is a number. */
const numberOf = (typed: number | string): number => (typeof typed === 'number' ? typed : 0)

const centsOf = (typed: number | string) => {
  const dollars = numberOf(typed)
  return fromDollars(dollars >= 0 && isWholeCents(dollars) ? dollars : 0)
}

const chargesOf = ({ lines }: Proposal, { charges }: Typed): Charge[] => {
  const extras = charges.map(({ kind, name, amount }) => ({ kind, name, amount: centsOf(amount) }))
  return [
    ...lines.map(line => ({ ...line, amount: fromDollars(line.amount) })),
    ...extraChargesOf(
      extras.find(({ kind }) => kind === 'trip') ?? null,
      extras.filter(({ kind }) => kind === 'fee'),
    ),
  ]
}

/** What the invoice comes to as typed; a sentence if a discount takes off too much. */
function sumsOf(proposal: Proposal, typed: Typed): InvoiceSums | string {
  const rates: TaxRate[] = proposal.taxRates
    .filter(({ taxRateId }) => !typed.isExempt && typed.taxRateIds.includes(taxRateId))
    .map(rate => ({ ...rate, percentage: Math.round(rate.percentage * PERCENTAGE_SCALE) }))
  const discounts = typed.discounts.map(({ lineId, unit, value, reason }) => ({
    lineId: lineId === WHOLE_TICKET ? null : lineId,
    amount: unit === 'amount' ? centsOf(value) : null,
    percentage: unit === 'percentage' ? Math.round(Math.max(0, numberOf(value)) * PERCENTAGE_SCALE) : null,
    reason,
  }))
  const { blockers, ...sums } = invoiceSums(chargesOf(proposal, typed), discounts, rates)
  return blockers.length > 0 ? 'A discount is more than what it is taken off.' : sums
}

type NewInvoice = Parameters<typeof client.billing.issueInvoice>[0]

function toInput(ticketId: number, proposal: Proposal, typed: Typed): NewInvoice {
  const sums = sumsOf(proposal, typed)
  const chargeOf = ({ name, amount }: TypedCharge) => ({ name, amount: amount as number })
  const trip = typed.charges.find(({ kind }) => kind === 'trip')
  const { certificateNumber, expiresOn } = typed
  return {
    ticketId,
    taxRateIds: typed.taxRateIds,
    discounts: typed.discounts.map(({ lineId, unit, value, reason }) => ({
      ...(lineId === WHOLE_TICKET ? {} : { lineId }),
      [unit]: value as number,
      reason,
    })),
    ...(trip === undefined ? {} : { trip: chargeOf(trip) }),
    fees: typed.charges.filter(({ kind }) => kind === 'fee').map(chargeOf),
    ...(typed.isExempt ? { exemption: { certificateNumber, expiresOn } } : {}),
    sendByEmail: typed.sendByEmail,
    expectedTotal: typeof sums === 'string' ? 0 : toDollars(sums.total),
  }
}

/** The contract's field for each of the form's. */
function toFormPath(path: string, { charges }: Typed): string {
  const fee = /^fees\.(\d+)\.(\w+)$/.exec(path)
  const indexOf = (kind: TypedCharge['kind'], nth: number): number =>
    charges.map((charge, index) => (charge.kind === kind ? index : -1)).filter(index => index >= 0)[nth] ?? 0
  if (fee !== null) return `charges.${indexOf('fee', Number(fee[1]))}.${fee[2]}`
  return path
    .replace(/^trip\./, `charges.${indexOf('trip', 0)}.`)
    .replace(/^exemption\./, '')
    .replace(/^(discounts\.\d+)\.(amount|percentage)$/, '$1.value')
}

const toFormErrors = (errors: Readonly<Record<string, unknown>>, typed: Typed) =>
  Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [toFormPath(path, typed), message as string]),
  )

/** `email`: the customer's; empty without one. */
type ProposalFormProps = { ticketId: number; proposal: Proposal; email: string }

/** The invoice of a finalized ticket, before it is issued, with what it comes to. */
export function ProposalForm({ ticketId, proposal, email }: ProposalFormProps) {
  const [initialValues] = useState<Typed>(() => ({
    taxRateIds: proposal.taxRates.filter(rate => rate.isDefault).map(({ taxRateId }) => taxRateId),
    discounts: [],
    charges: [],
    ...{ isExempt: false, certificateNumber: '', expiresOn: '', sendByEmail: false },
  }))
  const form = useForm<Typed>({
    initialValues,
    validate: async typed => {
      const { validateInvoice } = await loadInvoiceValidation()
      return toFormErrors(validateInvoice(toInput(ticketId, proposal, typed)), typed)
    },
  })
  const { run, isRunning } = useMoneyCommand(
    ticketId,
    client.billing.issueInvoice,
    'Invoice issued.',
    () => {},
    error => setFormErrors(form)({ ...error, fields: toFormErrors(error.fields, form.getValues()) }),
  )
  const { values } = form
  const sums = sumsOf(proposal, values)
  const issue = submitWith(form, typed => run(toInput(ticketId, proposal, typed)))
  return (
    <form onSubmit={issue} noValidate aria-label="New invoice" className={styles.form}>
      {proposal.taxRates.length > 0 && (
        <Checkbox.Group label="Tax" {...form.getInputProps('taxRateIds')}>
          <div className={styles.choices}>
            {proposal.taxRates.map(({ taxRateId, name, percentage }) => (
              <Checkbox
                key={taxRateId}
                value={taxRateId}
                label={`${name} ${percentage}%`}
                disabled={values.isExempt}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {proposal.taxRates.length > 0 && <Exemption form={form} />}
      <Discounts form={form} proposal={proposal} />
      <Charges form={form} />
      {typeof sums === 'string' ? (
        <p className={styles.error} role="alert">
          {sums}
        </p>
      ) : (
        <Sums sums={sums} />
      )}
      {email !== '' && (
        <Checkbox
          label={`Send by email to ${email}`}
          {...form.getInputProps('sendByEmail', { type: 'checkbox' })}
        />
      )}
      <PrimaryButton
        type="submit"
        loading={isRunning}
        loadingText="Issuing…"
        blockers={typeof sums === 'string' ? [sums] : []}
      >
        Issue Invoice
      </PrimaryButton>
    </form>
  )
}

const Sums = ({ sums }: { sums: InvoiceSums }) => (
  <Totals
    rows={[
      { label: 'Subtotal', amount: formatMoney(sums.subtotal) },
      ...(sums.discountTotal === 0
        ? []
        : [{ label: 'Discount', amount: `−${formatMoney(sums.discountTotal)}` }]),
      ...sums.taxes.map(({ name, amount, base }) => ({
        label: name,
        amount: formatMoney(amount),
        hint: `On ${formatMoney(base)}`,
      })),
      { label: 'Invoice total', amount: formatMoney(sums.total), strong: true },
    ]}
  />
)

type FormProps = { form: UseFormReturnType<Typed> }

const Exemption = ({ form }: FormProps) => (
  <>
    <Checkbox label="The customer is tax exempt" {...form.getInputProps('isExempt', { type: 'checkbox' })} />
    {form.values.isExempt && (
      <div className={styles.row}>
        <TextInput label="Certificate number" {...form.getInputProps('certificateNumber')} />
        <TextInput label="Expires on" type="date" {...form.getInputProps('expiresOn')} />
      </div>
    )}
  </>
)

function Discounts({ form, proposal }: FormProps & { proposal: Proposal }) {
  const targets = [
    { value: WHOLE_TICKET, label: 'The whole ticket' },
    ...proposal.lines.map(({ lineId, description }) => ({ value: lineId, label: description })),
  ]
  const add = (): void => {
    const key = crypto.randomUUID()
    form.insertListItem('discounts', { key, lineId: WHOLE_TICKET, unit: 'amount', value: '', reason: '' })
  }
  return (
    <>
      {form.values.discounts.map(({ key, unit }, index) => (
        <fieldset key={key} className={styles.group}>
          <legend>Discount {form.values.discounts.length > 1 && index + 1}</legend>
          <NativeSelect label="Off" data={targets} {...form.getInputProps(`discounts.${index}.lineId`)} />
          <div className={styles.row}>
            <NumberField
              label={unit === 'amount' ? 'Amount' : 'Percentage'}
              min={0}
              {...(unit === 'amount' ? { leftSection: '$' } : { rightSection: '%' })}
              {...form.getInputProps(`discounts.${index}.value`)}
            />
            <SegmentedControl
              aria-label="Kind of discount"
              data={[
                { value: 'amount', label: '$' },
                { value: 'percentage', label: '%' },
              ]}
              {...form.getInputProps(`discounts.${index}.unit`)}
            />
          </div>
          <TextInput
            label="Reason"
            description="Printed on the invoice."
            {...form.getInputProps(`discounts.${index}.reason`)}
          />
          <Button variant="subtle" onClick={() => form.removeListItem('discounts', index)}>
            Remove Discount
          </Button>
        </fieldset>
      ))}
      <div className={styles.choices}>
        <Button size="compact-sm" onClick={add}>
          Add Discount
        </Button>
      </div>
    </>
  )
}

function Charges({ form }: FormProps) {
  const { charges } = form.values
  const add = (kind: TypedCharge['kind'], name: string) => (): void =>
    form.insertListItem('charges', { key: crypto.randomUUID(), kind, name, amount: '' })
  return (
    <>
      {charges.map(({ key, kind }, index) => (
        <fieldset key={key} className={styles.group}>
          <legend>{kind === 'trip' ? 'Trip' : 'Fee'}</legend>
          <div className={styles.row}>
            <TextInput label="Name" {...form.getInputProps(`charges.${index}.name`)} />
            <NumberField
              label="Amount"
              leftSection="$"
              min={0}
              {...form.getInputProps(`charges.${index}.amount`)}
            />
          </div>
          <Button variant="subtle" onClick={() => form.removeListItem('charges', index)}>
            Remove {kind === 'trip' ? 'Trip' : 'Fee'}
          </Button>
        </fieldset>
      ))}
      <div className={styles.choices}>
        {!charges.some(({ kind }) => kind === 'trip') && (
          <Button size="compact-sm" onClick={add('trip', 'Trip')}>
            Add Trip
          </Button>
        )}
        <Button size="compact-sm" onClick={add('fee', '')}>
          Add Fee
        </Button>
      </div>
    </>
  )
}
