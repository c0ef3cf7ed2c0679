import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { submitWith } from '#web/api/validate-with-contract.ts'
import { JobFields } from '#web/features/tickets/jobs/job-fields.tsx'
import { EMPTY_JOB, type JobFormValues, toNewJob } from '#web/features/tickets/jobs/job-form-values.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { jobAdded } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { useClearOnSend } from '#web/features/tickets/use-clear-on-send.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'

type JobFormProps = { ticketId: number; draft: string; autoFocus: boolean; onClose: () => void }

/** A new job line for an active ticket. */
export function NewJobForm({ ticketId, draft: draftKey, autoFocus, onClose }: JobFormProps) {
  const form = useForm<JobFormValues>({
    initialValues: EMPTY_JOB,
    validate: async typed => (await loadTicketValidation()).validateNewJob(toNewJob(typed)),
  })
  const draft = useDraft(form, draftKey)
  const { onSent, ...responses } = useClearOnSend(form, draft, 'problem')
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.addJob, {
    optimistic: jobAdded,
    ...responses,
  })
  const focusProblem = useRef(() => form.getInputNode('problem')?.focus())
  useEffect(() => {
    if (autoFocus) focusProblem.current()
  }, [autoFocus])
  const add = submitWith(form, typed => {
    onSent()
    const { problem, estimate, estimatedTime } = typed
    run({ ticketId, problem, estimate, estimatedTime: Number(estimatedTime) })
  })
  return (
    <form onSubmit={add} noValidate aria-label="Add Job Line">
      <DraftNote draft={draft} />
      <JobFields propsOf={field => form.getInputProps(field)}>
        <Button
          type="submit"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={isRunning}
          onClick={ignoreDoubleClick()}
        >
          Add Job
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </JobFields>
    </form>
  )
}
