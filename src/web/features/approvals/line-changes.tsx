import { IconAlertTriangle } from '@tabler/icons-react'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './line-changes.module.css'

/** Says that a line has changed; needs `role` if it can appear while the page is open. */
export const LineChanges = ({ text, role }: { text: string; role?: 'status' }) => (
  <p className={styles.changed} role={role}>
    <IconAlertTriangle size={18} aria-hidden />
    <TextWithAmounts text={text} />
  </p>
)
