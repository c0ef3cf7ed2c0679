import { SegmentedControl } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import type { PhotoStage } from '#domain/photos/photo.ts'
import { guessedStage } from '#domain/tickets/job.ts'
import type { UploadLimit } from '#web/api/uploads/check-files.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import styles from './photo-row.module.css'

const PHOTO_STAGE_OPTIONS: readonly { value: PhotoStage; label: string; field: string }[] = [
  { value: 'before', label: 'Before', field: 'Photos before the repair' },
  { value: 'after', label: 'After', field: 'Photos after the repair' },
  { value: '', label: 'Other', field: 'Photos' },
]

export type AddPhotosProps = { job: JobView; limit: UploadLimit }

/** Of the photos of one stage. */
export type PhotoAdderProps = {
  label: string
  ticketId: number
  jobNumber: number
  moment: PhotoStage
  limit: UploadLimit
}

/**
 * One picker per stage, so that a photo keeps the stage it was chosen for. Other stages with uploads in progress stay
 * visible, with their name instead of buttons.
 */
export function AddPhotos({ job, Adder, limit }: AddPhotosProps & { Adder: ComponentType<PhotoAdderProps> }) {
  const { ticketId } = useTicketContext()
  const [picked, setPicked] = useState<PhotoStage | null>(null)
  // The stage until another is picked.
  const chosen = picked ?? guessedStage(job)
  return (
    <div className={styles.adding}>
      <SegmentedControl
        className={styles.stages ?? ''}
        aria-label="What the photos show"
        data={PHOTO_STAGE_OPTIONS.map(({ value, label }) => ({ value, label }))}
        value={chosen}
        onChange={value => setPicked(value as PhotoStage)}
      />
      {PHOTO_STAGE_OPTIONS.map(({ value, label, field }) => (
        <div key={value} className={styles.picker} data-chosen={value === chosen || undefined}>
          {value !== chosen && (
            <span className={styles.other} aria-hidden>
              {label}
            </span>
          )}
          <Adder label={field} ticketId={ticketId} jobNumber={job.jobNumber} moment={value} limit={limit} />
        </div>
      ))}
    </div>
  )
}
