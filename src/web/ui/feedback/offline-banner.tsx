import { IconPlugConnectedX } from '@tabler/icons-react'
import styles from './feedback.module.css'

/** The live region is always mounted and only its text changes, or screen readers would miss it. */
export function OfflineBanner({ isOffline }: { isOffline: boolean }) {
  return (
    <div role="status">
      {isOffline && (
        <p className={styles.banner} data-tone="amber">
          <IconPlugConnectedX size={18} aria-hidden />
          <span>You’re offline. What you type is kept.</span>
        </p>
      )}
    </div>
  )
}
