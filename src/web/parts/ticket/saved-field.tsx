import { Textarea } from '@mantine/core'
import { client } from '#web/api.ts'
import { SaveMark } from '#web/ui/save-mark.tsx'
import styles from './job-line.module.css'
import { placeOfField } from './kept-findings.ts'
import { type JobView, useTicketCommand } from './ticket-view.ts'
import { useSavedText } from './use-saved-text.ts'

type SavedFieldProps = {
  ticketId: number
  job: JobView
  field: 'cause' | 'correction'
  label: string
  placeholder: string
  autoFocus?: boolean
}

/** Cause or correction of a job line, saved while it is typed. */
export function SavedField(props: SavedFieldProps) {
  const { ticketId, job, field, label, placeholder, autoFocus = false } = props
  const { jobNumber } = job
  const place = placeOfField(ticketId, jobNumber, field)
  const { run } = useTicketCommand(ticketId, client.tickets.changeJob, {
    basis: job[field],
    onDone: () => typing.onDone(),
    onFault: fault => typing.onFault(fault),
  })
  const typing = useSavedText({ place, value: job[field] }, text =>
    run({ ticketId, jobNumber, [field]: text }),
  )
  return (
    <div className={styles.field}>
      <Textarea
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
    </div>
  )
}
