import { useEffect, useState } from 'react'
import { MAX_BOOKING_PHOTOS } from '#domain/bookings/booking.ts'
import { IMAGE_TYPES, InvalidImageError } from '#domain/photos/photo.ts'
import { ACCEPT } from '#web/api/uploads/resize-image.ts'
import { ImageChooser } from '#web/ui/images/image-chooser.tsx'
import { ImageTile } from '#web/ui/images/image-tile.tsx'
import { ImageTiles } from '#web/ui/images/image-tiles.tsx'
import styles from './book.module.css'

type PhotoAttachmentsProps = {
  photos: readonly File[]
  /** The server's error for a photo, by its index. */
  errors: Readonly<Record<number, string>>
  onChange: (photos: readonly File[]) => void
}

const isImage = ({ type }: File): boolean => type === '' || (IMAGE_TYPES as readonly string[]).includes(type)

/** Collects photos for a form. They stay chosen when the server refuses the form. */
export function PhotoAttachments({ photos, errors, onChange }: PhotoAttachmentsProps) {
  const [sentence, setSentence] = useState<string | null>(null)

  function add(files: readonly File[]) {
    const images = files.filter(isImage)
    const all = [...photos, ...images]
    if (images.length < files.length) setSentence(new InvalidImageError('not-an-image').message)
    else if (all.length > MAX_BOOKING_PHOTOS) setSentence(`You can add up to ${MAX_BOOKING_PHOTOS} photos.`)
    else setSentence(null)
    onChange(all.slice(0, MAX_BOOKING_PHOTOS))
  }

  function remove(position: number) {
    setSentence(null)
    onChange(photos.filter((_, index) => index !== position))
  }

  return (
    <>
      <ImageChooser
        label={`Photos (optional, up to ${MAX_BOOKING_PHOTOS})`}
        accept={ACCEPT}
        multiple
        onChoose={add}
      >
        {photos.length > 0 && (
          <ImageTiles>
            {photos.map((photo, index) => (
              <PhotoAttachment
                // biome-ignore lint/suspicious/noArrayIndexKey: one file may be chosen twice
                key={`${photo.name} ${index}`}
                photo={photo}
                name={`Photo ${index + 1}`}
                errorMessage={errors[index] ?? null}
                onRemove={() => remove(index)}
              />
            ))}
          </ImageTiles>
        )}
      </ImageChooser>
      {sentence !== null && (
        <p role="alert" className={styles.error}>
          {sentence}
        </p>
      )}
    </>
  )
}

type PhotoAttachmentProps = {
  photo: File
  name: string
  errorMessage: string | null
  onRemove: () => void
}

function PhotoAttachment({ photo, ...tile }: PhotoAttachmentProps) {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    const url = URL.createObjectURL(photo)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [photo])
  return preview === null ? null : <ImageTile key={preview} src={preview} {...tile} />
}
