import { Button, VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useDelayedOffline } from '#web/api/use-delayed-offline.ts'
import { AutosaveField } from '#web/features/tickets/autosave/autosave-field.tsx'
import {
  hasFindingDraft,
  useDraftOwner,
  useEarlierDraft,
} from '#web/features/tickets/autosave/finding-drafts.ts'
import { subscribeToDrafts } from '#web/features/tickets/autosave/text-drafts.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { type KeyValue, KeyValues } from '#web/ui/layout/key-values.tsx'
import styles from './job-line.module.css'

type CauseAndCorrectionProps = {
  job: JobView
  /** Further facts about the line, above cause and correction. */
  rows: readonly KeyValue[]
}

/** Cause and correction of a job line: read-only, with an edit button for those who may. */
export function CauseAndCorrection({ job, rows }: CauseAndCorrectionProps) {
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
  const editButton = useRef<HTMLButtonElement>(null)
  const isMounted = useRef(false)
  const isOpenedByUser = useRef(false)

  useEffect(() => {
    if (isLate) setWriting(true)
  }, [isLate])

  // Returns the focus.
  useEffect(() => {
    if (!isWriting && isMounted.current) editButton.current?.focus()
    isMounted.current = true
  }, [isWriting])

  if (mayWrite && (isWriting || isLate))
    return (
      <>
        <KeyValues missing="N/A" rows={rows} />
        <CauseAndCorrectionFields job={job} autoFocus={isOpenedByUser.current} />
        <Button size="compact-sm" onClick={() => setWriting(false)}>
          Done
        </Button>
      </>
    )
  return (
    <>
      <KeyValues
        missing="N/A"
        rows={[...rows, { label: 'Cause', value: job.cause }, { label: 'Correction', value: job.correction }]}
      />
      {mayWrite && (
        <Button
          ref={editButton}
          className={styles.write}
          size="compact-sm"
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => {
            isOpenedByUser.current = true
            setWriting(true)
          }}
        >
          Edit Cause & Correction
          <VisuallyHidden> of job {job.jobNumber}</VisuallyHidden>
        </Button>
      )}
    </>
  )
}

/** Both fields, saved while typing. */
export function CauseAndCorrectionFields({ job, autoFocus = false }: { job: JobView; autoFocus?: boolean }) {
  const { ticketId } = useTicketContext()
  const field = { ticketId, job }
  return (
    <div className={styles.fields}>
      <AutosaveField
        {...field}
        field="cause"
        label="Cause"
        placeholder="Type your Cause Here"
        autoFocus={autoFocus}
      />
      <AutosaveField
        {...field}
        field="correction"
        label="Correction"
        placeholder="Type your Correction Here"
      />
    </div>
  )
}
