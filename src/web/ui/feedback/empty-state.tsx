import { type Icon, IconMoodEmpty } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './feedback.module.css'

type EmptyStateProps = {
  sentence: string
  icon?: Icon
  /** What to do next, as text. */
  next?: ReactNode
  /** What to do next, as a button or link. */
  action?: ReactNode
  compact?: boolean
}

export function EmptyState(props: EmptyStateProps) {
  const { sentence, icon: Icon = IconMoodEmpty, next, action, compact = false } = props
  return (
    <div className={styles.state} data-compact={compact || undefined}>
      <span className={styles.icon}>
        <Icon size={compact ? 18 : 24} stroke={1.75} aria-hidden />
      </span>
      <p className={styles.sentence}>{sentence}</p>
      {next !== undefined && <p className={styles.more}>{next}</p>}
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  )
}
