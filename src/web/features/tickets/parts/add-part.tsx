import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import { MAX_QUANTITY } from '#domain/tickets/part.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { usePermission } from '#web/api/use-permission.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { Adder } from '#web/features/tickets/adder.tsx'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { partAdded } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import { addTypedPart, inCents } from '#web/features/tickets/parts/typed-part.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import { useClearOnSend } from '#web/features/tickets/use-clear-on-send.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { StepField } from '#web/ui/forms/step-field.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { FittedParts } from './fitted-parts.tsx'
import { FromStock } from './from-stock.tsx'
import { JobSelect } from './job-select.tsx'
import styles from './parts.module.css'

/** Adds parts, to the job line that it stands in or, with null, to the ticket or a chosen line. */
export function AddPart({ jobNumber }: { jobNumber: number | null }) {
  const { ticketId, totals } = useTicketContext()
  const withPrice = usePermission()('part.price') && totals !== null
  const draft = `part on ${ticketId}${jobNumber === null ? '' : ` ${jobNumber}`}`
  return (
    <Adder label="Add Part" draft={draft} suffix={jobNumber === null ? undefined : `to job ${jobNumber}`}>
      {form => <NewPartForm {...form} draft={draft} withPrice={withPrice} jobNumber={jobNumber} />}
    </Adder>
  )
}

type PartFormValues = {
  quantity: number | string
  description: string
  perPartAmount: number | string
  jobNumber: number | null
}

type NewPartFormProps = {
  draft: string
  withPrice: boolean
  /** The job line it stands in; null to choose one, or none. */
  jobNumber: number | null
  autoFocus: boolean
  onClose: () => void
}

/** Add New Part. An invalid quantity or price changes nothing and has an error beside its field. */
function NewPartForm(props: NewPartFormProps) {
  const { draft: draftKey, withPrice, jobNumber: ownJob, autoFocus, onClose } = props
  const { ticketId, jobNames } = useTicketContext()
  const jobs = ownJob === null ? jobNames : []
  const toInput = ({ quantity, description, perPartAmount, jobNumber }: PartFormValues) => {
    // The selected line may have been deleted.
    const chosen = ownJob ?? jobs.find(job => job.jobNumber === jobNumber)?.jobNumber
    return {
      quantity,
      description,
      jobNumber: chosen,
      ...(withPrice && { perPartAmount }),
    }
  }
  const form = useForm<PartFormValues>({
    initialValues: { quantity: 1, description: '', perPartAmount: '', jobNumber: null },
    validate: async typed =>
      (await loadTicketValidation()).validateNewPart({
        ...toInput(typed),
        ...(withPrice && { perPartAmount: typedCents(typed.perPartAmount) }),
      }),
  })
  const draft = useDraft(form, draftKey)
  const { onSent, ...responses } = useClearOnSend(form, draft, 'quantity')
  const focusQuantity = useRef(() => form.getInputNode<HTMLInputElement, never>('quantity' as never)?.focus())
  useEffect(() => {
    if (autoFocus) focusQuantity.current()
  }, [autoFocus])
  const { run, isRunning } = useTicketCommand(ticketId, addTypedPart, {
    optimistic: (ticket, typed) => partAdded(ticket, inCents(typed)),
    inBay: 'addPart',
    onStored: responses.onDone,
    ...responses,
  })
  const add = submitWith(form, typed => {
    const { quantity, perPartAmount, ...rest } = toInput(typed)
    const price = perPartAmount === undefined ? {} : { perPartAmount: Number(perPartAmount) }
    onSent()
    run({ ticketId, ...rest, quantity: Number(quantity), ...price })
  })
  const quantity = form.getInputProps('quantity')
  const line = jobNames.find(({ jobNumber }) => jobNumber === (ownJob ?? form.values.jobNumber))
  return (
    <form onSubmit={add} noValidate aria-label="Add New Part">
      <DraftNote draft={draft} />
      <h3 className={styles.title}>Add New Part</h3>
      <div className={styles.formFields}>
        <StepField
          className={styles.count}
          label="Quantity"
          of={ownJob === null ? 'quantity' : `quantity for job ${ownJob}`}
          required
          withAsterisk={false}
          step={1}
          min={0}
          max={MAX_QUANTITY}
          {...quantity}
          value={form.values.quantity}
          onFocus={event => {
            quantity.onFocus(event)
            event.currentTarget.select()
          }}
        />
        <TextInput
          className={styles.grow}
          label="Description"
          placeholder="Optional"
          {...form.getInputProps('description')}
        />
        {withPrice && (
          <NumberField
            className={styles.amount}
            label="Per Item Price"
            required
            withAsterisk={false}
            leftSection="$"
            step={0.01}
            {...form.getInputProps('perPartAmount')}
          />
        )}
        {jobs.length > 0 && (
          <JobSelect
            className={styles.line ?? ''}
            label="Job Line"
            jobs={jobs}
            {...form.getInputProps('jobNumber')}
            value={form.values.jobNumber}
          />
        )}
        {line?.component && (
          <FittedParts
            ticketId={ticketId}
            componentId={line.component.componentId}
            onChoose={({ description, perPartAmount }) =>
              form.setValues({
                description,
                ...(withPrice && perPartAmount !== null && { perPartAmount: typedDollars(perPartAmount) }),
              })
            }
          />
        )}
        <FromStock
          quantity={Number(form.values.quantity)}
          jobNumber={line?.jobNumber}
          onError={setFormErrors(form)}
        />
        <div className={styles.add}>
          <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
            Add Part
          </Button>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}
