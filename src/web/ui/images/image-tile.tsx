import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconPhotoOff, IconRefresh, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import styles from './images.module.css'

type ImageTileProps = {
  /** Null: not loaded, as outside the screen. */
  src: string | null
  /** The image's name, also for screen readers. */
  name: string
  /** From 0 to 1 while uploading; otherwise null. */
  uploadProgress?: number | null
  /** Why it failed. */
  errorMessage?: string | null
  onRetry?: (() => void) | undefined
  onRemove?: (() => void) | undefined
  /** Below the picture. */
  note?: ReactNode
}

/** A chosen image: its preview, progress and error. */
export function ImageTile({
  src,
  name,
  uploadProgress = null,
  errorMessage = null,
  onRetry,
  onRemove,
  note,
}: ImageTileProps) {
  const [isBroken, setBroken] = useState(false)
  const percent = Math.round((uploadProgress ?? 0) * 100)
  return (
    <li className={styles.tile} data-failed={errorMessage !== null || undefined}>
      <div className={styles.frame}>
        {isBroken ? (
          <span className={styles.broken}>
            <IconPhotoOff size={22} aria-hidden />
            <span>{name}</span>
          </span>
        ) : (
          <img
            className={styles.image}
            {...(src !== null && { src })}
            alt={name}
            decoding="async"
            onError={() => setBroken(true)}
          />
        )}
        {uploadProgress !== null && (
          <Progress
            className={styles.progress ?? ''}
            value={percent}
            color="green"
            size="sm"
            aria-label={`Uploading ${name}`}
          />
        )}
      </div>
      {note}
      {errorMessage !== null && (
        <p role="alert" className={styles.sentence}>
          {errorMessage}
        </p>
      )}
      {onRetry !== undefined && (
        <Button size="compact-sm" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
          Try again
        </Button>
      )}
      {onRemove !== undefined && (
        <ActionIcon className={styles.remove ?? ''} aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

export const fileLabel = ({ name }: File): string => (name === '' ? 'Photo' : name)
