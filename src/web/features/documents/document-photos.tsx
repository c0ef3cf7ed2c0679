import { Checkbox } from '@mantine/core'
import { MOST_PHOTOS_ON_A_PAPER } from '#domain/documents/document.ts'
import styles from './document-photos.module.css'
import type { SheetPhoto } from './document-view.tsx'

type PaperPhotosProps = {
  photos: readonly SheetPhoto[]
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** Which photos go on the paper. */
export function PaperPhotos({ photos, chosen, onChoose }: PaperPhotosProps) {
  const isFull = chosen.length >= MOST_PHOTOS_ON_A_PAPER
  return (
    <fieldset className={styles.photos}>
      <legend className={styles.legend}>Photos on the paper</legend>
      {photos.length > MOST_PHOTOS_ON_A_PAPER && (
        <p className={styles.most}>At most {MOST_PHOTOS_ON_A_PAPER} photos.</p>
      )}
      <ul className={styles.list}>
        {photos.map(({ photo: { photoId, small }, words }) => {
          const isChosen = chosen.includes(photoId)
          return (
            <li key={photoId} className={styles.photo}>
              <Checkbox
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() =>
                  onChoose(isChosen ? chosen.filter(id => id !== photoId) : [...chosen, photoId])
                }
                label={
                  <span className={styles.label}>
                    <img className={styles.picture} src={small} alt="" loading="lazy" decoding="async" />
                    {words}
                  </span>
                }
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
