import { useEffect, useState } from 'react'
import { MAX_BOOKING_PHOTOS } from '#domain/bookings/booking.ts'
import { imageError } from '#web/api/uploads/image-error.ts'
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

/** Collects photos for a form. They stay chosen when the server refuses the form. */
export function PhotoAttachments({ photos, errors, onChange }: PhotoAttachmentsProps) {
  const [refused, setRefused] = useState<readonly string[]>([])

  /** Files that the server would refuse are named, and left out; the others go. */
  async function add(files: readonly File[]) {
    const checked = await Promise.all(files.map(async file => ({ file, error: await imageError(file) })))
    const all = [...photos, ...checked.filter(({ error }) => error === null).map(({ file }) => file)]
    setRefused([
      ...checked.flatMap(({ file, error }) => (error === null ? [] : [`${file.name}: ${error}`])),
      ...all
        .slice(MAX_BOOKING_PHOTOS)
        .map(({ name }) => `${name}: You can add up to ${MAX_BOOKING_PHOTOS} photos.`),
    ])
    onChange(all.slice(0, MAX_BOOKING_PHOTOS))
  }

  function remove(position: number) {
    setRefused([])
    onChange(photos.filter((_, index) => index !== position))
  }

  return (
    <>
      <ImageChooser
        label={`Photos (optional, up to ${MAX_BOOKING_PHOTOS})`}
        accept={ACCEPT}
        multiple
        onChoose={files => void add(files)}
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
      {refused.length > 0 && (
        <ul role="alert" className={styles.refused}>
          {refused.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
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
