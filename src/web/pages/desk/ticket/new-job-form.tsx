import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { client } from '#web/api/client.ts'
import { useDraft } from '#web/api/form-draft.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { submitWith } from '#web/api/validate-with-contract.ts'
import { JobFields } from '#web/features/tickets/jobs/job-fields.tsx'
import { EMPTY_JOB, type JobFormValues, toNewJob } from '#web/features/tickets/jobs/job-form-values.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import formStyles from '#web/features/tickets/new-line-form.module.css'
import { jobAdded } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useClearOnSend } from '#web/features/tickets/use-clear-on-send.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './ticket-forms.module.css'

/** A new job line for an active ticket. */
export function NewJobForm({ ticketId }: { ticketId: number }) {
  const may = usePermission()
  return may('job.change') ? <JobForm ticketId={ticketId} /> : null
}

function JobForm({ ticketId }: { ticketId: number }) {
  const form = useForm<JobFormValues>({
    initialValues: EMPTY_JOB,
    validate: async typed => (await loadTicketValidation()).validateNewJob(toNewJob(typed)),
  })
  const draft = useDraft(form, `job on ${ticketId}`)
  const { onSent, ...responses } = useClearOnSend(form, draft, 'problem')
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.addJob, {
    optimistic: jobAdded,
    ...responses,
  })
  const add = submitWith(form, typed => {
    onSent()
    run({ ...toNewJob(typed), ticketId, estimatedTime: Number(typed.estimatedTime) })
  })
  return (
    <form
      className={`${formStyles.form} ${styles.adding}`}
      onSubmit={add}
      noValidate
      aria-label="Add Job Line"
    >
      <h3 className={formStyles.title}>Add Job Line</h3>
      <JobFields propsOf={field => form.getInputProps(field)}>
        <Button
          type="submit"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={isRunning}
          onClick={ignoreDoubleClick()}
        >
          Add Job
        </Button>
      </JobFields>
    </form>
  )
}
