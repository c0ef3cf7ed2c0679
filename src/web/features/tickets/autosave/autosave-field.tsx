import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { jobLabel } from '#domain/tickets/job.ts'
import { client } from '#web/api/client.ts'
import styles from '#web/features/tickets/jobs/job-line.module.css'
import { type JobView, useTicketCommand } from '#web/features/tickets/ticket-queries.ts'
import { SaveMark } from '#web/ui/feedback/save-indicator.tsx'
import { WordsMet } from './edit-conflict.tsx'
import { type Finding, placeOfField, useWriter, writerIn } from './finding-drafts.ts'
import { useSavedText } from './use-autosave.ts'

type SavedFieldProps = {
  ticketId: number
  job: JobView
  field: Finding
  label: string
  placeholder: string
  autoFocus?: boolean
}

/** Cause or correction of a job line, saved while it is typed. */
export function SavedField(props: SavedFieldProps) {
  const { ticketId, job, field, label, placeholder, autoFocus = false } = props
  const { jobNumber } = job
  const queries = useQueryClient()
  const [writer] = useState(useWriter())
  const input = useRef<HTMLTextAreaElement>(null)
  const { run } = useTicketCommand(ticketId, client.tickets.changeJob, {
    basis: job[field],
    onDone: () => typing.onDone(),
    onFault: fault => typing.onFault(fault),
  })
  const place = placeOfField(writer, ticketId, jobNumber, field)
  const typing = useSavedText({ place, job: jobLabel(job), value: job[field] }, (text, over) => {
    // Somebody else has signed in here since: these words are not theirs, and stay kept.
    if (writerIn(queries) === writer) run({ ticketId, jobNumber, [field]: text, over: { [field]: over } })
  })
  const choose = (words: string): void => {
    typing.choose(words)
    input.current?.focus()
  }
  return (
    <div className={styles.field}>
      <Textarea
        ref={input}
        label={label}
        placeholder={placeholder}
        autoFocus={autoFocus}
        autosize
        minRows={2}
        maxRows={12}
        value={typing.text}
        onChange={event => typing.onChange(event.currentTarget.value)}
        onBlur={typing.onBlur}
      />
      <SaveMark state={typing.state} />
      {typing.met !== null && (
        <WordsMet
          ticketId={ticketId}
          jobNumber={jobNumber}
          field={field}
          met={typing.met}
          text={typing.text}
          choose={choose}
        />
      )}
    </div>
  )
}
