import { Button, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Finding } from '#domain/tickets/job.ts'
import { useDelayedOffline } from '#web/api/use-delayed-offline.ts'
import { subscribeToDrafts } from '#web/bay/outbox/text-drafts.ts'
import { AutosaveField } from '#web/features/tickets/autosave/autosave-field.tsx'
import {
  hasFindingDraft,
  useDraftOwner,
  useEarlierDraft,
} from '#web/features/tickets/autosave/finding-drafts.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import styles from './job-line.module.css'

/** A job line's cause and correction, edited in place by those who may write them. */
export function CauseAndCorrection({ job }: { job: JobView }) {
  const { ticketId } = useTicketContext()
  const draftOwner = useDraftOwner()
  const mayWrite = useTicketPermission()('job.write-findings')
  const [isWriting, setWriting] = useState(false)
  // Unsaved text from before a reload is in the fields, so they are open.
  useEarlierDraft(ticketId, job, () => setWriting(true))
  // After "Done" the text is being saved; if that takes too long, it is shown.
  const isLate = useDelayedOffline(
    !useSyncExternalStore(
      subscribeToDrafts,
      () => hasFindingDraft(draftOwner, ticketId, job),
      () => false,
    ),
  )
  const tapped = useRef<Finding | null>(null)
  const cause = useRef<HTMLButtonElement>(null)
  const correction = useRef<HTMLButtonElement>(null)
  const buttons = { cause, correction }

  useEffect(() => {
    if (isLate) setWriting(true)
  }, [isLate])

  // Returns the focus to the text that was tapped.
  useEffect(() => {
    if (!isWriting && tapped.current !== null)
      (tapped.current === 'cause' ? cause : correction).current?.focus()
  }, [isWriting])

  if (mayWrite && (isWriting || isLate))
    return (
      <div>
        <CauseAndCorrectionFields job={job} autoFocus={tapped.current} />
        <Button size="compact-sm" onClick={() => setWriting(false)}>
          Done
        </Button>
      </div>
    )
  const textOf = (finding: Finding) => {
    if (!mayWrite) return job[finding]
    return (
      <button
        type="button"
        ref={buttons[finding]}
        className={styles.editable}
        onClick={() => {
          tapped.current = finding
          setWriting(true)
        }}
      >
        <span>{job[finding] || 'N/A'}</span>
        <IconPencil size={15} aria-hidden />
        <VisuallyHidden>
          Edit {finding} of job {job.jobNumber}
        </VisuallyHidden>
      </button>
    )
  }
  return (
    <KeyValues
      missing="N/A"
      rows={[
        { label: 'Cause', value: textOf('cause') },
        { label: 'Correction', value: textOf('correction') },
      ]}
    />
  )
}

type FieldsProps = { job: JobView; autoFocus?: Finding | null }

/** Both fields, saved while typing. */
export function CauseAndCorrectionFields({ job, autoFocus = null }: FieldsProps) {
  const { ticketId } = useTicketContext()
  const field = { ticketId, job }
  return (
    <div className={styles.fields}>
      <AutosaveField
        {...field}
        field="cause"
        label="Cause"
        placeholder="Type your Cause Here"
        autoFocus={autoFocus === 'cause'}
      />
      <AutosaveField
        {...field}
        field="correction"
        label="Correction"
        placeholder="Type your Correction Here"
        autoFocus={autoFocus === 'correction'}
      />
    </div>
  )
}
