import { Button, VisuallyHidden } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { estimatedTime } from '#contract/shared-schemas.ts'
import { ESTIMATE_STEP, formatHours, MAX_ESTIMATE } from '#domain/lib/hours.ts'
import { client } from '#web/api/client.ts'
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

  function save(event: FormEvent) {
    event.preventDefault()
    const parsed = estimatedTime.safeParse(value)
    if (isSame) setTyped(null)
    else if (value === '') run({ ticketId, jobNumber, suggestedTime: null })
    else if (parsed.success) run({ ticketId, jobNumber, suggestedTime: parsed.data })
    else setError(parsed.error.issues[0]?.message ?? '')
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
