import { Textarea } from '@mantine/core'
import { client } from '#web/api.ts'
import { SaveMark } from '#web/ui/save-mark.tsx'
import styles from './job-line.module.css'
import { type JobView, useTicketCommand } from './ticket-view.ts'
import { useSavedText } from './use-saved-text.ts'

type SavedFieldProps = {
  ticketId: number
  job: JobView
  field: 'cause' | 'correction'
  label: string
  placeholder: string
}

/** Cause or correction of a job line, saved while it is typed. */
export function SavedField({ ticketId, job, field, label, placeholder }: SavedFieldProps) {
  const { jobNumber } = job
  const place = `${ticketId} ${jobNumber} ${field}`
  const { run } = useTicketCommand(ticketId, client.tickets.changeJob, {
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
