import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Finding, jobLabel, MAX_FINDING_LENGTH } from '#domain/tickets/job.ts'
import { textKeyOf } from '#web/bay/outbox/text-drafts.ts'
import styles from '#web/features/tickets/jobs/job-line.module.css'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { SaveIndicator } from '#web/ui/feedback/save-indicator.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { type AutosaveInput, type AutosaveView, createAutosave } from './autosave.ts'
import { EditConflict } from './edit-conflict.tsx'
import { useDraftOwner } from './finding-drafts.ts'

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
  const [owner] = useState(useDraftOwner())
  const input = useRef<HTMLTextAreaElement>(null)
  const draftKey = textKeyOf(owner, ticketId, jobNumber, field)
  const autosave = useAutosave({ draftKey, job: jobLabel(job), value: job[field] })
  // Without a connection the server cannot say so.
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
function useAutosave(input: AutosaveInput) {
  const { job, value } = input
  const [autosave] = useState(() => createAutosave(input))
  // As the server's HTML, which knows of no draft.
  const [view, setView] = useState<AutosaveView>({
    ...{ text: autosave.view().text, state: 'idle' },
    ...{ conflict: null, problem: null },
  })
  useEffect(() => autosave.mount(setView), [autosave])
  useEffect(() => autosave.onValue(value, job), [autosave, value, job])
  return { ...autosave, ...view }
}
