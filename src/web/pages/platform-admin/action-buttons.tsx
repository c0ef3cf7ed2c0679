import { Button } from '@mantine/core'
import styles from './platform-admin.module.css'

type ActButtonsProps = {
  label: string
  isRunning: boolean
  /** Null where there is nothing to go back to. */
  onCancel: (() => void) | null
  /** Takes something away from somebody. */
  isGrave?: boolean
}

/** At the foot of a founder's form. */
export const ActButtons = ({ label, isRunning, onCancel, isGrave = false }: ActButtonsProps) => (
  <div className={styles.buttons}>
    <Button type="submit" variant="filled" disabled={isRunning} {...(isGrave && { color: 'red' })}>
      {isRunning ? 'Saving…' : label}
    </Button>
    {onCancel !== null && (
      <Button disabled={isRunning} onClick={onCancel}>
        Cancel
      </Button>
    )}
  </div>
)
