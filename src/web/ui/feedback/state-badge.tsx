import type { Icon } from '@tabler/icons-react'
import type { ColorTone } from '#web/ui/theme.ts'
import styles from './feedback.module.css'

export type StateBadgeProps = { readonly word: string; readonly icon: Icon; readonly tone: ColorTone }

/** A state is label, icon and color together; never color alone. */
export function StateBadge({ word, icon: Icon, tone }: StateBadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={14} stroke={2.25} aria-hidden />
      <span>{word}</span>
    </span>
  )
}
