import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { submitWith } from '#web/api/validate-with-contract.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import formStyles from '#web/features/tickets/new-line-form.module.css'
import { partAdded } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import { type JobView, workableJobs } from '#web/features/tickets/ticket-view.ts'
import { useClearOnSend } from '#web/features/tickets/use-clear-on-send.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { JobSelect } from './job-select.tsx'
import styles from './parts.module.css'

type PartFormValues = {
  quantity: number | string
  description: string
  perPartAmount: number | string
  jobNumber: number | null
}

type NewPartFormProps = { ticketId: number; withPrice: boolean; jobs: readonly JobView[] }

/** Add New Part. An invalid quantity or price changes nothing and has an error beside its field. */
export function NewPartForm({ ticketId, withPrice, jobs: all }: NewPartFormProps) {
  const jobs = workableJobs(all)
  const toInput = ({ quantity, description, perPartAmount, jobNumber }: PartFormValues) => {
    // The selected line may have been deleted.
    const chosen = jobs.find(job => job.jobNumber === jobNumber)
    return {
      quantity,
      description,
      ...(withPrice ? { perPartAmount } : {}),
      ...(chosen === undefined ? {} : { jobNumber: chosen.jobNumber }),
    }
  }
  const form = useForm<PartFormValues>({
    initialValues: { quantity: '', description: '', perPartAmount: '', jobNumber: null },
    validate: async typed => (await loadTicketValidation()).validateNewPart(toInput(typed)),
  })
  const draft = useDraft(form, `part on ${ticketId}`)
  const { onSent, ...responses } = useClearOnSend(form, draft, 'quantity')
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.addPart, {
    optimistic: partAdded,
    ...responses,
  })
  const add = submitWith(form, typed => {
    const { quantity, perPartAmount, ...rest } = toInput(typed)
    const price = perPartAmount === undefined ? {} : { perPartAmount: Number(perPartAmount) }
    onSent()
    run({ ticketId, ...rest, quantity: Number(quantity), ...price })
  })
  return (
    <form className={`${formStyles.form} ${styles.form}`} onSubmit={add} noValidate aria-label="Add New Part">
      <h3 className={formStyles.title}>Add New Part</h3>
      <div
        className={styles.formFields}
        data-priced={withPrice || undefined}
        data-lined={jobs.length > 0 || undefined}
      >
        <NumberField
          className={styles.count}
          label="Quantity"
          required
          withAsterisk={false}
          min={0}
          {...form.getInputProps('quantity')}
        />
        <TextInput
          className={styles.grow}
          label="Description"
          placeholder="Optional"
          {...form.getInputProps('description')}
        />
        {withPrice && (
          <NumberField
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
        <Button type="submit" className={styles.add} disabled={isRunning} onClick={ignoreDoubleClick()}>
          Add Part
        </Button>
      </div>
    </form>
  )
}
