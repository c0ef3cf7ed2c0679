import { Button, Checkbox, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { type ComponentProps, useState } from 'react'
import type { InvoiceSums } from '#domain/billing/invoice.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Totals } from '#web/ui/numbers.tsx'
import { ChargeFields } from './charge-fields.tsx'
import { ExemptionFields } from './exemption-fields.tsx'
import styles from './invoice.module.css'
import {
  chosenLines,
  type Proposal,
  proposedValues,
  sumsOf,
  type Typed,
  toFormErrors,
  toInput,
  WHOLE_TICKET,
} from './proposal-values.ts'
import { SendByEmail } from './send-by-email.tsx'
import { loadInvoiceValidation, useMoneyCommand } from './use-money-command.ts'

/** `email`: the customer's; empty without one. `onClose`: of a form that was opened by a button. */
type ProposalFormProps = { ticketId: number; proposal: Proposal; email: string; onClose?: () => void }

/** An invoice before it is issued, with what it comes to: of a finalized ticket, or of job lines of an open one. */
export function ProposalForm({ ticketId, proposal, email, onClose }: ProposalFormProps) {
  const [initialValues] = useState(() => proposedValues(proposal))
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
    () => onClose?.(),
    error => setFormErrors(form)({ ...error, fields: toFormErrors(error.fields, form.getValues()) }),
  )
  const { values } = form
  const sums = sumsOf(proposal, values)
  const isTrip = proposal.jobs !== null
  const isChosen = ({ jobNumber }: { jobNumber: number }): boolean =>
    !isTrip || values.jobNumbers.includes(String(jobNumber))
  const blockers = [
    ...(isTrip && values.jobNumbers.length === 0 ? ['Choose at least one job line.'] : []),
    ...(typeof sums === 'string' ? [sums] : []),
  ]
  const issue = submitWith(form, typed => run(toInput(ticketId, proposal, typed)))
  return (
    <form
      onSubmit={issue}
      noValidate
      aria-label={isTrip ? 'Bill Trip' : 'New invoice'}
      className={styles.form}
    >
      {proposal.jobs !== null && <JobChoice jobs={proposal.jobs} {...form.getInputProps('jobNumbers')} />}
      <ClockedTime clocked={proposal.clocked.filter(isChosen)} />
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
      {proposal.taxRates.length > 0 && (
        <ExemptionFields ticketId={ticketId} form={form} proposal={proposal} />
      )}
      <Discounts form={form} proposal={proposal} />
      <ChargeFields form={form} proposal={proposal} />
      {typeof sums === 'string' ? (
        <p className={styles.error} role="alert">
          {sums}
        </p>
      ) : (
        <Sums sums={sums} />
      )}
      {proposal.withReadyEmail ? (
        <p className={styles.soft}>{email} gets the invoice with the email that the RV is ready.</p>
      ) : (
        <SendByEmail email={email} {...form.getInputProps('sendByEmail', { type: 'checkbox' })} />
      )}
      <PrimaryButton type="submit" loading={isRunning} loadingText="Issuing…" blockers={blockers}>
        Issue Invoice
      </PrimaryButton>
      {onClose && (
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      )}
    </form>
  )
}

type JobChoiceProps = ComponentProps<typeof Checkbox.Group> & { jobs: NonNullable<Proposal['jobs']> }

/** The job lines of an open ticket to bill; those that cannot be billed yet say why. */
const JobChoice = ({ jobs, ...group }: Omit<JobChoiceProps, 'children'>) => (
  <Checkbox.Group
    label="What to bill"
    description="Each with its parts. The rest stays open; parts on no job line wait for Finalize."
    {...group}
  >
    <Stack mt="xs" gap="xs">
      {jobs.map(({ jobNumber, label, blockers }) => (
        <Checkbox
          key={jobNumber}
          value={String(jobNumber)}
          label={label}
          {...(blockers.length > 0 && { description: blockers.join(' '), disabled: true })}
        />
      ))}
    </Stack>
  </Checkbox.Group>
)

/** How the hours that the clock charges came about, before they are billed. */
function ClockedTime({ clocked }: Pick<Proposal, 'clocked'>) {
  if (clocked.length === 0) return null
  return (
    <section aria-label="Time by the clock">
      <h3 className={styles.title}>By the clock</h3>
      <ul className={styles.list}>
        {clocked.map(({ jobNumber, label, details }) => (
          <li key={jobNumber}>
            {label}
            {details.map(sentence => (
              <span key={sentence} className={styles.soft}>
                {sentence}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
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

function Discounts({ form, proposal }: { form: UseFormReturnType<Typed>; proposal: Proposal }) {
  const targets = [
    { value: WHOLE_TICKET, label: 'The whole ticket' },
    ...chosenLines(proposal, form.values).map(({ lineId, description }) => ({
      value: lineId,
      label: description,
    })),
  ]
  const add = (): void => {
    const key = randomUuid()
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
