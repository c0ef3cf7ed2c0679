import { Checkbox } from '@mantine/core'
import { MAX_DOCUMENT_PHOTOS } from '#domain/documents/ticket-document.ts'
import photoStyles from './document-photos.module.css'
import type { DocumentPhoto } from './document-view.tsx'

type DocumentPhotosProps = {
  photos: readonly DocumentPhoto[]
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

/** Selects the photos to print. */
export function DocumentPhotos({ photos, chosen, onChoose }: DocumentPhotosProps) {
  const isFull = chosen.length >= MAX_DOCUMENT_PHOTOS
  return (
    <fieldset className={photoStyles.photos}>
      <legend className={photoStyles.legend}>Photos to print</legend>
      {photos.length > MAX_DOCUMENT_PHOTOS && (
        <p className={photoStyles.limitNote}>{`At most ${MAX_DOCUMENT_PHOTOS} photos.`}</p>
      )}
      <ul className={photoStyles.list}>
        {photos.map(({ photo: { photoId, small }, caption }) => {
          const isChosen = chosen.includes(photoId)
          return (
            <li key={photoId} className={photoStyles.photo}>
              <Checkbox
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() =>
                  onChoose(isChosen ? chosen.filter(id => id !== photoId) : [...chosen, photoId])
                }
                label={
                  <span className={photoStyles.label}>
                    <img className={photoStyles.image} src={small} alt="" loading="lazy" decoding="async" />
                    <span>{caption}</span>
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
