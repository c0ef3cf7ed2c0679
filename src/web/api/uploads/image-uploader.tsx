import { VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { ImageChooser } from '#web/ui/images/image-chooser.tsx'
import { fileLabel, ImageTile } from '#web/ui/images/image-tile.tsx'
import { ImageTiles } from '#web/ui/images/image-tiles.tsx'
import { checkFiles, type UploadLimit } from './check-files.ts'
import { ACCEPT } from './resize-image.ts'
import type { UploadTarget } from './upload-image.ts'
import { type ImageUpload, useUploads } from './use-uploads.ts'

function uploadStatus(images: readonly ImageUpload[], sent: number): string {
  const pending = images.filter(({ state }) => state !== 'failed').length
  if (pending > 0) return pending === 1 ? 'Uploading 1 photo…' : `Uploading ${pending} photos…`
  if (sent === 0) return ''
  return sent === 1 ? '1 photo uploaded.' : `${sent} photos uploaded.`
}

type UploadTileProps = {
  image: ImageUpload
  onRetry: (key: string) => void
  onRemove: (key: string) => void
}

/** An image on its way, with its progress or why it failed. */
export function UploadTile({ image, onRetry, onRemove }: UploadTileProps) {
  const { key, file, preview, state, progress, errorMessage, canRetry } = image
  return (
    <ImageTile
      src={preview}
      name={fileLabel(file)}
      uploadProgress={state === 'failed' ? null : progress}
      errorMessage={errorMessage}
      onRetry={state === 'failed' && canRetry ? () => onRetry(key) : undefined}
      onRemove={() => onRemove(key)}
    />
  )
}

type ImageUploaderProps = {
  label: string
  target: UploadTarget
  /** Several at a time; each is uploaded separately. */
  multiple?: boolean
  /** Only its buttons, without a frame: where it stands among other things. */
  isQuiet?: boolean
  /** For the images that are not on this page yet; without it, any number. */
  limit?: UploadLimit
  /** Gets each response. While its promise is pending the preview stays. */
  onUploaded: (result: unknown) => void | Promise<void>
}

/** Chooses images, uploads each at once, and shows its progress. */
export function ImageUploader(props: ImageUploaderProps) {
  const { label, target, multiple = false, isQuiet = false, limit, onUploaded } = props
  const [refused, setRefused] = useState<readonly string[]>([])
  const [sent, setSent] = useState(0)
  const { images, add, retry, remove } = useUploads(target, async result => {
    await onUploaded(result)
    setSent(before => before + 1)
  })

  const latest = useRef({ images, limit })
  latest.current = { images, limit }

  /** What is in progress takes its room as well. */
  const roomLeft = () => (latest.current.limit?.room ?? Infinity) - latest.current.images.length

  /** Files that the server would refuse are named, and left out; the others go. */
  async function choose(files: readonly File[]) {
    const checked = await checkFiles(multiple ? files : files.slice(0, 1), roomLeft, limit?.full)
    setRefused(checked.refused)
    // With a single image, a new choice replaces the previous one.
    if (!multiple && checked.accepted.length > 0) for (const { key } of latest.current.images) remove(key)
    add(checked.accepted)
  }

  return (
    <ImageChooser
      label={label}
      accept={ACCEPT}
      multiple={multiple}
      isQuiet={isQuiet}
      refused={refused}
      onChoose={files => void choose(files)}
    >
      {images.length > 0 && (
        <ImageTiles>
          {images.map(image => (
            <UploadTile key={image.key} image={image} onRetry={retry} onRemove={remove} />
          ))}
        </ImageTiles>
      )}
      <VisuallyHidden role="status">{uploadStatus(images, sent)}</VisuallyHidden>
    </ImageChooser>
  )
}
