import type { ReactNode } from 'react'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import styles from './ticket-actions.module.css'

/** The ticket's next step: in its head, and on a phone at the thumb. */
export const TicketActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>
    <ActionBar>{children}</ActionBar>
  </div>
)
