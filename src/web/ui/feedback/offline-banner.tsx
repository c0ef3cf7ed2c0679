import { IconPlugConnectedX } from '@tabler/icons-react'
import styles from './feedback.module.css'

type OfflineBannerProps = {
  isOffline: boolean
  /** How many changes are not sent yet. */
  unsavedCount?: number
}

/** The live region is always mounted and only its text changes, or screen readers would miss it. */
export function OfflineBanner({ isOffline, unsavedCount = 0 }: OfflineBannerProps) {
  return (
    <div role="status">
      {isOffline && (
        <p className={styles.banner} data-tone="amber">
          <IconPlugConnectedX size={18} aria-hidden />
          <span>
            You’re offline. What you type is kept.
            {unsavedCount > 0 &&
              ` ${unsavedCount === 1 ? '1 change is' : `${unsavedCount} changes are`} waiting to be sent.`}
          </span>
        </p>
      )}
    </div>
  )
}
