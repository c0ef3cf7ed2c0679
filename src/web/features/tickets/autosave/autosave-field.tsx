import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import { type Finding, jobLabel, MAX_FINDING_LENGTH } from '#domain/tickets/job.ts'
import { client } from '#web/api/client.ts'
import { noteField, textKeyOf } from '#web/bay/outbox/text-drafts.ts'
import styles from '#web/features/tickets/jobs/job-line.module.css'
import { TicketOutboxContext } from '#web/features/tickets/ticket-outbox.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { SaveIndicator } from '#web/ui/feedback/save-indicator.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { type AutosaveInput, createAutosave, type SendText } from './autosave.ts'
import { EditConflict } from './edit-conflict.tsx'
import { draftOwnerIn, useDraftOwner } from './finding-drafts.ts'

const TOO_LONG = `Use at most ${MAX_FINDING_LENGTH.toLocaleString('en-US')} characters.`

type AutosaveFieldProps = {
  ticketId: number
  job: JobView
  field: Finding
  label: string
  placeholder: string
  autoFocus?: boolean
}

/** Cause or correction of a job line, saved while typing. */
export function AutosaveField(props: AutosaveFieldProps) {
  const { ticketId, job, field, label, placeholder, autoFocus = false } = props
  const { jobNumber } = job
  const queries = useQueryClient()
  const outbox = useContext(TicketOutboxContext)
  const [draftOwner] = useState(useDraftOwner())
  const input = useRef<HTMLTextAreaElement>(null)
  const { run } = useTicketCommand(ticketId, client.tickets.changeJob, {
    basis: job[field],
    onDone: () => {
      const saved = autosave.onDone()
      if (saved !== null) outbox?.keepText({ ticketId, jobNumber, field, text: saved })
    },
    onError: error => autosave.onError(error),
  })
  const draftKey = textKeyOf(draftOwner, ticketId, jobNumber, field)
  const autosave = useAutosave({ draftKey, job: jobLabel(job), value: job[field] }, (text, base) => {
    // Another user has logged in since: this text is not theirs, and stays stored.
    if (draftOwnerIn(queries) === draftOwner)
      run({ ticketId, jobNumber, [field]: text, over: { [field]: base } })
  })
  // Without a line the server cannot say so.
  const isTooLong = autosave.text.trim().length > MAX_FINDING_LENGTH
  const choose = (text: string): void => {
    autosave.choose(text)
    input.current?.focus()
  }
  return (
    <div className={styles.field}>
      <TextArea
        ref={input}
        label={
          <>
            {label}
            <VisuallyHidden> of job {jobNumber}</VisuallyHidden>
          </>
        }
        placeholder={placeholder}
        autoFocus={autoFocus}
        minRows={2}
        maxRows={12}
        value={autosave.text}
        error={isTooLong ? TOO_LONG : autosave.problem}
        onChange={event => autosave.onChange(event.currentTarget.value)}
        onBlur={autosave.onBlur}
      />
      <SaveIndicator state={autosave.state} />
      {autosave.conflict !== null && (
        <EditConflict
          ticketId={ticketId}
          jobNumber={jobNumber}
          field={field}
          conflict={autosave.conflict}
          text={autosave.text}
          choose={choose}
        />
      )}
    </div>
  )
}

/** The text of a field, saved while typing; `input.draftKey` does not change. */
function useAutosave(input: AutosaveInput, send: SendText) {
  const { draftKey, job, value } = input
  const latestSend = useRef(send)
  latestSend.current = send
  const [autosave] = useState(() => createAutosave(input, (text, over) => latestSend.current(text, over)))
  const [view, setView] = useState(autosave.view)
  useEffect(() => autosave.mount(setView), [autosave])
  useEffect(() => autosave.onValue(value, job), [autosave, value, job])
  const fieldState = autosave.fieldState()
  useEffect(() => noteField(draftKey, fieldState), [draftKey, fieldState])
  return { ...autosave, ...view }
}
