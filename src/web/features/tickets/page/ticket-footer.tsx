import type { ReactNode } from 'react'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import styles from './ticket-footer.module.css'

type FooterProps = { totals?: TicketView['totals']; children: ReactNode }

/** At the bottom of a ticket, always visible: its total, and the next step. */
export const TicketFooter = ({ totals = null, children }: FooterProps) => (
  <div className={styles.footer}>
    <ActionBar>
      {totals !== null && (
        <div className={styles.total}>
          <span>Total Balance</span>
          <MoneyText amount={formatMoney(fromDollars(totals.totalBalance))} strong />
        </div>
      )}
      {children}
    </ActionBar>
  </div>
)
