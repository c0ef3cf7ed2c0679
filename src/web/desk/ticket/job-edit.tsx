import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { newJob } from '#contract/tickets.ts'
import { client } from '#web/api.ts'
import { attempt, showFault, validateWith } from '#web/parts/contract-validate.ts'
import { JobFields } from '#web/parts/job-fields.tsx'
import { jobChanged } from '#web/parts/ticket/foreseen-jobs.ts'
import { useThisTicket } from '#web/parts/ticket/this-ticket.ts'
import { type JobView, useTicketCommand } from '#web/parts/ticket/ticket-view.ts'
import { type TypedJob, typedJob } from '#web/parts/typed-job.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './job-changes.module.css'
import { SaveOrCancel } from './save-or-cancel.tsx'

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
