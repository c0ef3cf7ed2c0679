import { Button, VisuallyHidden } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ESTIMATE_STEP, formatHours, MAX_ESTIMATE } from '#domain/lib/hours.ts'
import { client } from '#web/api/client.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { timeSuggested } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { StepField } from '#web/ui/forms/step-field.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Numbers } from '#web/ui/numbers.tsx'
import styles from './suggested-time.module.css'

type SuggestedTimeProps = {
  job: JobView
  /** Beside the time: the desk's actions. */
  children?: ReactNode
}

/** An estimate line's suggested time, with a field for those who may suggest. */
export function SuggestedTime({ job, children }: SuggestedTimeProps) {
  const isAllowed = useTicketPermission()
  if (!job.estimate) return null
  return (
    <div className={styles.suggested}>
      <span>
        Suggested Time{' '}
        <Numbers strong>{job.suggestedTime === null ? 'none' : formatHours(job.suggestedTime)}</Numbers>
      </span>
      {children}
      {isAllowed('job.suggest-time') && <SuggestForm job={job} />}
    </div>
  )
}

function SuggestForm({ job: { jobNumber, suggestedTime } }: { job: JobView }) {
  const { ticketId } = useTicketContext()
  // Null while nothing is typed: the field then shows others' suggestions.
  const [typed, setTyped] = useState<number | string | null>(null)
  const [error, setError] = useState('')
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changeJob, {
    optimistic: timeSuggested,
    waitForRefetch: true,
    onDone: () => {
      setTyped(null)
      notify.success('Suggested time saved.')
    },
    onError: ({ message }) => setError(message),
  })
  const value = typed ?? suggestedTime ?? ''
  const isSame = value === (suggestedTime ?? '')

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSame) return setTyped(null)
    if (value === '') return run({ ticketId, jobNumber, suggestedTime: null })
    const invalid = (await loadTicketValidation()).suggestedTimeError(value)
    if (invalid === undefined) run({ ticketId, jobNumber, suggestedTime: Number(value) })
    else setError(invalid)
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <StepField
        className={styles.field}
        aria-label={`Suggested Time of job ${jobNumber}`}
        of="hours"
        step={ESTIMATE_STEP}
        min={0}
        max={MAX_ESTIMATE}
        suffix=" h"
        value={value}
        error={error}
        onChange={next => {
          setTyped(next)
          setError('')
        }}
      />
      <Button type="submit" disabled={isRunning || isSame} onClick={ignoreDoubleClick()}>
        Suggest Time
        <VisuallyHidden> of job {jobNumber}</VisuallyHidden>
      </Button>
    </form>
  )
}
