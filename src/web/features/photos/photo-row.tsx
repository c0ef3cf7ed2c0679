import { memo } from 'react'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import styles from './photo-row.module.css'

type RowProps = Pick<JobView, 'problem'> & {
  photos: readonly Omit<JobView['photos'][number], 'addedAt'>[]
  isRemoving?: boolean
  onRemove?: ((photoId: string) => void) | undefined
}

/** Thumbnails that open the large images. A line may have hundreds: they render again only when images change. */
export const PhotoRow = memo(function PhotoRow({ problem, photos, isRemoving = false, onRemove }: RowProps) {
  return (
    <ul className={styles.row}>
      {photos.map(({ photoId, small, large, moment, width, height }, index) => (
        <li key={photoId} className={styles.photo}>
          <a className={styles.link} href={large} target="_blank" rel="noreferrer">
            <img
              className={styles.image}
              src={small}
              width={width}
              height={height}
              loading="lazy"
              decoding="async"
              // biome-ignore lint/a11y/noRedundantAlt: this text names the link around it
              alt={`Photo ${index + 1} of ${photos.length}. ${problem}${moment && `, ${moment}`}`}
            />
          </a>
          {moment !== '' && (
            <span className={styles.stage} aria-hidden>
              {moment === 'before' ? 'Before' : 'After'}
            </span>
          )}
          {onRemove !== undefined && (
            <ConfirmInline
              label={`Remove photo ${index + 1}`}
              question="This can’t be undone."
              confirmLabel="Remove"
              loading={isRemoving}
              onConfirm={() => onRemove(photoId)}
            />
          )}
        </li>
      ))}
    </ul>
  )
})
