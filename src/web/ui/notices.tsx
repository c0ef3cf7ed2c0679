import { Notifications } from '@mantine/notifications'
import styles from './notices.module.css'
import { NOTICES_AT_ONCE } from './notify.tsx'

/** Where `notify` shows its words. */
export function Notices() {
  return (
    <Notifications
      position="bottom-right"
      limit={NOTICES_AT_ONCE}
      containerWidth={420}
      classNames={{ root: styles.root ?? '', notification: styles.notice ?? '' }}
    />
  )
}
