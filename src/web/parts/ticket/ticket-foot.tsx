import type { ReactNode } from 'react'
import { fromDollars, printMoney } from '#domain/money.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { MoneyText } from '#web/ui/figures.tsx'
import styles from './ticket-foot.module.css'
import type { TicketView } from './ticket-view.ts'

type FootProps = { totals?: TicketView['totals']; children: ReactNode }

/** At the foot of a ticket, always in sight: what it comes to, and what to do next. */
export const TicketFoot = ({ totals = null, children }: FootProps) => (
  <div className={styles.foot}>
    <ActionBar>
      {totals !== null && (
        <div className={styles.total}>
          <span>Total Balance</span>
          <MoneyText amount={printMoney(fromDollars(totals.totalBalance))} strong />
        </div>
      )}
      {children}
    </ActionBar>
  </div>
)
