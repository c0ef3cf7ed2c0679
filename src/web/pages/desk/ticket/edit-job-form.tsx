import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { JobFields } from '#web/features/tickets/jobs/job-fields.tsx'
import { type JobFormValues, toNewJob } from '#web/features/tickets/jobs/job-form-values.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { jobChanged } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { SaveCancelButtons } from './save-cancel-buttons.tsx'
import formStyles from './ticket-forms.module.css'

export type EditedField = 'problem' | 'estimatedTime'
type EditJobFormProps = { job: JobView; autoFocus: EditedField; onClose: () => void }

/** A job line's problem and estimated time; Save sends only changes, Escape cancels. */
export function EditJobForm({ job, autoFocus, onClose }: EditJobFormProps) {
  const { ticketId } = useTicketContext()
  const { jobNumber, problem, estimatedTime, estimate } = job
  const form = useForm<JobFormValues>({
    initialValues: { problem, estimatedTime, estimate },
    validate: async typed => (await loadTicketValidation()).validateNewJob(toNewJob(typed)),
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changeJob, {
    optimistic: jobChanged,
    waitForRefetch: true,
    onDone: onClose,
    onError: setFormErrors(form),
  })
  const focusFirst = useRef(() => form.getInputNode(autoFocus)?.focus())
  useEffect(() => focusFirst.current(), [])

  const save = submitWith(form, typed => {
    if (!form.isDirty()) return onClose()
    run({
      ticketId,
      jobNumber,
      ...(form.isDirty('problem') ? { problem: typed.problem } : {}),
      ...(form.isDirty('estimatedTime') ? { estimatedTime: Number(typed.estimatedTime) } : {}),
    })
  })

  return (
    <form
      className={formStyles.editing}
      onSubmit={save}
      onKeyDown={onEscape(isRunning ? null : onClose)}
      noValidate
      aria-label={`Edit job ${jobNumber}`}
    >
      <JobFields jobNumber={jobNumber} withEstimate={false} propsOf={field => form.getInputProps(field)}>
        <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
      </JobFields>
    </form>
  )
}
