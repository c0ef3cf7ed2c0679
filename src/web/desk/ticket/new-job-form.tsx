import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { newJob } from '#contract/tickets.ts'
import { client } from '#web/api.ts'
import { attempt, showFault, validateWith } from '#web/parts/contract-validate.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { useDraft } from '#web/parts/form-draft.ts'
import { JobFields } from '#web/parts/job-fields.tsx'
import { jobAdded } from '#web/parts/ticket/foreseen-jobs.ts'
import { useTicketCommand } from '#web/parts/ticket/ticket-view.ts'
import { useEmptying } from '#web/parts/ticket/use-emptying.ts'
import { NO_JOB, type TypedJob, typedJob } from '#web/parts/typed-job.ts'
import { useMay } from '#web/parts/use-may.ts'
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
