import { Notifications } from '@mantine/notifications'
import styles from './notices.module.css'

/** Where `notify` shows its words. */
export function Notices() {
  return (
    <Notifications
      position="bottom-right"
      limit={3}
      containerWidth={420}
      classNames={{ root: styles.root ?? '', notification: styles.notice ?? '' }}
    />
  )
}
