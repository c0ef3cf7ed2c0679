import type { Icon } from '@tabler/icons-react'
import type { ColorTone } from '#web/ui/color-tone.ts'
import styles from './feedback.module.css'

/** A state is label, icon and color together; never color alone. */
export function StateBadge({ word, icon: Icon, tone }: { word: string; icon: Icon; tone: ColorTone }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon size={14} stroke={2.25} aria-hidden />
      {word}
    </span>
  )
}
