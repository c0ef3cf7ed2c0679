import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import type { ColorTone } from '#web/ui/theme.ts'
import styles from './field-note.module.css'

type FieldNoteProps = {
  icon?: Icon
  tone?: ColorTone
  /** Announced when it changes. */
  children: ReactNode
  actions?: readonly { readonly label: string; readonly onClick: () => void }[]
}

/** One sentence below a field, with actions. */
export const FieldNote = ({ icon: Icon, tone, children, actions = [] }: FieldNoteProps) => (
  <div className={styles.line} data-tone={tone}>
    <span className={styles.words} role="status">
      {Icon !== undefined && <Icon className={styles.icon} size={16} aria-hidden />}
      {children}
    </span>
    {actions.length > 0 && (
      <span className={styles.actions}>
        {actions.map(({ label, onClick }) => (
          // The field keeps the focus: what it shows when left would move the button from under the tap.
          <Button
            key={label}
            size="compact-sm"
            onMouseDown={event => event.preventDefault()}
            onClick={ignoreDoubleClick(onClick)}
          >
            {label}
          </Button>
        ))}
      </span>
    )}
  </div>
)
