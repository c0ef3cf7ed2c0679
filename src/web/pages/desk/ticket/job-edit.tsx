import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { newJob } from '#contract/tickets.ts'
import { client } from '#web/api/client.ts'
import { attempt, showFault, validateWith } from '#web/api/validate-with-contract.ts'
import { JobFields } from '#web/features/tickets/jobs/job-fields.tsx'
import { type TypedJob, typedJob } from '#web/features/tickets/jobs/job-form-values.ts'
import { jobChanged } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useThisTicket } from '#web/features/tickets/ticket-context.ts'
import { type JobView, useTicketCommand } from '#web/features/tickets/ticket-queries.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { SaveOrCancel } from './form-actions.tsx'
import styles from './job-changes.module.css'

/** A job line's problem and estimated time; Save sends only what was changed, Escape leaves it as it was. */
export function JobEdit({ job, onClose }: { job: JobView; onClose: () => void }) {
  const { ticketId } = useThisTicket()
  const { jobNumber, problem, estimatedTime, estimate } = job
  const form = useForm<TypedJob>({
    initialValues: { problem, estimatedTime, estimate },
    validate: validateWith<TypedJob>(newJob, typedJob),
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changeJob, {
    foresee: jobChanged,
    untilSeen: true,
    onDone: onClose,
    onFault: showFault(form),
  })
  const focusProblem = useRef(() => form.getInputNode('problem')?.focus())
  useEffect(() => focusProblem.current(), [])

  const save = attempt(form, typed => {
    if (!form.isDirty()) return onClose()
    run({
      ...{ ticketId, jobNumber },
      ...(form.isDirty('problem') ? { problem: typed.problem } : {}),
      ...(form.isDirty('estimatedTime') ? { estimatedTime: Number(typed.estimatedTime) } : {}),
    })
  })

  return (
    <form
      className={styles.editing}
      onSubmit={save}
      onKeyDown={onEscape(isRunning ? null : onClose)}
      noValidate
      aria-label={`Edit job ${jobNumber}`}
    >
      <JobFields withEstimate={false} propsOf={field => form.getInputProps(field)}>
        <SaveOrCancel isRunning={isRunning} onCancel={onClose} />
      </JobFields>
    </form>
  )
}
