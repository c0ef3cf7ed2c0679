import { useEffect, useState } from 'react'
import { MOST_BOOKING_PHOTOS } from '#domain/bookings/booking.ts'
import { PICTURE_TYPES, UnusablePicture } from '#domain/photos/photo.ts'
import { PictureChooser } from '#web/ui/images/image-chooser.tsx'
import { PictureTile } from '#web/ui/images/image-tile.tsx'
import { PictureTiles } from '#web/ui/images/image-tiles.tsx'
import { ACCEPT } from '#web/ui/images/resize-image.ts'
import styles from './book.module.css'

type ChosenPhotosProps = {
  photos: readonly File[]
  /** What the server said of one, by its place. */
  faults: Readonly<Record<number, string>>
  onChange: (photos: readonly File[]) => void
}

const isPicture = ({ type }: File): boolean =>
  type === '' || (PICTURE_TYPES as readonly string[]).includes(type)

/** Holds photos for a form that sends them along; they stay chosen when it is refused. */
export function ChosenPhotos({ photos, faults, onChange }: ChosenPhotosProps) {
  const [sentence, setSentence] = useState<string | null>(null)

  function add(files: readonly File[]) {
    const pictures = files.filter(isPicture)
    const all = [...photos, ...pictures]
    if (pictures.length < files.length) setSentence(new UnusablePicture('not-a-picture').message)
    else if (all.length > MOST_BOOKING_PHOTOS) setSentence(`${MOST_BOOKING_PHOTOS} photos are the most.`)
    else setSentence(null)
    onChange(all.slice(0, MOST_BOOKING_PHOTOS))
  }

  function remove(place: number) {
    setSentence(null)
    onChange(photos.filter((_, index) => index !== place))
  }

  return (
    <>
      <PictureChooser
        label={`Photos (optional, up to ${MOST_BOOKING_PHOTOS})`}
        accept={ACCEPT}
        multiple
        onChoose={add}
      >
        {photos.length > 0 && (
          <PictureTiles>
            {photos.map((photo, index) => (
              <Chosen
                // biome-ignore lint/suspicious/noArrayIndexKey: one file may be chosen twice
                key={`${photo.name} ${index}`}
                photo={photo}
                name={`Photo ${index + 1}`}
                sentence={faults[index] ?? null}
                onRemove={() => remove(index)}
              />
            ))}
          </PictureTiles>
        )}
      </PictureChooser>
      {sentence !== null && (
        <p role="alert" className={styles.fault}>
          {sentence}
        </p>
      )}
    </>
  )
}

type ChosenProps = { photo: File; name: string; sentence: string | null; onRemove: () => void }

function Chosen({ photo, ...tile }: ChosenProps) {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    const url = URL.createObjectURL(photo)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [photo])
  return preview === null ? null : <PictureTile key={preview} src={preview} {...tile} />
}
