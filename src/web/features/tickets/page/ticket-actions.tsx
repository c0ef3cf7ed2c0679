import type { ReactNode } from 'react'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import styles from './ticket-actions.module.css'

type TicketActionsProps = {
  /** On a phone in the head, which leaves the room at the thumb: for a step that cannot be taken yet. */
  isInFlow?: boolean
  children: ReactNode
}

/** The ticket's next step: in its head, and on a phone at the thumb. */
export const TicketActions = ({ isInFlow = false, children }: TicketActionsProps) => (
  <div className={styles.actions} data-in-flow={isInFlow || undefined}>
    <ActionBar>{children}</ActionBar>
  </div>
)
