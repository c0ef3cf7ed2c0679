import { type ComponentType, useCallback, useRef } from 'react'
import { MAX_PHOTOS_PER_JOB, TOO_MANY_PHOTOS } from '#domain/photos/photo.ts'
import type { ClientContext } from '#web/api/client.ts'
import { photoRemoved } from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import type { AddPhotosProps } from './add-photos.tsx'
import styles from './photo-row.module.css'
import { PhotoRow } from './photo-row.tsx'

type PhotoKey = { readonly ticketId: number; readonly jobNumber: number; readonly photoId: string }

/** Its code comes with that of uploads, after the page. */
async function deletePhoto(photo: PhotoKey, options: { context: ClientContext }): Promise<void> {
  const module = await import('#web/api/uploads/delete-image.ts')
  return module.deletePhoto(photo, options)
}

type JobPhotosProps = {
  job: JobView
  AddPhotos: ComponentType<AddPhotosProps>
  /** How many are only on this device. */
  unsentCount?: number
}

const photosSentence = (unsentCount: number): string => {
  if (unsentCount === 0) return 'No photos yet.'
  return unsentCount === 1
    ? '1 photo on this phone is not sent yet.'
    : `${unsentCount} photos on this phone are not sent yet.`
}

/** The photos of an active job line, with buttons to add and remove for those who may. */
export function JobPhotos({ job, AddPhotos, unsentCount = 0 }: JobPhotosProps) {
  const { ticketId } = useTicketContext()
  const mayChange = useTicketPermission()('photo.add')
  const { jobNumber, problem, photos } = job
  const list = useRef<HTMLElement>(null)
  const { run, isRunning } = useTicketCommand(ticketId, deletePhoto, {
    optimistic: photoRemoved,
    inBay: 'removePhoto',
    onDone: () => notify.success('Photo removed.'),
  })
  const latest = useRef(run)
  latest.current = run
  const remove = useCallback(
    (photoId: string) => {
      // The focused button goes with its photo.
      list.current?.focus()
      latest.current({ ticketId, jobNumber, photoId })
    },
    [ticketId, jobNumber],
  )
  return (
    <section ref={list} className={styles.photos} aria-label={`Photos of job ${jobNumber}`} tabIndex={-1}>
      {photos.length === 0 ? (
        <KeyValues rows={[{ label: 'Photos', value: photosSentence(unsentCount) }]} />
      ) : (
        <PhotoRow
          problem={problem}
          photos={photos}
          isRemoving={isRunning}
          onRemove={mayChange ? remove : undefined}
        />
      )}
      {photos.length > 0 && unsentCount > 0 && <p className={styles.unsent}>{photosSentence(unsentCount)}</p>}
      {mayChange && (
        <AddPhotos job={job} limit={{ room: MAX_PHOTOS_PER_JOB - photos.length, full: TOO_MANY_PHOTOS }} />
      )}
    </section>
  )
}
