import { Button, VisuallyHidden } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
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
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './suggested-time.module.css'

type SuggestedTimeProps = {
  job: JobView
  /** Beside the time: the desk's actions. */
  children?: ReactNode
}

/** An estimate line's suggested time, which those who may suggest one change where it is read. */
export function SuggestedTime({ job, children }: SuggestedTimeProps) {
  const isAllowed = useTicketPermission()
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  if (!job.estimate) return null
  const { jobNumber, suggestedTime } = job
  return (
    <div className={styles.suggested}>
      <span>
        Suggested Time{' '}
        <Numbers strong>{suggestedTime === null ? 'none' : formatHours(suggestedTime)}</Numbers>
      </span>
      {isOpen ? (
        <SuggestForm job={job} onClose={() => setOpen(false)} />
      ) : (
        <>
          {children}
          {isAllowed('job.suggest-time') && (
            <Button ref={opener} size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
              Suggest Time
              <VisuallyHidden> of job {jobNumber}</VisuallyHidden>
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function SuggestForm({ job: { jobNumber, suggestedTime }, onClose }: { job: JobView; onClose: () => void }) {
  const { ticketId } = useTicketContext()
  const input = useRef<HTMLInputElement>(null)
  // Null while nothing is typed: the field then shows others' suggestions.
  const [typed, setTyped] = useState<number | string | null>(null)
  const [error, setError] = useState('')
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changeJob, {
    optimistic: timeSuggested,
    waitForRefetch: true,
    inBay: 'suggestTime',
    onStored: onClose,
    onDone: () => {
      notify.success('Suggested time saved.')
      onClose()
    },
    onError: ({ message }) => setError(message),
  })
  const value = typed ?? suggestedTime ?? ''
  useEffect(() => input.current?.focus(), [])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (value === (suggestedTime ?? '')) return onClose()
    if (value === '') return run({ ticketId, jobNumber, suggestedTime: null })
    const invalid = (await loadTicketValidation()).suggestedTimeError(value)
    if (invalid === undefined) run({ ticketId, jobNumber, suggestedTime: Number(value) })
    else setError(invalid)
  }

  return (
    <form
      className={styles.form}
      onSubmit={save}
      onKeyDown={onEscape(isRunning ? null : onClose)}
      noValidate
      aria-label={`Suggest time of job ${jobNumber}`}
    >
      <StepField
        ref={input}
        className={styles.field}
        aria-label={`Suggested Time of job ${jobNumber}`}
        of={`hours of job ${jobNumber}`}
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
      <Button type="submit" disabled={isRunning} onClick={ignoreDoubleClick()}>
        Save
      </Button>
      <Button variant="subtle" disabled={isRunning} onClick={onClose}>
        Cancel
      </Button>
    </form>
  )
}
