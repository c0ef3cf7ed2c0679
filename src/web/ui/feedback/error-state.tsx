import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './feedback.module.css'

type ErrorStateProps = {
  sentence: string
  /** Shown so that the user can pass it on to support. */
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  action?: ReactNode
}

export function ErrorState({ sentence, requestId, onRetry, action }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon} data-bad>
        <IconAlertTriangle size={24} stroke={1.75} aria-hidden />
      </span>
      <p className={styles.sentence}>{sentence}</p>
      {requestId !== undefined && <p className={styles.reference}>{`Request ${requestId}`}</p>}
      {(onRetry !== undefined || action !== undefined) && (
        <div className={styles.actions}>
          {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
          {action}
        </div>
      )}
    </div>
  )
}
