import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { newJob } from '#contract/tickets.ts'
import { client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { useMay } from '#web/api/use-permission.ts'
import { attempt, showFault, validateWith } from '#web/api/validate-with-contract.ts'
import { JobFields } from '#web/features/tickets/jobs/job-fields.tsx'
import { NO_JOB, type TypedJob, typedJob } from '#web/features/tickets/jobs/job-form-values.ts'
import { jobAdded } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useEmptying } from '#web/features/tickets/parts/use-clear-on-success.ts'
import { useTicketCommand } from '#web/features/tickets/ticket-queries.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import styles from './job-changes.module.css'

/** One more job line for a ticket in work. */
export function NewJobForm({ ticketId }: { ticketId: number }) {
  const may = useMay()
  return may('job.change') ? <JobForm ticketId={ticketId} /> : null
}

function JobForm({ ticketId }: { ticketId: number }) {
  const form = useForm<TypedJob>({
    initialValues: NO_JOB,
    validate: validateWith<TypedJob>(newJob, typedJob),
  })
  const draft = useDraft(form, `job on ${ticketId}`)
  const emptying = useEmptying(form, draft)
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.addJob, {
    foresee: jobAdded,
    onDone: () => {
      emptying.onDone()
      form.getInputNode('problem')?.focus()
    },
    onFault: showFault(form),
  })
  const add = attempt(form, typed => {
    emptying.onSent()
    run({ ...typedJob(typed), ticketId, estimatedTime: Number(typed.estimatedTime) })
  })
  return (
    <form className={styles.adding} onSubmit={add} noValidate aria-label="Add Job Line">
      <h3 className={styles.title}>Add Job Line</h3>
      <JobFields propsOf={field => form.getInputProps(field)}>
        <Button
          type="submit"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={isRunning}
          onClick={firstClick()}
        >
          Add Job
        </Button>
      </JobFields>
    </form>
  )
}
