import type { ReactNode } from 'react'
import { useRestoreFocus } from '#web/ui/use-restore-focus.ts'
import styles from './platform-admin.module.css'

type ClaimHolderProps = { label: string; children: ReactNode }

/** What an act here may change so that its button is gone: the keyboard stays here. */
export function ClaimHolder({ label, children }: ClaimHolderProps) {
  const container = useRestoreFocus<HTMLDivElement>()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of one form, and these are panels
    <div ref={container} role="group" aria-label={label} tabIndex={-1} className={styles.held}>
      {children}
    </div>
  )
}
