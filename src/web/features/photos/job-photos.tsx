import { SegmentedControl } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { MAX_PHOTOS_PER_JOB, type PhotoStage, TOO_MANY_PHOTOS } from '#domain/photos/photo.ts'
import { guessedStage } from '#domain/tickets/job.ts'
import type { UploadLimit } from '#web/api/uploads/check-files.ts'
import { deletePhoto } from '#web/api/uploads/delete-image.ts'
import { ImageUploader } from '#web/api/uploads/image-uploader.tsx'
import { jobPhotos } from '#web/api/uploads/upload-image.ts'
import { photoRemoved } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import { useRefetchTicket, useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import styles from './photo-row.module.css'
import { PhotoRow } from './photo-row.tsx'

const PHOTO_STAGE_OPTIONS: readonly { value: PhotoStage; label: string; field: string }[] = [
  { value: 'before', label: 'Before', field: 'Photos before the repair' },
  { value: 'after', label: 'After', field: 'Photos after the repair' },
  { value: '', label: 'Other', field: 'Photos' },
]

/** The photos of an active job line, with buttons to add and remove for those who may. */
export function JobPhotos({ job }: { job: JobView }) {
  const { ticketId } = useTicketContext()
  const mayChange = useTicketPermission()('photo.add')
  const { jobNumber, problem, photos } = job
  const list = useRef<HTMLElement>(null)
  const { run, isRunning } = useTicketCommand(ticketId, deletePhoto, {
    optimistic: photoRemoved,
    onDone: () => {
      // The focused button is gone with its photo.
      list.current?.focus()
      notify.success('Photo removed.')
    },
  })
  const latest = useRef(run)
  latest.current = run
  const remove = useCallback(
    (photoId: string) => latest.current({ ticketId, jobNumber, photoId }),
    [ticketId, jobNumber],
  )
  return (
    <section ref={list} className={styles.photos} aria-label={`Photos of job ${jobNumber}`} tabIndex={-1}>
      {photos.length === 0 ? (
        <KeyValues rows={[{ label: 'Photos', value: 'No photos yet.' }]} />
      ) : (
        <PhotoRow
          problem={problem}
          photos={photos}
          isRemoving={isRunning}
          onRemove={mayChange ? remove : undefined}
        />
      )}
      {mayChange && (
        <AddPhotos
          ticketId={ticketId}
          jobNumber={jobNumber}
          guess={guessedStage(job)}
          limit={{ room: MAX_PHOTOS_PER_JOB - photos.length, full: TOO_MANY_PHOTOS }}
        />
      )}
    </section>
  )
}

/**
 * One picker per stage, so that a photo keeps the stage it was chosen for. Other stages with uploads in progress stay
 * visible.
 */
type AddPhotosProps = {
  ticketId: number
  jobNumber: number
  /** The stage until another is picked. */
  guess: PhotoStage
  limit: UploadLimit
}

function AddPhotos({ ticketId, jobNumber, guess, limit }: AddPhotosProps) {
  const [picked, setPicked] = useState<PhotoStage | null>(null)
  const chosen = picked ?? guess
  const refetch = useRefetchTicket(ticketId)
  return (
    <div className={styles.adding}>
      <SegmentedControl
        className={styles.stages ?? ''}
        aria-label="What the photos show"
        data={PHOTO_STAGE_OPTIONS.map(({ value, label }) => ({ value, label }))}
        value={chosen}
        onChange={value => setPicked(value as PhotoStage)}
      />
      {PHOTO_STAGE_OPTIONS.map(({ value, field }) => (
        <div key={value} className={styles.picker} data-chosen={value === chosen || undefined}>
          <ImageUploader
            label={field}
            multiple
            isQuiet
            limit={limit}
            target={jobPhotos(ticketId, jobNumber, value)}
            onUploaded={refetch}
          />
        </div>
      ))}
    </div>
  )
}
