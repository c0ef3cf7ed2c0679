// Choosing images. `ImagePicker` uploads them at once with progress; `ImageField` only holds one for a form that
// uploads it later.

import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { UploadTarget } from '#web/api/upload.ts'
import { type ImageUpload, useUploads } from '#web/api/use-uploads.ts'
import { ImageChooser } from './image-chooser.tsx'
import { ImageTile } from './image-tile.tsx'
import { ImageTiles } from './image-tiles.tsx'
import { ACCEPT } from './resize-image.ts'

const nameOf = ({ name }: File): string => (name === '' ? 'Photo' : name)

function uploadStatus(images: readonly ImageUpload[], sent: number): string {
  const pending = images.filter(({ state }) => state !== 'failed').length
  if (pending > 0) return pending === 1 ? 'Uploading 1 photo…' : `Uploading ${pending} photos…`
  if (sent === 0) return ''
  return sent === 1 ? '1 photo uploaded.' : `${sent} photos uploaded.`
}

type ImagePickerProps = {
  label: string
  target: UploadTarget
  /** Several at a time; each is uploaded separately. */
  multiple?: boolean
  disabled?: boolean
  /** Gets each response. While its promise is pending the preview stays. */
  onUploaded: (answer: unknown) => void | Promise<void>
}

export function ImagePicker({
  label,
  target,
  multiple = false,
  disabled = false,
  onUploaded,
}: ImagePickerProps) {
  const [sent, setSent] = useState(0)
  const {
    pictures: images,
    add,
    retry,
    remove,
  } = useUploads(target, async answer => {
    await onUploaded(answer)
    setSent(before => before + 1)
  })

  function choose(files: readonly File[]) {
    // With a single image, a new choice replaces the previous one.
    if (!multiple) for (const { key } of images) remove(key)
    add(multiple ? files : files.slice(0, 1))
  }

  return (
    <ImageChooser label={label} accept={ACCEPT} multiple={multiple} disabled={disabled} onChoose={choose}>
      {images.length > 0 && (
        <ImageTiles>
          {images.map(({ key, file, preview, state, progress, errorMessage, canRetry }) => (
            <ImageTile
              key={key}
              src={preview}
              name={nameOf(file)}
              uploadProgress={state === 'failed' ? null : progress}
              errorMessage={errorMessage}
              onRetry={state === 'failed' && canRetry ? () => retry(key) : undefined}
              onRemove={() => remove(key)}
            />
          ))}
        </ImageTiles>
      )}
      <VisuallyHidden role="status">{uploadStatus(images, sent)}</VisuallyHidden>
    </ImageChooser>
  )
}

type ImageFieldProps = {
  label: string
  value: File | null
  onChange: (picture: File | null) => void
  /** Below the preview, such as the server's error. */
  error?: string | null
}

export function ImageField({ label, value, onChange, error = null }: ImageFieldProps) {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (value === null) return setPreview(null)
    const url = URL.createObjectURL(value)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [value])

  return (
    <ImageChooser label={label} accept={ACCEPT} onChoose={([first]) => onChange(first ?? value)}>
      {value !== null && preview !== null && (
        <ImageTiles>
          <ImageTile
            key={preview}
            src={preview}
            name={nameOf(value)}
            errorMessage={error}
            onRemove={() => onChange(null)}
          />
        </ImageTiles>
      )}
    </ImageChooser>
  )
}
