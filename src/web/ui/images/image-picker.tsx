// Choosing pictures. `PicturePicker` sends them at once and shows how far they are; `PictureField`
// only holds one for a form that sends it later, after what it belongs to exists.

import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { UploadTarget } from '#web/api/upload.ts'
import { type Picture, useUploads } from '#web/api/use-uploads.ts'
import { PictureChooser } from './image-chooser.tsx'
import { PictureTile } from './image-tile.tsx'
import { PictureTiles } from './image-tiles.tsx'
import { ACCEPT } from './resize-image.ts'

const nameOf = ({ name }: File): string => (name === '' ? 'Picture' : name)

function words(pictures: readonly Picture[], sent: number): string {
  const coming = pictures.filter(({ state }) => state !== 'failed').length
  if (coming > 0) return coming === 1 ? 'Sending one picture.' : `Sending ${coming} pictures.`
  if (sent === 0) return ''
  return sent === 1 ? 'One picture has been sent.' : `${sent} pictures have been sent.`
}

type PicturePickerProps = {
  label: string
  target: UploadTarget
  /** Several at a time; each is sent on its own. */
  multiple?: boolean
  disabled?: boolean
  /** Gets the server's answer for each. While its promise is open the preview stays. */
  onUploaded: (answer: unknown) => void | Promise<void>
}

export function PicturePicker({
  label,
  target,
  multiple = false,
  disabled = false,
  onUploaded,
}: PicturePickerProps) {
  const [sent, setSent] = useState(0)
  const { pictures, add, retry, remove } = useUploads(target, async answer => {
    await onUploaded(answer)
    setSent(before => before + 1)
  })

  function choose(files: readonly File[]) {
    // Where only one belongs, another choice takes the place of the one before.
    if (!multiple) for (const { key } of pictures) remove(key)
    add(multiple ? files : files.slice(0, 1))
  }

  return (
    <PictureChooser label={label} accept={ACCEPT} multiple={multiple} disabled={disabled} onChoose={choose}>
      {pictures.length > 0 && (
        <PictureTiles>
          {pictures.map(({ key, file, preview, state, share, sentence, canRetry }) => (
            <PictureTile
              key={key}
              src={preview}
              name={nameOf(file)}
              share={state === 'failed' ? null : share}
              sentence={sentence}
              onRetry={state === 'failed' && canRetry ? () => retry(key) : undefined}
              onRemove={() => remove(key)}
            />
          ))}
        </PictureTiles>
      )}
      <VisuallyHidden role="status">{words(pictures, sent)}</VisuallyHidden>
    </PictureChooser>
  )
}

type PictureFieldProps = {
  label: string
  value: File | null
  onChange: (picture: File | null) => void
  /** Stands below the preview, such as what the server said of it. */
  error?: string | null
}

export function PictureField({ label, value, onChange, error = null }: PictureFieldProps) {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (value === null) return setPreview(null)
    const url = URL.createObjectURL(value)
    setPreview(url)
    return () => URL.revokeObjectURL(url)
  }, [value])

  return (
    <PictureChooser label={label} accept={ACCEPT} onChoose={([first]) => onChange(first ?? value)}>
      {value !== null && preview !== null && (
        <PictureTiles>
          <PictureTile
            key={preview}
            src={preview}
            name={nameOf(value)}
            sentence={error}
            onRemove={() => onChange(null)}
          />
        </PictureTiles>
      )}
    </PictureChooser>
  )
}
