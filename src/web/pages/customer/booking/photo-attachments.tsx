import { useEffect, useRef, useState } from 'react'
import { MAX_BOOKING_PHOTOS } from '#domain/bookings/booking.ts'
import { checkFiles } from '#web/api/uploads/check-files.ts'
import { ACCEPT } from '#web/api/uploads/resize-image.ts'
import { ImageChooser } from '#web/ui/images/image-chooser.tsx'
import { ImageTile } from '#web/ui/images/image-tile.tsx'
import { ImageTiles } from '#web/ui/images/image-tiles.tsx'

type PhotoAttachmentsProps = {
  photos: readonly File[]
  /** The server's error for a photo, by its index. */
  errors: Readonly<Record<number, string>>
  onChange: (photos: readonly File[]) => void
}

/** Collects photos for a form. They stay chosen when the server refuses the form. */
export function PhotoAttachments({ photos, errors, onChange }: PhotoAttachmentsProps) {
  const [refused, setRefused] = useState<readonly string[]>([])

  const latest = useRef(photos)
  latest.current = photos

  /** Files that the server would refuse are named, and left out; the others go. */
  async function add(files: readonly File[]) {
    const { accepted, refused } = await checkFiles(
      files,
      () => MAX_BOOKING_PHOTOS - latest.current.length,
      `You can add up to ${MAX_BOOKING_PHOTOS} photos.`,
    )
    setRefused(refused)
    onChange([...latest.current, ...accepted])
  }

  function remove(position: number) {
    setRefused([])
    onChange(photos.filter((_, index) => index !== position))
  }

  return (
    <ImageChooser
      label={`Photos (optional, up to ${MAX_BOOKING_PHOTOS})`}
      accept={ACCEPT}
      multiple
      refused={refused}
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
