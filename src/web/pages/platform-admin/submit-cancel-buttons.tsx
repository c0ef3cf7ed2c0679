import { Button } from '@mantine/core'
import styles from './platform-admin.module.css'

type SubmitCancelButtonsProps = {
  label: string
  isRunning: boolean
  /** Null if there is nothing to cancel. */
  onCancel: (() => void) | null
  /** For destructive actions. */
  isDestructive?: boolean
}

/** The buttons of a founder's form. */
export const SubmitCancelButtons = ({
  label,
  isRunning,
  onCancel,
  isDestructive = false,
}: SubmitCancelButtonsProps) => (
  <div className={styles.buttons}>
    <Button type="submit" variant="filled" disabled={isRunning} {...(isDestructive && { color: 'red' })}>
      {isRunning ? 'Saving…' : label}
    </Button>
    {onCancel !== null && (
      <Button disabled={isRunning} onClick={onCancel}>
        Cancel
      </Button>
    )}
  </div>
)
