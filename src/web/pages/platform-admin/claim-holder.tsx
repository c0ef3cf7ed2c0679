import type { ReactNode } from 'react'
import { useHeldFocus } from '#web/ui/use-restore-focus.ts'
import styles from './platform-admin.module.css'

type HeldProps = { label: string; children: ReactNode }

/** What an act here may change so that its button is gone: the keyboard stays here. */
export function Held({ label, children }: HeldProps) {
  const holder = useHeldFocus<HTMLDivElement>()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of one form, and these are panels
    <div ref={holder} role="group" aria-label={label} tabIndex={-1} className={styles.held}>
      {children}
    </div>
  )
}
