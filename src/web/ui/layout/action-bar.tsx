import { type ReactNode, useRef } from 'react'
import styles from './action-bar.module.css'
import { useCoveredHeight } from './use-covered-height.ts'

/** The bottom of a form or work screen, with its primary button. On a phone it is fixed, and notices are above it. */
export function ActionBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useCoveredHeight(bar, '--rw-action-bar')
  return (
    <div ref={bar} className={styles.bar}>
      {children}
    </div>
  )
}
