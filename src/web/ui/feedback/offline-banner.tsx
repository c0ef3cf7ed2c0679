import { IconPlugConnectedX } from '@tabler/icons-react'
import styles from './offline-banner.module.css'

type OfflineBannerProps = {
  lost: boolean
  /** How many changes wait to be sent. */
  waiting?: number
}

/** The live region is always there and only its words come and go, or screen readers would miss them. */
export function OfflineBanner({ lost, waiting = 0 }: OfflineBannerProps) {
  return (
    <div role="status">
      {lost && (
        <p className={styles.banner} data-tone="amber">
          <IconPlugConnectedX size={18} aria-hidden />
          <span>
            Connection lost. What you type is kept.
            {waiting > 0 && ` ${waiting === 1 ? 'One change waits' : `${waiting} changes wait`} to be sent.`}
          </span>
        </p>
      )}
    </div>
  )
}
