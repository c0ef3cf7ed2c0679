import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Tone } from '#web/ui/tone.ts'
import { firstClick } from './first-click.ts'
import styles from './vin-line.module.css'

type VinLineProps = {
  icon?: Icon
  tone?: Tone
  /** Read aloud when it changes. */
  children: ReactNode
  actions?: readonly { readonly label: string; readonly onClick: () => void }[]
}

/** One sentence below a VIN, with what can be done about it. */
export const VinLine = ({ icon: Icon, tone, children, actions = [] }: VinLineProps) => (
  <div className={styles.line} data-tone={tone}>
    {Icon !== undefined && <Icon size={16} aria-hidden />}
    <span className={styles.words} role="status">
      {children}
    </span>
    {actions.map(({ label, onClick }) => (
      <Button key={label} size="compact-sm" onClick={firstClick(onClick)}>
        {label}
      </Button>
    ))}
  </div>
)
