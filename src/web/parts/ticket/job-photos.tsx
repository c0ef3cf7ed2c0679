import { SegmentedControl } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import type { Moment } from '#domain/photo.ts'
import { PicturePicker } from '#web/parts/picture-picker.tsx'
import { jobPhotos } from '#web/parts/upload.ts'
import { KeyValues } from '#web/ui/key-values.tsx'
import { notify } from '#web/ui/notify.ts'
import { photoRemoved } from './foreseen.ts'
import styles from './job-photos.module.css'
import { PhotoRow } from './photo-row.tsx'
import { removePhoto } from './remove-picture.ts'
import { useLookAgain, useThisTicket } from './this-ticket.ts'
import { type JobView, useTicketCommand } from './ticket-view.ts'
import { useMayNow } from './use-may-now.ts'

const CHOICES: readonly { value: Moment; label: string; field: string }[] = [
  { value: 'before', label: 'Before', field: 'Photos before the repair' },
  { value: 'after', label: 'After', field: 'Photos after the repair' },
  { value: '', label: 'Other', field: 'Photos' },
]

/** The photos of a job line in work, and for whoever may, the way to add and remove some. */
export function JobPhotos({ job }: { job: JobView }) {
  const { ticketId } = useThisTicket()
  const mayChange = useMayNow()('photo.add')
  const { jobNumber, problem, photos } = job
  const list = useRef<HTMLElement>(null)
  const { run, isRunning } = useTicketCommand(ticketId, removePhoto, {
    foresee: photoRemoved,
    onDone: () => {
      // The button that had the focus is gone with its photo.
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
    <section ref={list} className={styles.photos} aria-label="Photos" tabIndex={-1}>
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
      {mayChange && <AddPhotos ticketId={ticketId} jobNumber={jobNumber} />}
    </section>
  )
}

/**
 * One picker for each moment, so that a photo keeps the moment it was chosen for. Besides the chosen
 * one, those whose pictures are still on their way stay in sight.
 */
function AddPhotos({ ticketId, jobNumber }: { ticketId: number; jobNumber: number }) {
  const [chosen, setChosen] = useState<Moment>('before')
  const lookAgain = useLookAgain(ticketId)
  return (
    <div className={styles.adding}>
      <SegmentedControl
        className={styles.moments ?? ''}
        aria-label="What the photos show"
        data={CHOICES.map(({ value, label }) => ({ value, label }))}
        value={chosen}
        onChange={value => setChosen(value as Moment)}
      />
      {CHOICES.map(({ value, field }) => (
        <div key={value} className={styles.picker} data-chosen={value === chosen || undefined}>
          <PicturePicker
            label={field}
            multiple
            target={jobPhotos(ticketId, jobNumber, value)}
            onUploaded={lookAgain}
          />
        </div>
      ))}
    </div>
  )
}
